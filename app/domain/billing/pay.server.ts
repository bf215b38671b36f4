/** The payment method, coupons, and payments that are due. */
import type { TeamScope } from '#app/domain/scope.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { formatCents } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'
import { askProvider, invalidCoupon } from './ask-provider.server.ts'
import { findAccount } from './billing-state.server.ts'
import { requireCustomer, type OwnerChange } from './cancel-plan.server.ts'
import { changeBilling, requireMain, requireShown } from './change-under-lease.server.ts'
import { requireCardTeam, requireCardToPay } from './channel-of.server.ts'
import type {
  BillingCustomer,
  BillingDetails,
  BillingStep,
  CardChannel,
  StoredCard,
} from './channel.ts'
import type { CouponAnswer, CouponUse } from './channels/coupon.ts'
import { appliedOf } from './discounts.ts'
import { storeDetails } from './save-details.server.ts'
import { findProcessing } from './stored/find-processing.server.ts'
import { findSwitch } from './stored/find-switch.server.ts'
import { findOpenPayment } from './stored/open-payment.server.ts'
import { planName } from './stored/placed-order.server.ts'
import { droppedWords } from './stored/switch-payment.ts'
import { isUsedCoupon, listUsedCoupons } from './stored/store-subscriptions.server.ts'
import type { SubscriptionRow } from './stored/subscription-rows.ts'
import { syncBilling } from './sync.server.ts'

/**
 * Returns the values that the browser needs to store a card with Stripe.
 *
 * @throws Refusal `not_found` for a team that doesn't pay by card; `unavailable`
 */
export const startCardSetup = (
  services: Services,
  scope: TeamScope,
  operation: string,
): Promise<{ clientSecret: string; publishableKey: string; scriptUrl: string }> =>
  askProvider(services, scope, async () => {
    const { card, customer } = await requireCardToPay(services, scope)
    const clientSecret = await card.startCardSetup(customer, operation)
    const { publishableKey, scriptUrl } = card
    return { clientSecret, publishableKey, scriptUrl }
  })

/** `details` are stored with the card, and checked together: both can change countries at the same time. */
export type NewCard = { paymentMethod: string; userId: number; details?: BillingDetails }

/**
 * Charges the card that the browser stored from now on. Its country has to be the billing country;
 * otherwise the card is removed again.
 *
 * @throws Refusal `invalid` at a field, `not_found` for a team that doesn't pay by card, `unavailable`
 */
export const storeCard = (
  services: Services,
  scope: TeamScope,
  { paymentMethod, userId, details }: NewCard,
): Promise<StoredCard> =>
  askProvider(services, scope, async () => {
    const { card, customer } = await requireCardToPay(services, scope)
    const stored = await card.readCard(customer, paymentMethod)
    if (stored === null) throw refuseField('payment_method', 'Enter your card again.')
    const account = await services.db.asTeam(scope, (tx) => findAccount(tx, scope))
    const country = details?.country ?? account?.billingCountry ?? null
    if (country === null) throw refuseField('billing_country', 'Select a country.')
    // A card of an unknown country can't be of the billing country.
    if (stored.country !== country) {
      await card.removeCard(customer, paymentMethod)
      throw refuseField(
        'billing_country',
        'Your card is from another country. Select that country, then enter the card again.',
      )
    }
    if (details) await storeDetails(services, scope, { details, card, customer })
    await card.useCard(customer, paymentMethod)
    const { brand, lastFour } = stored
    const who = { teamId: scope.teamId, actor: { id: userId }, at: services.now() }
    await syncBilling(services, scope, {
      alongside: (tx) =>
        recordAct(tx, who, { act: 'billing.card_changed', details: { brand, lastFour } }),
    })
    return stored
  })

type WantedCoupon = {
  card: CardChannel
  customer: BillingCustomer
  use: CouponUse
  /** The plan that it would be used for. */
  planId: string
}

/**
 * Checks a coupon before it is used, so that its limits aren't found by the refusal of the order. Each works
 * once per team.
 *
 * @throws Refusal `invalid` at the coupon, with what it is limited to
 */
export async function requireUsableCoupon(
  services: Services,
  scope: TeamScope,
  { card, customer, use, planId }: WantedCoupon,
): Promise<void> {
  const used = await services.db.asTeam(scope, (tx) => listUsedCoupons(tx, scope))
  if (isUsedCoupon(used, use.code)) throw refuseField('coupon', invalidCoupon)
  const answer = await card.findCoupon(customer, { ...use, used })
  if ('refused' in answer) throw refuseField('coupon', sentenceOf(answer, planId))
}

function sentenceOf(answer: Extract<CouponAnswer, { refused: unknown }>, planId: string): string {
  switch (answer.refused) {
    case 'unknown':
    case 'used':
      return invalidCoupon
    case 'plan':
      return `This coupon isn’t for the ${planName(planId)} plan.`
    case 'first':
      return 'This coupon is only for a first purchase.'
    case 'customer':
      return 'This coupon is for another organization.'
    case 'amount':
      return `This coupon is for plans from ${formatCents(answer.leastCents)} a month.`
  }
}

/**
 * Applies a coupon to the running subscription. Each works once per team.
 *
 * @returns `applies` when it applied before, for example because an answer was lost. Nothing changed then
 * @throws Refusal `invalid` at the coupon, `conflict` also when another plan was shown, `not_found` for a
 * team that doesn't pay by card, `unavailable`
 */
export async function applyCoupon(
  services: Services,
  scope: TeamScope,
  { code: entered, operation, userId, version }: OwnerChange & { code: string },
): Promise<'applied' | 'applies'> {
  await requireCardTeam(services, scope)
  const code = entered.trim()
  return changeBilling(services, scope, async (context) => {
    const main = requireMain(context)
    const { card } = context
    const done = { userId, reason: 'Used a coupon.' }
    if (hasCoupon(main, code)) {
      await context.store(done)
      return 'applies'
    }
    requireShown(context, version)
    const isRunning = main.state === 'active' || main.state === 'trialing'
    if (!isRunning) throw new Refusal('conflict', 'Your plan has to be active to use a coupon.')
    await requireNoSwitch(services, scope)
    if (card === null) throw refuseField('coupon', invalidCoupon)
    const customer = requireCustomer(context)
    const use = { code, subscription: main.providerId }
    await requireUsableCoupon(services, scope, { card, customer, use, planId: main.planId })
    await card.applyCoupon(customer, { ...use, operation })
    await context.store(done)
    return 'applied'
  })
}

/** A switch that is paid brings the discounts of its order, and would replace a coupon that was used meanwhile. */
async function requireNoSwitch({ db, now }: Services, scope: TeamScope): Promise<void> {
  const { waiting } = await db.asTeam(scope, (tx) => findSwitch(tx, scope, now()))
  if (waiting === null) return
  const { planId } = waiting
  const which = planId === null ? 'A change of your plan' : `Your switch to ${planName(planId)}`
  throw new Refusal('conflict', `${which} isn’t paid yet. Use the coupon once that’s settled.`)
}

const hasCoupon = ({ discount }: SubscriptionRow, code: string): boolean =>
  appliedOf(discount).some((one) => one.code?.toLowerCase() === code.toLowerCase())

/**
 * Tries to collect what is due again, for example with a new card. Also for a plan that has ended: paying
 * then settles the debt, and doesn't bring the plan back. And for a switch that waits for its payment.
 *
 * @param isOfEnded the debt of an ended plan alone, whatever else waits
 * @throws Refusal `conflict` when nothing is due, or something else than was shown; `not_found` for a team that doesn't pay by card,
 * `unavailable`
 */
export async function retryPayment(
  services: Services,
  scope: TeamScope,
  { userId, version, isOfEnded = false }: OwnerChange & { isOfEnded?: boolean },
): Promise<BillingStep> {
  await requireCardToPay(services, scope)
  return changeBilling(services, scope, async (context) => {
    // Another company can charge it now.
    const { card, customer } = context.former ?? context
    const main = context.former ? null : context.main
    const processing = await services.db.asTeam(scope, (tx) => findProcessing(tx, scope))
    // Another attempt could be charged in addition.
    if (processing !== null) return { kind: 'processing' }
    const isFirst = main?.state === 'incomplete'
    const open = await services.db.asTeam(scope, (tx) => findOpenPayment(tx, scope))
    // An overdue invoice may have been voided at the provider.
    const owed = open !== null && open.cents > 0 ? open : null
    const due = isOfEnded || !isFirst ? owed?.subscription : main.providerId
    const { waiting, dropped } = await services.db.asTeam(scope, (tx) =>
      findSwitch(tx, scope, services.now()),
    )
    // Each notice has a button of its own: a switch isn't paid with the debt of another plan, nor in its place.
    const isSwitch = waiting !== null && !isOfEnded && owed?.hasEnded !== false
    const toPay = isSwitch ? waiting.subscription : due
    if (card === null || toPay === undefined) {
      throw new Refusal('conflict', dropped ? droppedWords(dropped) : 'No payment is due.')
    }
    requireShown(context, version)
    const step = await card.retryPayment(requireCustomer({ customer }), toPay)
    // A switch is its order's.
    const isPaid = toPay === due && step.kind === 'done'
    await context.store(isPaid ? { userId, reason: 'Paid what was due.' } : null)
    return step
  })
}
