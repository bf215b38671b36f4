/**
 * Brings in what webhooks of the organization's shop may have missed. The subscriptions themselves belong
 * to the app's configuration, which Shopify applies to all shops.
 */
import type { ActionFunctionArgs } from '@remix-run/node'
import { requireRight, requireSession } from '#app/auth/guards.server.ts'
import { repairShop } from '#app/domain/shops/repair-shop.server.ts'
import { pageNotFound, Refusal } from '#app/lib/errors.ts'
import { allowMethods } from '../methods.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })
}

/** Repeatable: while it runs, another request changes nothing. */
export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['POST'])
  const { team } = await requireSession(args)
  const { request, context } = args
  const noShop = pageNotFound(request)
  if (!team) throw noShop
  requireRight(team, 'site:edit')
  if (!(await repairShop(context.services, team.scope))) throw noShop
  return Response.json({ message: 'Sync started.' }, { status: 202 })
}
