/**
 * Data from the page that was opened to point at the nudge's place. Polled until it has sent it.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { readPlace, type PlaceState } from '#app/domain/serving/preview-place.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { namedNudge } from './editor-action.server.ts'

export { headers } from '#app/platforms/headers.ts'

export type { PlaceState }

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team, account } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const { uuid } = await readNudge(services, scope, namedNudge(args))
  const link = new URL(args.request.url).searchParams.get('link') ?? ''
  if (!isUuid(link)) throw new Refusal('not_found', 'Link not found.')
  const state: PlaceState = await readPlace(services, scope, { uuid, userId: account.id, link })
  return Response.json(state, { headers: { 'Cache-Control': 'no-store' } })
}

export function action(): never {
  throw new Refusal('method_not_allowed', 'Use GET.')
}
