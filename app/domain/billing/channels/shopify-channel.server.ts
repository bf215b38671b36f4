/**
 * Shops, which pay their bill at Shopify. The owner approves each charge there, so nothing changes
 * before Shopify says so. Shopify has no idempotency keys: a form that is sent again leads to the
 * charge that it led to before.
 */
import { plans, type Plan } from '#app/domain/plans/catalog.ts'
import { withAccess } from '#app/domain/shops/call-shop.server.ts'
import { accessEnded, closedShops } from '#app/domain/shops/closed-shop.ts'
import { awaySentence } from '#app/domain/shops/outage.ts'
import {
  AccessEnded,
  ChangeRefused,
  GrantEnded,
  ShopClosed,
  type ShopAccess,
  type ShopApproval,
  type Shopify,
  type ShopPurchase,
  type ShopSubscription,
} from '#app/domain/shops/shopify.ts'
import { findShopOfTeam } from '#app/domain/shops/shops.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { BadRecord, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from '../billed-team.ts'
import { findApproval, storeApproval } from './approvals.server.ts'
import { ChannelAway } from './channel-away.ts'
import {
  ChargeRefused,
  type BillingChannel,
  type BillingCustomer,
  type BillingStep,
  type ItemOrder,
  type PlanOrder,
  type PurchaseSnapshot,
  type SubscriptionSnapshot,
} from '../channel.ts'
import { monthlyPart } from '../stored/price-period.ts'

const channel = 'shopify'

/** @param shopify the app in Shopify, `services.shopify` */
export function createShopifyChannel(services: Services, shopify: Shopify): BillingChannel {
  // With Shopify App Pricing, Shopify's own page sells the plans, and the Billing API charges nothing.
  const isHosted = services.config.shopify?.pricing === 'app_pricing'
  const isTest = !services.config.isProduction

  const ask = <Answer>(
    { providerId: shop }: BillingCustomer,
    work: (access: ShopAccess) => Promise<Answer>,
  ) =>
    mapped(services, () =>
      withAccess(services, shop, (_shopify, accessToken) => work({ shop, accessToken })),
    )

  const isInstalled = async ({ teamId, providerId }: BillingCustomer) => {
    const shop = await findShopOfTeam(services, billedTeam({ teamId }))
    return shop?.domain === providerId && shop.isInstalled
  }

  /** The charge that the same form led to before, unless it was refused since. Else another one. */
  async function askOnce(
    customer: BillingCustomer,
    operation: string,
    { create, readStatus }: Charge,
  ): Promise<ShopApproval & { isApproved: boolean }> {
    const asked = { channel, customer, operation } as const
    const known = await findApproval(services, asked)
    if (known) {
      const status = await ask(customer, (access) => readStatus(access, known.providerId))
      const isApproved = status === 'ACTIVE'
      if (isApproved || status === 'PENDING' || status === 'ACCEPTED') {
        return { id: known.providerId, url: known.url, isApproved }
      }
    }
    const { id, url } = await ask(customer, create)
    await storeApproval(services, asked, { providerId: id, url })
    return { id, url, isApproved: false }
  }

  /** Shopify returns to the app within its admin, where the person is logged in. */
  const returnUrlOf = (shop: string, wanted: string) => {
    const { origin, pathname, search } = new URL(wanted)
    return origin === services.config.appUrl ? shopify.appLink(shop, pathname + search) : wanted
  }

  /** @param replaced the subscription that the new one replaces once it is approved */
  async function subscribe(
    customer: BillingCustomer,
    order: PlanOrder,
    replaced?: string,
  ): Promise<BillingStep> {
    const { plan, quantity, coupon, operation, returnUrl } = order
    const { providerId: shop } = customer
    if (coupon !== null) throw new ChargeRefused('coupon', 'Shopify takes no coupons.')
    if (quantity !== 1) throw new ChargeRefused('other', 'Shopify bills a plan once.')
    if (isHosted) return { kind: 'redirect', url: shopify.plansLink(shop) }
    const { url, isApproved } = await askOnce(customer, `plan ${plan.id} ${operation}`, {
      create: async (access) => {
        if (replaced !== undefined) await requireLive(access, replaced)
        return shopify.createSubscription(access, {
          name: plan.name,
          priceCents: plan.priceCents,
          returnUrl: returnUrlOf(shop, returnUrl),
          isTest,
        })
      },
      readStatus: async (access, id) =>
        (await shopify.readSubscription(access, id))?.status ?? null,
    })
    return isApproved ? { kind: 'done' } : { kind: 'redirect', url }
  }

  async function sell(customer: BillingCustomer, order: ItemOrder) {
    const { purchaseUuid, name, priceCents, operation, returnUrl } = order
    if (isHosted) {
      throw new ChargeRefused('other', 'Shopify App Pricing sells nothing next to plans.')
    }
    const { id, url } = await askOnce(customer, `item ${purchaseUuid} ${operation}`, {
      create: (access) =>
        shopify.createPurchase(access, {
          name,
          priceCents,
          returnUrl: returnUrlOf(customer.providerId, returnUrl),
          isTest,
        }),
      readStatus: async (access, purchase) =>
        (await shopify.readPurchase(access, purchase))?.status ?? null,
    })
    return { providerId: id, url }
  }

  /** @throws ChargeRefused */
  async function requireLive(access: ShopAccess, subscription: string): Promise<void> {
    const found = await shopify.readSubscription(access, subscription)
    const state = found && stateOf[found.status]
    if (state === null || state === 'ended') throw gone()
  }

  /**
   * Repeatable: one that has ended already stays ended.
   *
   * @throws ChargeRefused for one that the shop doesn't have
   */
  async function cancel(customer: BillingCustomer, subscription: string): Promise<void> {
    // Shopify ends what an app charges when it is uninstalled.
    if (!(await isInstalled(customer))) return
    try {
      await ask(customer, (access) => shopify.cancelSubscription(access, subscription))
    } catch (error) {
      if (!(error instanceof ChargeRefused)) throw error
      const found = await ask(customer, (access) => shopify.readSubscription(access, subscription))
      if (found === null) throw gone()
      if (stateOf[found.status] !== 'ended') throw error
    }
  }

  async function endNow(customer: BillingCustomer, subscription: string): Promise<void> {
    try {
      await cancel(customer, subscription)
    } catch (error) {
      if (!(error instanceof ChargeRefused && error.reason === 'gone')) throw error
    }
  }

  return {
    name: channel,
    abilities: {
      charges: true,
      previewsSwitch: false,
      resumes: false,
      switches: !isHosted,
      cancels: !isHosted,
      sells: !isHosted,
      takesCoupons: false,
    },
    async listSubscriptions(customer) {
      if (!(await isInstalled(customer))) return []
      const listed = await ask(customer, (access) => shopify.listSubscriptions(access))
      return listed.flatMap((one) => snapshotOf(one, { isHosted, at: services.now() }) ?? [])
    },
    subscribe: (customer, order) => subscribe(customer, order),
    previewSwitch: () => Promise.resolve(null),
    switchPlan: (customer, order) => subscribe(customer, order, order.subscription),
    cancel: (customer, { subscription }) => cancel(customer, subscription),
    resume: () => Promise.reject(new ChargeRefused('other', 'Shopify resumes no subscription.')),
    endNow: (customer, { subscription }) => endNow(customer, subscription),
    sell,
    async readPurchase(customer, providerId) {
      if (!(await isInstalled(customer))) return null
      const found = await ask(customer, (access) => shopify.readPurchase(access, providerId))
      return found && purchaseOf(found)
    },
  }
}

type Charge = {
  create: (access: ShopAccess) => Promise<ShopApproval>
  /** Null: unknown to Shopify. */
  readStatus: (access: ShopAccess, id: string) => Promise<ShopSubscription['status'] | null>
}

/** Maps Shopify's errors to those of channels. */
async function mapped<Answer>(
  { now }: Pick<Services, 'now'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChangeRefused) {
      throw new ChargeRefused('other', error.errors.map(({ message }) => message).join(' '))
    }
    throw awayBecause(error, now()) ?? error
  }
}

/** Only a visit of the shop's staff, or the shop's bill being paid, ends most of these. */
function awayBecause(error: unknown, at: Date): ChannelAway | null {
  const inAnHour = new Date(at.getTime() + hourMillis)
  if (error instanceof ShopClosed) {
    return new ChannelAway(closedShops[error.reason].sentence, inAnHour)
  }
  if (error instanceof GrantEnded || error instanceof AccessEnded) {
    return new ChannelAway(accessEnded, inAnHour)
  }
  return error instanceof TryLater ? new ChannelAway(awaySentence(error), error.at) : null
}

const gone = () => new ChargeRefused('gone', 'The shop doesn’t have this subscription.')

/** Null: never approved, so that it never was a subscription. */
const stateOf = {
  PENDING: null,
  ACCEPTED: null,
  DECLINED: null,
  EXPIRED: null,
  ACTIVE: 'active',
  FROZEN: 'past_due',
  CANCELLED: 'ended',
} as const satisfies Record<ShopSubscription['status'], SubscriptionSnapshot['state'] | null>

const billedDays = 30

/** Shopify's other interval. */
const yearly = { every: 'year', count: 1 } as const

function snapshotOf(
  one: ShopSubscription,
  { isHosted, at }: { isHosted: boolean; at: Date },
): SubscriptionSnapshot | null {
  const state = stateOf[one.status]
  if (state === null) return null
  const trialEndsAt =
    one.trialDays > 0 ? new Date(one.createdAt.getTime() + one.trialDays * dayMillis) : null
  const isTrial = state === 'active' && trialEndsAt !== null && trialEndsAt > at
  const { price, currentPeriodEndsAt: end } = one
  const isMonthly = price?.interval === 'EVERY_30_DAYS'
  return {
    providerId: one.id,
    planId: planOf(one, isHosted)?.id ?? null,
    providerPlan: one.planHandle ?? one.name,
    state: isTrial ? 'trialing' : state,
    providerStatus: one.status,
    quantity: 1,
    unitCents: price === null ? 0 : isMonthly ? price.cents : monthlyPart(price.cents, yearly),
    ...(price === null || isMonthly ? {} : { period: { cents: price.cents, ...yearly } }),
    discount: null,
    trialEndsAt,
    endsAt: null,
    currentPeriodStartedAt:
      end && isMonthly && !isTrial ? new Date(end.getTime() - billedDays * dayMillis) : null,
    currentPeriodEndsAt: end,
    // Shopify doesn't say when it was. Billing stores what it reads first, and no later one.
    endedAt: state === 'ended' ? at : null,
    createdAt: one.createdAt,
    isTest: one.isTest,
  }
}

const shopPlans: readonly Plan[] = plans.filter((plan) => plan.channel === 'shopify')

/**
 * The plan that a subscription pays for. Null: none of the catalog.
 *
 * A plan of Shopify's page is found by its handle (the plan's id, with or without its suffix) or its
 * name, and has the price that the page says. One that the app created is found by name and price:
 * the name could also be of a plan as it was sold earlier.
 */
function planOf({ name, planHandle, price }: ShopSubscription, isHosted: boolean): Plan | null {
  if (price?.currency !== 'USD') return null
  const found =
    isHosted || planHandle !== null
      ? (shopPlans.find(({ id }) => id === planHandle || id === `${planHandle ?? ''}-shopify`) ??
        shopPlans.find((plan) => plan.name === name))
      : shopPlans.find(
          (plan) =>
            plan.name === name &&
            plan.priceCents > 0 &&
            plan.priceCents === price.cents &&
            price.interval === 'EVERY_30_DAYS',
        )
  return found ?? null
}

const purchaseStates = {
  PENDING: 'open',
  ACCEPTED: 'open',
  ACTIVE: 'paid',
  DECLINED: 'declined',
  EXPIRED: 'expired',
} as const satisfies Record<ShopPurchase['status'], PurchaseSnapshot['state']>

/** @throws BadRecord for a charge in another currency, which the app never creates */
function purchaseOf({ id, status, priceCents, currency, isTest }: ShopPurchase): PurchaseSnapshot {
  if (currency !== 'USD') throw new BadRecord('A purchase isn’t in US dollars.')
  const state = purchaseStates[status]
  return {
    providerId: id,
    state,
    paidCents: state === 'paid' ? priceCents : 0,
    receiptUrl: null,
    isTest,
  }
}
