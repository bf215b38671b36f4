/** Figures of a site by day or hour. Read only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { statisticsQuery } from '#app/contract/statistics.ts'
import { readApiStatistics } from '#app/presenters/api/api-statistics.server.ts'
import { readOnly } from './methods.ts'
import { requireApiFeature } from './plan-gate.server.ts'
import { readQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'statistics:read')
  await requireApiFeature(args, scope, 'analytics')
  const query = readQuery(args.request, statisticsQuery)
  return Response.json({ data: await readApiStatistics(args.context.services, scope, query) })
}

export const action = readOnly
