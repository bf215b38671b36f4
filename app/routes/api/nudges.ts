/** The nudges of a site and how often they were seen. Read only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { pageQuery } from '#app/contract/activities.ts'
import { listApiNudges } from '#app/presenters/api/api-nudges.server.ts'
import { readOnly } from './methods.ts'
import { readQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'nudges:read')
  const wanted = readQuery(args.request, pageQuery)
  const { nudges, nextCursor } = await listApiNudges(args.context.services, scope, wanted)
  return Response.json({ data: nudges, next_cursor: nextCursor })
}

export const action = readOnly
