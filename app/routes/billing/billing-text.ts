/** Sentences about a plan and its payment. */
import type { BillingState } from '#app/domain/billing/billing-state.server.ts'
import { companies } from '#app/domain/billing/channel-words.ts'
import { appliedOf, followingOf, replacedBy } from '#app/domain/billing/discounts.ts'
import type { ChannelName, StoredCard, VatStatus } from '#app/domain/billing/channel.ts'
import { periodWords } from '#app/domain/billing/stored/price-period.ts'
import type { InvoiceRow } from '#app/domain/billing/invoices.server.ts'
import { isOfSwitch, type WaitingSwitch } from '#app/domain/billing/stored/switch-payment.ts'
import { currency as catalogCurrency, findPlan } from '#app/domain/plans/catalog.ts'
import type { ProcessedPayment } from '#app/domain/billing/stored/find-processing.server.ts'
import type { OpenPayment } from '#app/domain/billing/stored/open-payment.server.ts'
import type { Money } from '#app/lib/money.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate, formatDateTime } from '#app/ui/format/format-time.ts'

type Subscription = NonNullable<BillingState['subscription']>

export const nameOfPlan = (id: string): string => findPlan(id)?.name ?? id

/** "$29 a month", "$290 a year", "$58 a month for 2 sites". */
export function describePrice({
  unitCents,
  period,
  quantity,
  currency,
}: Pick<Subscription, 'unitCents' | 'period' | 'quantity' | 'currency'>) {
  const cents = period?.cents ?? unitCents
  const price = `${formatPrice(cents * quantity, currency)} ${periodWords(period)}`
  return quantity === 1 ? price : `${price} for ${countWithNoun(quantity, 'site')}`
}

/**
 * The price that the organization pays. A plan that staff set, or that is on trial, has no subscription.
 *
 * @param priceCents of the plan in the catalog, a month
 * @param subscription undefined: it isn't this person's to see
 */
export function describeCharge(
  priceCents: number,
  subscription: BillingState['subscription'] | undefined,
): string {
  if (subscription === null && priceCents > 0) return 'Free of charge'
  if (!subscription) return `${formatPrice(priceCents)} a month`
  return subscription.isLifetime ? 'Paid once' : describePrice(subscription)
}

/** Canceling keeps what was used and not paid. Whether the card is charged again depends on why it was declined. */
export function owedWords({ cents, currency, planId, hasEnded }: OpenPayment): string {
  const of = hasEnded ? ` for your ${nameOfPlan(planId)} plan` : ''
  return `The open payment of ${formatPrice(cents, currency)}${of} is still owed.`
}

/** Whether an open payment is more than its bank is processing. Another plan’s debt isn’t that, whatever it amounts to. */
export const hasMoreOpen = (
  { subscription, cents }: Pick<OpenPayment, 'subscription' | 'cents'>,
  processing: Pick<ProcessedPayment, 'subscription' | 'cents'> | null,
): boolean => cents > (processing?.subscription === subscription ? processing.cents : 0)

/** Before a plan is canceled, which drops a switch and keeps what was used. Other payments can be at a bank as well. */
export const canceledWhileProcessing = ({
  cents,
  currency,
  isOfSwitch: isDropped,
}: ProcessedPayment): string =>
  `Your bank is still processing your payment of ${formatPrice(cents, currency)}, which can still be charged after you cancel. ${isDropped ? 'If it fails, you don’t owe it.' : 'If it fails, it’s still owed.'}`

/** Before a plan is canceled, which closes no checkout. */
export const unpaidWords = ({ count, cents }: Pick<BillingState['unpaid'], 'count' | 'cents'>) =>
  count === 1
    ? `A purchase of ${formatPrice(cents)} isn’t paid yet. It’s charged if you pay for it, or if your bank is still processing your payment.`
    : `${countWithNoun(count, 'purchase')} of ${formatPrice(cents)} in total aren’t paid yet. Each is charged if you pay for it, or if your bank is still processing your payment.`

type ShownAtBank = Pick<BillingState['atBank'], 'invoices'> & {
  /** As `formatAmounts` writes them. Empty: none. */
  amounts: string
}

export function atBankWords({ amounts, invoices }: ShownAtBank): string {
  const [which, them] =
    invoices === 1
      ? ['an invoice that was canceled', 'it']
      : [`${countWithNoun(invoices, 'invoice')} that were canceled`, 'them']
  return `Your bank is still processing ${amounts} for ${which}, and can still charge ${them}. If it does, contact support to get the money back.`
}

/** Before a plan is ordered that is charged. */
export const bothChargedWords = (atBank: ShownAtBank): string =>
  `${atBankWords(atBank)} This plan is charged as well.`

type InvoiceFacts = Pick<
  InvoiceRow,
  'uuid' | 'state' | 'isProcessing' | 'isAnswered' | 'lines' | 'paidCents' | 'currency'
>

/**
 * The purpose of an invoice that isn't paid, and whether it's owed. Null: it's paid.
 *
 * @param waiting the switch that waits for its payment, if there is one
 * @param starting the uuid of the first invoice of a plan that waits for it
 */
export function describeUnpaid(
  { uuid, state, isProcessing, isAnswered, lines, paidCents, currency }: InvoiceFacts,
  { waiting, starting }: { waiting: WaitingSwitch | null; starting: string | null },
): string | null {
  switch (state) {
    case 'paid':
      return null
    case 'uncollectible':
      return 'We no longer try to collect it.'
    case 'void':
      if (isProcessing) return 'Canceled, but your bank can still charge it.'
      if (paidCents > 0) {
        return `Your bank charged ${formatPrice(paidCents, currency)} after this was canceled. If it isn’t back yet, contact support.`
      }
      // Nothing is promised of one whose bank may still charge it.
      return `${isOfSwitch({ lines }) ? droppedInvoice : 'Withdrawn.'}${isAnswered ? ' Nothing is owed.' : ''}`
    case 'open':
      if (isProcessing) return 'Your bank is processing the payment.'
      if (waiting?.invoice === uuid) {
        const to = waiting.planId === null ? 'another plan' : nameOfPlan(waiting.planId)
        return `Switch to ${to}. You only owe it if you switch, until ${formatDateTime(waiting.payBy)}.`
      }
      if (starting === uuid) return 'First payment. Your plan starts once it’s paid.'
      return `${lines.map(({ description }) => description).join(', ')}. Still owed.`
  }
}

/**
 * An amount that was too small to charge. Null: there is none.
 *
 * @param isNext the next invoice is yet to come, and charges it
 */
export function carriedWords(
  { carriedCents, currency }: Pick<InvoiceRow, 'carriedCents' | 'currency'>,
  isNext: boolean,
): string | null {
  if (carriedCents === 0) return null
  const amount = formatPrice(carriedCents, currency)
  return isNext
    ? `${amount} is too small to charge. It’s added to your next invoice.`
    : `${amount} was too small to charge.`
}

const droppedInvoice = 'Switch that wasn’t paid.'

/** "Your switch to Agency isn’t paid yet" */
export const waitingTitle = ({ planId }: WaitingSwitch): string =>
  planId === null
    ? 'A change of your plan isn’t paid yet'
    : `Your switch to ${nameOfPlan(planId)} isn’t paid yet`

/** @param plan the name of the plan that stays until then */
export const waitingWords = ({ cents, currency, payBy }: WaitingSwitch, plan: string): string =>
  `You’re still on the ${plan} plan. Pay ${formatPrice(cents, currency)} by ${formatDateTime(payBy)} to switch. After that, the switch is dropped and you don’t owe it.`

type StoredDiscount = NonNullable<Subscription['discount']>

type Discount = ReturnType<typeof appliedOf>[number]
/** The subscription that a discount is for. */
type Discounted = Pick<Subscription, 'currency' | 'period'>

/** A payment that may still fail, and what follows once it’s paid. */
export function processingWords(
  { cents, currency }: Money,
  known: {
    subscription: Pick<Subscription, 'state' | 'planId' | 'planEndsAt' | 'pastDueSince'> | null
    waiting: Pick<WaitingSwitch, 'planId'> | null
  },
): string {
  return `Your bank is processing your payment of ${formatPrice(cents, currency)}. We’ll email you once it’s paid, or if it fails.${afterPayment(known)} You can’t change plans until then.`
}

/** Whether the days of grace are over, so that the plan only goes on until the bank answers. */
export const endsIfItFails = ({
  planEndsAt,
  pastDueSince,
}: Pick<Subscription, 'planEndsAt' | 'pastDueSince'>): boolean =>
  pastDueSince !== null && planEndsAt === null

function afterPayment({ subscription, waiting }: Parameters<typeof processingWords>[1]): string {
  if (waiting) {
    const to = waiting.planId === null ? 'the other plan' : nameOfPlan(waiting.planId)
    return ` You’ll switch to ${to} once it’s paid.`
  }
  if (subscription === null) return ''
  const name = nameOfPlan(subscription.planId)
  if (subscription.state === 'incomplete') return ` The ${name} plan starts once it’s paid.`
  if (endsIfItFails(subscription)) return ` Your ${name} plan ends if it fails.`
  const { planEndsAt } = subscription
  return planEndsAt
    ? ` Your ${name} plan ends on ${formatDateTime(planEndsAt)} unless it’s paid.`
    : ''
}

/**
 * "20% off until Jan 22, 2027", "$5 off each month and 10% off your next invoice", "$5 off your next invoice,
 * then 10% off each month".
 */
export function describeDiscount(discount: StoredDiscount, of: Discounted): string {
  const applied = describeAll(appliedOf(discount), of)
  const following = followingOf(discount).map((one) =>
    one.duration === 'once' ? `${offWords(one, of)} off one invoice` : describeOne(one, of),
  )
  return [applied, ...following].join(', then ')
}

const describeAll = (discounts: readonly Discount[], of: Discounted): string =>
  discounts.map((one) => describeOne(one, of)).join(' and ')

function describeOne(discount: Discount, of: Discounted): string {
  const { duration, months, endsAt } = discount
  const off = `${offWords(discount, of)} off`
  if (endsAt !== null) return `${off} until ${formatDate(new Date(endsAt))}`
  if (duration === 'once') return `${off} your next invoice`
  if (duration === 'repeating' && months !== null)
    return `${off} for ${countWithNoun(months, 'month')}`
  return of.period === null ? `${off} each month` : `${off} each invoice`
}

const offWords = (
  { percentOff, amountOffCents }: Discount,
  { currency }: Pick<Discounted, 'currency'>,
): string =>
  percentOff === null ? formatPrice(amountOffCents ?? 0, currency) : `${String(percentOff)}%`

/** For a coupon field. Null: a coupon replaces no discount. */
export function replacedWords(discount: StoredDiscount | null, of: Discounted): string | null {
  const replaced = replacedBy(discount)
  if (replaced.length === 0) return null
  const yours = `${replaced.length === 1 ? 'discount' : 'discounts'}, ${describeAll(replaced, of)}`
  // It comes back after a coupon that ends.
  const isCustomers = replaced.some((one) => one.of === 'customer')
  return isCustomers ? `Applies instead of your ${yours}.` : `Replaces your ${yours}.`
}

export type StateBadge = {
  label: string
  tone: 'success' | 'warning' | 'critical' | 'info'
}

/** Null: no plan is paid for. */
export function badgeOf(subscription: Subscription | null): StateBadge | null {
  if (subscription === null) return null
  if (subscription.isLifetime) return { label: 'Lifetime', tone: 'success' }
  // Canceled or not, an overdue payment is what needs attention.
  return subscription.pastDueSince === null ? badges[subscription.state] : badges.past_due
}

const badges: Record<Subscription['state'], StateBadge | null> = {
  incomplete: null,
  trialing: { label: 'Trial', tone: 'info' },
  active: { label: 'Active', tone: 'success' },
  past_due: { label: 'Payment failed', tone: 'critical' },
  paused: { label: 'Paused', tone: 'warning' },
  cancelled: { label: 'Canceled', tone: 'warning' },
  ended: null,
}

/** Where an amount goes. @param dueNowCents of the preview. Null: there is none. Up to 0: credit pays it, or is left */
export const paymentWords = (card: StoredCard, dueNowCents: number | null): string =>
  dueNowCents === null || dueNowCents > 0
    ? `Charged to ${describeCard(card)}.`
    : `This costs nothing now. Later invoices go to ${describeCard(card)}.`

/** A pause of payments, for a plan that goes on. @param plan its name */
export function collectionWords(
  { resumesAt, isKept }: NonNullable<Subscription['collectionPaused']>,
  plan: string,
): string {
  const until = resumesAt === null ? '' : ` until ${formatDateTime(new Date(resumesAt))}`
  const later = isKept
    ? 'Invoices of that time can be charged later.'
    : 'Invoices of that time aren’t charged.'
  const support = resumesAt === null ? ' Contact support to resume payments.' : ''
  return `Your ${plan} plan goes on, and nothing is charged for it${until}. ${later}${support}`
}

/** Before a switch that ends the offer of a cancellation. @param plan the name of its plan */
export const offerEndsWords = (discount: Discount, plan: string): string =>
  `Your ${offWords(discount, { currency: catalogCurrency })} discount is only for the ${plan} plan. It ends when you switch.`

/** A switch that waits for its payment leaves an end that was set at the provider as it is. */
export const fixedEndWords = ({
  current,
  plan,
  endsAt,
}: {
  current: string
  plan: string
  endsAt: Date
}): string =>
  `The ${current} plan is canceled. If the switch is paid right away, ${plan} renews every month. If it’s paid later, ${plan} ends on ${formatDate(endsAt)} unless you resume it.`

export const describeCard = ({ brand, lastFour, expMonth, expYear }: StoredCard): string =>
  `${brandName(brand)} ending in ${lastFour}, expires ${String(expMonth).padStart(2, '0')}/${String(expYear)}`

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const brandName = (brand: string) => brands[brand.toLowerCase()] ?? 'Card'

export const vatSentences: Record<VatStatus, string> = {
  pending: 'Being checked with the tax office.',
  verified: 'Confirmed by the tax office.',
  unverified: 'The tax office doesn’t know this VAT ID. Check it, because tax may be added.',
  unavailable: 'The tax office can’t be reached. We’ll check again.',
}

/** Where a company charges, after its name. */
export const together = (company: string): string =>
  company === companies.shopify ? ', together with your shop’s other charges' : ''

export const notSetUp =
  'Card payments aren’t set up on this server. Ask the person who runs it to change your plan.'

type Chosen = {
  channel: ChannelName
  isConfigured: boolean
  isPastDue: boolean
  /** As `whyNoSwitch` says it. Null: it can be switched. */
  noSwitch: string | null
  tooManyMembers: boolean
}

/** Why a plan can’t be chosen now. Null: it can. */
export function problemOf({
  isConfigured,
  channel,
  isPastDue,
  noSwitch,
  tooManyMembers,
}: Chosen): string | null {
  if (!isConfigured) return notSetUp
  if (isPastDue) {
    const company = companies[channel]
    const first = company === null ? 'Update your card' : `Pay your shop’s bill in ${company}`
    return `Your last payment failed. ${first} first, then change your plan.`
  }
  if (noSwitch !== null) return noSwitch
  if (!tooManyMembers) return null
  return 'Your organization has more members than this plan allows. Remove members to choose it.'
}
