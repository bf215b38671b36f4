/** A shop of the demo store as the billing channel sees it, and its owner's answers. */
import type { BillingChannel, BillingCustomer, PlanOrder } from '#app/domain/billing/channel.ts'
import { createShopifyChannel } from '#app/domain/billing/channels/shopify-channel.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { createStoreWorld, type StoreWorld } from './store-world.ts'

export type ShopBillingWorld = StoreWorld & {
  channel: BillingChannel
  customer: BillingCustomer
  /** The shop's organization. */
  scope: TeamScope
  /** An order of a plan of shops, by its id. */
  order: (planId: string, wanted?: Partial<PlanOrder>) => PlanOrder
  /** The owner's answer on the page that a step leads to. Returns where Shopify returns to. */
  answer: (page: string, answer: 'approve' | 'decline') => Promise<string>
  /** Operations of the Admin API so far, by name. */
  asked: (name: string) => Record<string, unknown>[]
}

/** @param environment in addition to the variables of every store world */
export async function createShopBillingWorld(
  environment?: Record<string, string>,
): Promise<ShopBillingWorld> {
  const world = await createStoreWorld(environment)
  const { services, shop } = world
  await world.openApp()
  const { site } = await world.connected()
  if (!services.shopify) throw new Error('There is no Shopify.')
  return {
    ...world,
    channel: createShopifyChannel(services, services.shopify),
    customer: { teamId: site.teamId, providerId: shop.state.domain },
    scope: site,
    order(planId, wanted = {}) {
      const plan = findPlan(planId)
      if (!plan) throw new Error(`There is no plan ${planId}.`)
      return {
        plan,
        quantity: 1,
        coupon: null,
        operation: 'f7a3c2d4-0000-4000-8000-000000000001',
        returnUrl: `${services.config.appUrl}/shopify/billing/success`,
        ...wanted,
      }
    },
    async answer(page, answer) {
      const response = await fetch(page, {
        method: 'POST',
        headers: { Origin: new URL(page).origin },
        body: new URLSearchParams({ answer }),
        redirect: 'manual',
      })
      return response.headers.get('location') ?? ''
    },
    asked: (name) =>
      shop.operations.flatMap((one) => (one.name === name ? [{ ...one.variables }] : [])),
  }
}
