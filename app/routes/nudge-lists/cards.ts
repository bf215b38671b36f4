/**
 * The content that the nudges of a list show now. Loaded after the list, which doesn't wait for it.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { isUuid, requireSite } from '#app/auth/guards.server.ts'
import { compileCards } from '#app/presenters/nudge-list/nudge-cards.server.ts'
import { listPageSize } from '#app/presenters/nudge-list/nudge-list.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireSite(args)
  const asked = new URL(args.request.url).searchParams.getAll('nudge').filter(isUuid)
  const payload = await compileCards(args.context.services, scope, asked.slice(0, listPageSize))
  return Response.json(payload, { headers: { 'Cache-Control': 'no-store' } })
}
