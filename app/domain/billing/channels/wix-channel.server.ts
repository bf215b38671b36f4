/**
 * Sites in Wix, whose owners pay Wix. An instance of the app has one plan at most, and Wix' checkout
 * sells it. Nothing else can be done through Wix' interface: owners cancel on a page of Wix, and Wix
 * only switches to more expensive plans.
 */
import { plans, type Plan } from '#app/domain/plans/catalog.ts'
import { hourMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from '../billed-team.ts'
import {
  ChargeRefused,
  type BillingChannel,
  type BillingCustomer,
  type BillingStep,
  type PlanOrder,
  type SubscriptionSnapshot,
} from '../channel.ts'
import { findApproval, storeApproval } from './approvals.server.ts'
import { findWixInstance, type WixInstance } from './wix-instances.server.ts'
import { periodAt } from './wix-period.ts'
import { InstanceRefused, type WixApp, type WixPlan } from './wix.ts'

const channel = 'wix'

/** An hour less than Wix says, for the person who still has to pay. */
const checkoutHours = 47

/** @param wix the app in Wix, `services.wix` */
export function createWixChannel(services: Services, wix: WixApp): BillingChannel {
  const { now } = services
  const isTest = !services.config.isProduction

  /** Null: nothing is paid for, or the app was removed. */
  async function readLive(customer: BillingCustomer): Promise<SubscriptionSnapshot | null> {
    const instance = await findWixInstance(services, billedTeam(customer))
    if (instance?.instanceId !== customer.providerId || instance.removedAt !== null) return null
    const plan = await mapped(services, () => wix.readPlan(customer.providerId))
    return plan && snapshotOf(plan, { instance, at: now(), isTest })
  }

  /** The checkout that the same form led to before, while it can be paid. */
  async function checkout(
    customer: BillingCustomer,
    { plan, operation, returnUrl }: PlanOrder,
  ): Promise<BillingStep> {
    const asked = { channel, customer, operation: `plan ${plan.id} ${operation}` } as const
    const known = await findApproval(services, asked)
    const openSince = now().getTime() - checkoutHours * hourMillis
    if (known && known.createdAt.getTime() > openSince) return { kind: 'redirect', url: known.url }
    const { id, url } = await mapped(services, () =>
      wix.createCheckout(customer.providerId, { planId: plan.id, returnUrl, isTest }),
    )
    await storeApproval(services, asked, { providerId: id, url })
    return { kind: 'redirect', url }
  }

  /** @param replaced the subscription that the merchant saw; undefined: none */
  async function order(
    customer: BillingCustomer,
    wanted: PlanOrder,
    replaced?: string,
  ): Promise<BillingStep> {
    const { plan, quantity, coupon } = wanted
    if (coupon !== null) throw new ChargeRefused('coupon', 'Wix’ checkout takes the coupons.')
    if (quantity !== 1) throw new ChargeRefused('other', 'Wix bills a plan once.')
    const live = await readLive(customer)
    if (live?.planId === plan.id && live.state === 'active') return { kind: 'done' }
    if (replaced !== undefined && live?.providerId !== replaced) throw gone()
    if (live && plan.priceCents <= live.unitCents) {
      throw new ChargeRefused('other', 'Wix only switches to dearer plans.')
    }
    return checkout(customer, wanted)
  }

  async function endNow(customer: BillingCustomer, subscription: string): Promise<void> {
    const live = await readLive(customer)
    if (live?.providerId !== subscription || live.state !== 'active') return
    throw new ChargeRefused('other', 'Plans of Wix are canceled in Wix.')
  }

  const refuse = () => Promise.reject(new ChargeRefused('other', 'This is done in Wix.'))

  return {
    name: channel,
    abilities: {
      charges: true,
      previewsSwitch: false,
      resumes: false,
      switches: true,
      cancels: false,
      sells: false,
      takesCoupons: false,
      managedAt: wix.subscriptionsUrl,
    },
    async listSubscriptions(customer) {
      const live = await readLive(customer)
      return live ? [live] : []
    },
    subscribe: (customer, wanted) => order(customer, wanted),
    previewSwitch: () => Promise.resolve(null),
    switchPlan: (customer, wanted) => order(customer, wanted, wanted.subscription),
    cancel: refuse,
    resume: refuse,
    endNow: (customer, { subscription }) => endNow(customer, subscription),
    sell: refuse,
    readPurchase: () => Promise.resolve(null),
  }
}

const gone = () => new ChargeRefused('gone', 'The site doesn’t have this subscription.')

async function mapped<Answer>(
  { now }: Pick<Services, 'now'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InstanceRefused)) throw error
    // A webhook says when the app was removed. Until then nothing is known.
    throw new TryLater(error.message, new Date(now().getTime() + hourMillis))
  }
}

const wixPlans: readonly Plan[] = plans.filter((plan) => plan.channel === channel)

type Seen = { instance: WixInstance; at: Date; isTest: boolean }

function snapshotOf(
  { planId, packageName, cycle, purchasedAt, expiresAt, renews }: WixPlan,
  { instance: { instanceId, installedAt }, at, isTest }: Seen,
): SubscriptionSnapshot {
  const plan = wixPlans.find(({ id }) => id === planId) ?? null
  const period = periodAt({ purchasedAt, expiresAt }, at)
  return {
    // Wix has no id for it. An ended one never comes back, so a later install's is another one.
    providerId: `${instanceId} ${purchasedAt.toISOString()} ${installedAt.toISOString()}`,
    planId: plan?.id ?? null,
    providerPlan: packageName,
    state: renews ? 'active' : 'cancelled',
    providerStatus: cycle,
    quantity: 1,
    // Wix doesn't say what was paid, in which currency, and after which discount.
    unitCents: plan?.priceCents ?? 0,
    discount: null,
    trialEndsAt: null,
    endsAt: renews ? null : period.endsAt,
    currentPeriodStartedAt: period.startedAt,
    currentPeriodEndsAt: period.endsAt,
    endedAt: null,
    createdAt: purchasedAt,
    isTest,
  }
}
