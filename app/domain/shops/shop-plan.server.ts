import { plans, type Plan } from '#app/domain/plans/catalog.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { withAccess } from './call-shop.server.ts'
import { firstShopPlan } from './install-shop.server.ts'
import type { ShopSubscription } from './shopify.ts'

export const shopPlans: readonly Plan[] = plans.filter(({ channel }) => channel === 'shopify')

/**
 * Gives the organization the plan that Shopify bills its shop for. What an address says about a
 * payment counts for nothing.
 *
 * @throws GrantEnded, AccessEnded, ShopClosed, TryLater, BadRecord; the plan stays then
 */
export async function reconcileShopPlan(
  services: Services,
  { team, domain }: { team: TeamScope; domain: string },
): Promise<Plan> {
  const subscriptions = await withAccess(services, domain, (shopify, accessToken) =>
    shopify.listSubscriptions({ shop: domain, accessToken }),
  )
  // Test charges move no money.
  const counted = subscriptions.filter(
    ({ status, isTest }) => status === 'ACTIVE' && (!isTest || !services.config.isProduction),
  )
  const paid = shopPlans.find((plan) => counted.some((one) => isFor(plan, one)))
  const plan = paid ?? shopPlans.find(({ id }) => id === firstShopPlan)
  if (!plan) throw new Error('There is no first plan for shops.')
  await setPlan(services, team, {
    wanted: { planId: plan.id },
    cause: { actor: 'provider', userId: null, reason: 'As billed by Shopify.' },
  })
  return plan
}

/** By name and price: a name alone could be of a plan as it was sold earlier. */
const isFor = ({ name, priceCents }: Plan, { price, ...subscription }: ShopSubscription): boolean =>
  priceCents > 0 &&
  subscription.name === name &&
  price?.cents === priceCents &&
  price.currency === 'USD'
