/** One nudge. Read only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { readApiNudge } from '#app/presenters/api/api-nudges.server.ts'
import { readOnly } from './methods.ts'
import { requireUuid } from './named-in-url.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'nudges:read')
  refuseQuery(args.request)
  const data = await readApiNudge(
    args.context.services,
    scope,
    requireUuid(args.params.id, 'Nudge'),
  )
  return Response.json({ data })
}

export const action = readOnly
