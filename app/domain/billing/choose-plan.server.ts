/** Subscribing, and switching to another plan. */
import { currency, findPlan, type Plan } from '#app/domain/plans/catalog.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { askProvider, invalidCoupon, paymentFirst } from './ask-provider.server.ts'
import { findAccount } from './billing-state.server.ts'
import { cancelCurrent } from './cancel-plan.server.ts'
import { changeBilling, requireShown, type ChangeContext } from './change-under-lease.server.ts'
import { channelOf, requireCard } from './channel-of.server.ts'
import { requireWarned } from './stored/charges-at-bank.server.ts'
import type { BillingCustomer, BillingStep, PlanOrder } from './channel.ts'
import type { PlanPreview, WaitingOrder } from './channels/charge-preview.ts'
import { replacePlan } from './grants.server.ts'
import { requireUsableCoupon } from './pay.server.ts'
import { isOffered, planIssues, readQuantity } from './plan-issues.server.ts'
import { isDoneBefore } from './stored/known-order.server.ts'
import { chosenPlan, noteOrder, planChosen } from './stored/placed-order.server.ts'
import { findProcessing } from './stored/find-processing.server.ts'
import { whyNoSwitch } from './stored/why-no-switch.ts'
import { findMain, findNextPlan } from './stored/store-subscriptions.server.ts'
import { versionForOrder } from './stored/shown-version.server.ts'
import type { SubscriptionRow } from './stored/subscription-rows.ts'
import { requireRecentPrice, requireSameBasis, type ShownPrice } from './stored/shown-price.ts'
import { lifeStateOf, stateAfter } from './subscription-states.ts'
import { isContinued, readWaiting, requireShownOrder } from './stored/waiting-order.server.ts'

export type PlanChoice = ShownPrice & {
  planId: string
  /** Null: none was entered. */
  coupon: string | null
  /** Uuid of the form: sending it again changes nothing. */
  operation: string
  /** The owner. */
  actor: { userId: number }
  /** Where the provider returns to. */
  returnUrl: string
  /** The version of what was shown (`BillingState`). Absent: nothing was. */
  version?: string | undefined
  /** Amounts that were shown as still at the bank (`requireWarned`). Absent or empty: none were. */
  atBank?: string | undefined
}

/**
 * Subscribes to the plan, switches to it, or cancels for the free one.
 *
 * @returns what the owner has to do next
 * @throws Refusal `invalid` at a field, `unavailable`, `conflict` also when another plan or an old price was
 * shown
 */
export async function choosePlan(
  services: Services,
  scope: TeamScope,
  choice: PlanChoice,
): Promise<BillingStep> {
  const plan = findPlan(choice.planId)
  if (!plan) throw refuseField('plan', 'Choose a plan from the list.')
  const { tooManyMembers } = await planIssues(services, scope, plan.id)
  if (tooManyMembers) {
    throw refuseField('plan', 'A team with too many members can’t take this plan.')
  }
  return changeBilling(services, scope, async (context) => {
    requireOffered(plan, context)
    if (plan.priceCents === 0) return chooseFree(services, scope, { plan, choice, context })
    if (!context.channel.abilities.charges) throw notSetUp()
    const { main, shown } = context
    const coupon = enteredCoupon(choice.coupon)
    const version = versionForOrder(shown, { planId: plan.id, version: choice.version })
    const order = { ...choice, coupon, main, shown: choice.version, version }
    if (await isDoneBefore(services, scope, order)) return { kind: 'done' }
    const waiting = await readWaiting(context)
    const isSame = isContinued(order, { ...context, waiting })
    if (isSame) requireShownOrder(choice, waiting)
    else {
      requireShown({ shown: { version } }, choice.version)
      requireRecentPrice(choice, { main, at: services.now() })
      await requireWarned(services, scope, choice.atBank ?? '')
    }
    await requireSettled(services, scope)
    if (main !== null && main.state !== 'incomplete') {
      return change(services, scope, { plan, choice, context, main })
    }
    return subscribe(services, scope, { plan, choice, context, isSame })
  })
}

/**
 * Previews the charges of a switch, or of a first plan. Null: the provider can't know, or nothing would change.
 *
 * @param coupon that would be used with it. Absent or null: none
 * @throws Refusal, also `invalid` at the coupon
 */
export async function previewPlan(
  services: Services,
  scope: TeamScope,
  { planId, coupon = null }: { planId: string; coupon?: string | null },
): Promise<PlanPreview | null> {
  const plan = findPlan(planId)
  const { channel, card, customer, ...offer } = await channelOf(services, scope)
  const main = await services.db.asTeam(scope, (tx) => findMain(tx, scope))
  if (!plan || !isOffered(plan, offer) || plan.priceCents === 0) return null
  if (customer === null || !channel.abilities.previewsSwitch) return null
  // An order whose first payment waits is replaced.
  const current = main?.state === 'incomplete' ? null : main
  if (current?.planId === plan.id) return null
  if (current !== null && stateAfter(lifeStateOf(current), 'switch') === null) return null
  if (current !== null && whyNoSwitch(current, services.now()) !== null) return null
  if (current !== null && current.currency !== currency) return null
  const quantity = await readQuantity(services, scope, plan)
  return askProvider(services, scope, async () => {
    const code = enteredCoupon(coupon)
    const waiting = await readWaiting({ card, customer, main })
    const known = waitingOf(waiting, main)
    if (waiting && isContinued({ planId, coupon: code }, { main, card, waiting })) {
      return { ...waiting.charge, waiting: known && { ...known, isContinued: true } }
    }
    const order = { plan, quantity, replaces: replacedBy(main) }
    if (code !== null) {
      await checkCoupon(services, scope, { channel, card, customer, ...order, coupon: code })
    }
    const wanted = { ...order, subscription: current?.providerId ?? null, coupon: code }
    const preview = await channel.previewSwitch(customer, wanted)
    return preview && { ...preview, waiting: known && { ...known, isContinued: false } }
  })
}

const waitingOf = (waiting: WaitingOrder | null, main: SubscriptionRow | null) =>
  waiting && main && { planId: main.planId, coupon: waiting.coupon }

/** The first order that waits, which another one replaces. Null: none does. */
const replacedBy = (main: SubscriptionRow | null): string | null =>
  main?.state === 'incomplete' ? main.providerId : null

type Choosing = { plan: Plan; choice: PlanChoice; context: ChangeContext }

function requireOffered(plan: Plan, context: ChangeContext): void {
  if (isOffered(plan, context)) return
  // A discontinued plan can be kept, and not chosen again.
  throw refuseField(
    'plan',
    plan.isActive
      ? 'Your organization can’t take this plan. Choose another one.'
      : 'This plan is no longer offered. Choose another one.',
  )
}

/** The payment of an order before could still arrive, next to that of this one. */
async function requireSettled({ db }: Services, scope: TeamScope): Promise<void> {
  const processing = await db.asTeam(scope, (tx) => findProcessing(tx, scope))
  if (processing === null) return
  throw new Refusal(
    'conflict',
    'Your bank is still processing your last payment. Choose a plan once that’s done.',
  )
}

const notSetUp = () =>
  new Refusal(
    'conflict',
    'Card payments aren’t set up on this server. Ask the person who runs it to change your plan.',
  )

const alreadyOn = ({ name }: Plan) => refuseField('plan', `You’re already on the ${name} plan.`)

async function chooseFree(
  services: Services,
  scope: TeamScope,
  { plan, choice: { operation, actor, version }, context }: Choosing,
): Promise<BillingStep> {
  if (context.main !== null) {
    await cancelCurrent(services, scope, { operation, userId: actor.userId, version, context })
    return { kind: 'done' }
  }
  const { plan: current } = await readTeamPlan(services, scope)
  if (current === plan.id) throw alreadyOn(plan)
  // A lifetime deal is free as well.
  const planId = await services.db.asTeam(scope, (tx) =>
    findNextPlan(tx, scope, { freePlanId: plan.id, end: null }),
  )
  if (current === planId) throw alreadyOn(findPlan(planId) ?? plan)
  requireShown(context, version)
  const cause = { actor: 'member' as const, userId: actor.userId, reason: 'Chose the free plan.' }
  await replacePlan(services, scope, { planId, cause })
  await context.store({ ...chosen(current, findPlan(planId) ?? plan), userId: actor.userId })
  return { kind: 'done' }
}

const chosen = (from: string, { id, name }: Plan) => ({
  reason: chosenPlan(name),
  act: planChosen(from, id),
})

async function subscribe(
  services: Services,
  scope: TeamScope,
  { plan, choice, context, isSame }: Choosing & { isSame: boolean },
): Promise<BillingStep> {
  const { channel, card, main } = context
  const customer = await requireCustomer(services, scope, context)
  if (card !== null) await requireStoredCard(services, scope)
  const { userId } = choice.actor
  const { plan: current } = await readTeamPlan(services, scope)
  const done = { ...chosen(current, plan), userId }
  // The first payment of an order waits. The same order continues with it, another one replaces it.
  if (isSame && card !== null && main !== null) {
    await noteOrder(services, scope, { planId: plan.id, userId })
    const step = await card.retryPayment(customer, main.providerId)
    await context.store(step.kind === 'done' ? done : null)
    return step
  }
  const order = await orderOf(services, scope, { plan, choice, context, customer })
  await requireSameBasis(choice, { card, customer, subscription: null })
  await noteOrder(services, scope, { planId: plan.id, userId })
  if (main !== null) {
    const replaced = { subscription: main.providerId, operation: `${choice.operation}-end` }
    await channel.endNow(customer, { ...replaced, whileUnpaid: 'first' })
  }
  const step = await channel.subscribe(customer, order)
  await context.store(step.kind === 'done' ? done : null)
  return step
}

async function change(
  services: Services,
  scope: TeamScope,
  { plan, choice, context, main }: Choosing & { main: SubscriptionRow },
): Promise<BillingStep> {
  const { channel } = context
  const { operation, actor } = choice
  const isOn = main.state !== 'cancelled' && main.state !== 'paused'
  if (main.planId === plan.id && isOn) throw alreadyOn(plan)
  const isSame = main.planId === plan.id
  const noSwitch = whyNoSwitch(main, services.now())
  if (noSwitch !== null && !(isSame && main.state === 'cancelled')) {
    throw new Refusal('conflict', noSwitch)
  }
  // A switch resumes as well. With the same plan that is all there is to do.
  if (stateAfter(lifeStateOf(main), isSame ? 'resume' : 'switch') === null) {
    throw new Refusal('conflict', paymentFirst)
  }
  if (!isSame && main.currency !== currency) {
    throw new Refusal('conflict', currencyFirst(main.currency))
  }
  if (channel.abilities.managedAt !== undefined && plan.priceCents <= main.unitCents) {
    throw new Refusal('conflict', elsewhereFirst(main.planId === plan.id))
  }
  const customer = await requireCustomer(services, scope, context)
  const subscription = main.providerId
  if (!isSame) await requireSameBasis(choice, { card: context.card, customer, subscription })
  const order = await orderOf(services, scope, { plan, choice, context, customer })
  await noteOrder(services, scope, { planId: plan.id, userId: actor.userId })
  const done = { ...chosen(main.planId, plan), userId: actor.userId }
  if (!channel.abilities.switches) {
    const step = await channel.subscribe(customer, order)
    await context.store(step.kind === 'done' ? done : null)
    return step
  }
  if (isSame) await channel.resume(customer, { subscription, operation })
  const step: BillingStep = isSame
    ? { kind: 'done' }
    : await channel.switchPlan(customer, {
        ...order,
        subscription,
        from: main.planId,
        countedFrom: choice.countedFrom ?? null,
      })
  await context.store(step.kind === 'done' ? done : null)
  return step
}

/** Sentences for a plan that the provider doesn't switch to. */
export const elsewhereFirst = (isSame: boolean): string =>
  isSame
    ? 'This plan is canceled in Wix. To keep it, turn its renewal on again there.'
    : 'Wix only switches to a plan that costs more. Cancel your plan in Wix, and choose this one once it has ended.'

/**
 * A price that was made by hand in another currency can't be switched: a subscription has one for all time.
 *
 * @param paidIn its currency
 */
export const currencyFirst = (paidIn: string): string =>
  `Your plan is billed in ${paidIn.toUpperCase()}, and this one is billed in ${currency.toUpperCase()}. Cancel your plan, and choose this one once it has ended.`

async function requireCustomer(
  services: Services,
  scope: TeamScope,
  { customer, card }: ChangeContext,
): Promise<BillingCustomer> {
  if (customer !== null) return customer
  if (card === null) throw notSetUp()
  return (await requireCard(services, scope)).customer
}

async function requireStoredCard({ db }: Services, scope: TeamScope): Promise<void> {
  const account = await db.asTeam(scope, (tx) => findAccount(tx, scope))
  if (account?.cardLastFour == null) throw refuseField('payment_method', 'Add a card first.')
}

/** @throws Refusal `invalid` at the coupon */
async function orderOf(
  services: Services,
  scope: TeamScope,
  { plan, choice, context, customer }: Choosing & { customer: BillingCustomer },
): Promise<PlanOrder> {
  const { operation, returnUrl } = choice
  const quantity = await readQuantity(services, scope, plan)
  const coupon = enteredCoupon(choice.coupon)
  if (coupon !== null) {
    const replaces = replacedBy(context.main)
    await checkCoupon(services, scope, { ...context, customer, plan, quantity, coupon, replaces })
  }
  return { plan, quantity, coupon, operation, returnUrl }
}

const enteredCoupon = (typed: string | null): string | null => typed?.trim() || null

type Couponed = Pick<ChangeContext, 'channel' | 'card'> & {
  customer: BillingCustomer
  plan: Plan
  quantity: number
  coupon: string
  replaces: string | null
}

async function checkCoupon(
  services: Services,
  scope: TeamScope,
  { channel, card, customer, plan, quantity, coupon: code, replaces }: Couponed,
): Promise<void> {
  if (!channel.abilities.takesCoupons || card === null) {
    throw refuseField('coupon', invalidCoupon)
  }
  const use = { code, plan, quantity, replaces }
  await requireUsableCoupon(services, scope, { card, customer, use, planId: plan.id })
}
