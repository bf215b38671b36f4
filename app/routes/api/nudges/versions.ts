/** The published versions of a nudge, newest first. Read only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import type { NudgeVersionAnswer } from '#app/contract/statistics.ts'
import { listVersions } from '#app/domain/nudges/editing/versions.server.ts'
import { readApiNudge } from '#app/presenters/api/api-nudges.server.ts'
import { readOnly } from '../methods.ts'
import { requireUuid } from '../named-in-url.ts'
import { refuseQuery } from '../query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'nudges:read')
  refuseQuery(args.request)
  const uuid = requireUuid(args.params.id, 'Nudge')
  const { services } = args.context
  await readApiNudge(services, scope, uuid)
  const versions = await listVersions(services, scope, uuid)
  const data = versions.map(({ version, at, isExperiment, settings }): NudgeVersionAnswer => ({
    version,
    created_at: at.toISOString(),
    is_experiment: isExperiment,
    settings,
  }))
  return Response.json({ data, next_cursor: null })
}

export const action = readOnly
