/** Whether Stripe’s rows, ours, and the promises to the person agree. Throws where they don’t. */
import assert from 'node:assert/strict'
import { eq } from 'drizzle-orm'
import { purchases, teams } from '#app/db/schema/index.ts'
import { readBilling, type BillingState } from '#app/domain/billing/billing-state.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { readPlanEnd } from '#app/domain/billing/notices.server.ts'
import { hasUsedCoupon } from '#app/domain/billing/stored/store-subscriptions.server.ts'
import { graceDays } from '#app/domain/billing/subscription-states.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { InvoiceRow, SubscriptionRow } from '#workshop/doubles/stripe-billing/rows.ts'
import type { StripeBilling } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import type { TestTeam } from '../../makers.ts'
import type { SentJob } from './failing-process.ts'
import { couponOf, invoicesOf, planOf, runningOf, subscriptionOf } from './provider.ts'

/** Everything that the person was promised, and that follows without a look at any row. */
type Promises = {
  /** “Nothing more is charged.” */
  canceled: { subscription: string; invoices: Set<string> } | null
  /** The plan without a subscription. */
  base: string
  lifetime: string | null
  trial: { plan: string; until: Date; before: string } | null
  /** The subscription’s plan counted when it was last looked at. */
  wasPaying: string | null
  /** Coupons that were entered and not refused. */
  entered: Set<string>
}

export type Checked = {
  services: Services
  stripe: StripeBilling
  team: TestTeam
  customer: string
  promised: Promises
  sent: SentJob[]
  /** Jobs before these were looked at. */
  checkedJobs: { count: number }
}

/** The states of screens by Stripe’s. */
const stateOf = ({ status, cancel_at_period_end: ends }: SubscriptionRow) =>
  ends ? 'cancelled' : status

/** Until when an overdue subscription’s plan lasts. Null: it isn’t overdue. */
export function graceEnd(invoices: readonly InvoiceRow[], one: SubscriptionRow): Date | null {
  if (one.status !== 'past_due') return null
  const open = invoices.filter((row) => row.status === 'open' && subscriptionOf(row) === one.id)
  const since = Math.min(...open.map((row) => row.status_transitions.finalized_at ?? row.created))
  return new Date(since * 1_000 + graceDays * dayMillis)
}

/** After all is read from Stripe, and what is due was done. */
export async function checkAgreement(checked: Checked): Promise<void> {
  const { services, stripe, team, customer, promised } = checked
  const { account } = stripe
  const running = runningOf(account, customer)
  assert.ok(running.length <= 1, 'the customer pays for one subscription')
  const [one] = running
  const invoices = invoicesOf(account, customer)
  const screen = await readBilling(services, team.scope)
  const grace = one ? graceEnd(invoices, one) : null
  if (grace) assert.ok(grace > services.now(), 'a plan ends with its days of grace')

  const planBefore = promised.wasPaying
  if (one) {
    checkSubscription(checked, { one, screen })
    endTrialBy(promised, services.now())
  } else {
    if (promised.wasPaying !== null) {
      promised.base = promised.lifetime ?? 'free'
      endTrialBy(promised, endOfLast(account, customer))
    }
    promised.wasPaying = null
    const { subscription } = screen
    const isNone = subscription === null || subscription.isLifetime
    assert.ok(isNone || subscription.state === 'incomplete', 'no subscription runs')
  }
  const expected = one ? planOf(one) : planWithout(promised, services.now())
  assert.equal(screen.planId, expected, 'the plan of the organization')
  const isTrying = screen.subscription === null && (screen.trialEndsAt ?? 0) > services.now()
  assert.equal(
    isTrying && !one,
    promised.trial !== null && !one && screen.subscription === null,
    'the trial that the screen shows',
  )

  await checkInvoices(checked, invoices)
  await checkBoosts(checked)
  await checkEmails(checked, { planBefore, planId: screen.planId })
}

function checkSubscription(
  { stripe: { account }, promised }: Checked,
  { one, screen: { subscription } }: { one: SubscriptionRow; screen: BillingState },
): void {
  const coupon = couponOf(account, one)
  const code = coupon?.startsWith('cancellation-offer-') ? null : coupon
  assert.ok(subscription, 'the screen shows the subscription')
  assert.deepEqual(
    {
      state: subscription.state,
      planId: subscription.planId,
      endsAt: subscription.endsAt?.getTime() ?? null,
      renewsAt: subscription.currentPeriodEndsAt?.getTime(),
      discount: subscription.discount === null ? undefined : subscription.discount.code,
    },
    {
      state: stateOf(one),
      planId: planOf(one),
      endsAt: one.cancel_at === null ? null : one.cancel_at * 1_000,
      renewsAt: (one.items.data[0]?.current_period_end ?? 0) * 1_000,
      discount: coupon === null ? undefined : code,
    },
    'the screen and Stripe',
  )
  if (coupon?.startsWith('cancellation-offer-')) assert.equal(planOf(one), 'enterprise')
  else if (coupon !== null) assert.ok(promised.entered.has(coupon), 'a coupon that was entered')
  promised.wasPaying = planOf(one)
}

/** A trial that ends under a subscription changes no plan. */
function endTrialBy(promised: Promises, at: Date): void {
  if (promised.trial && promised.trial.until < at) promised.trial = null
}

const endOfLast = (account: StripeBilling['account'], customer: string): Date => {
  const ends = [...account.tables.subscription.values()]
    .filter((one) => one.customer === customer)
    .map((one) => one.ended_at ?? 0)
  return new Date(Math.max(0, ...ends) * 1_000)
}

function planWithout(promised: Promises, now: Date): string {
  const { trial, lifetime } = promised
  if (trial && trial.until <= now) {
    promised.base = lifetime ?? trial.before
    promised.trial = null
  }
  return promised.trial?.plan ?? promised.base
}

async function checkInvoices(
  { services, stripe: { account }, team, customer, promised }: Checked,
  invoices: readonly InvoiceRow[],
): Promise<void> {
  const stored = await listInvoices(services, team.scope)
  // A void one is no one's business: of a refused order it's stored with the next read.
  const sorted = (rows: unknown[][]) =>
    rows
      .map((row) => row.join(' '))
      .filter((row) => !row.includes('void'))
      .sort()
  assert.deepEqual(
    sorted(stored.map((row) => [row.number, row.state, row.totalCents, row.paidCents])),
    sorted(invoices.map((row) => [row.number, row.status, row.total, row.amount_paid])),
    'the invoices',
  )
  const { canceled } = promised
  const later = invoices.filter(
    (row) =>
      canceled && !canceled.invoices.has(row.id) && subscriptionOf(row) === canceled.subscription,
  )
  assert.deepEqual(
    later.filter(({ status, amount_due: due }) => status !== 'void' && due > 0),
    [],
    'nothing more is charged for a canceled plan',
  )
  const uses = new Map<string, number>()
  for (const row of invoices) {
    if (row.status === 'void') continue
    for (const used of checkLines(account, row)) uses.set(used, (uses.get(used) ?? 0) + 1)
  }
  for (const [coupon, count] of uses) {
    const most = coupon.startsWith('HALF') ? 1 : coupon.startsWith('THIRD') ? 2 : Infinity
    assert.ok(count <= most, `${coupon} takes off ${String(count)} months`)
    if (!coupon.startsWith('cancellation-offer-')) assert.ok(promised.entered.has(coupon), coupon)
  }
  for (const [id, { discounts, status }] of account.tables.subscription) {
    if (status !== 'active' || discounts.length === 0) continue
    const coupon = couponOf(account, account.get('subscription', id))
    if (coupon === null || coupon.startsWith('cancellation-offer-')) continue
    const isUsed = await services.db.asTeam(team.scope, (tx) =>
      hasUsedCoupon(tx, team.scope, coupon),
    )
    assert.ok(isUsed, `${coupon} counts as used`)
  }
  const charged = [...account.tables.charge.values()].filter((row) => row.customer === customer)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  assert.equal(
    sum(charged.map(({ amount }) => amount)),
    sum(invoices.map(({ amount_paid: paid }) => paid)),
    'what was charged is on the invoices, once',
  )
}

/** @returns the coupons that take off a month of it; one that works once also of a switch */
function checkLines(
  account: StripeBilling['account'],
  { lines, billing_reason: reason, total }: InvoiceRow,
): Set<string> {
  const used = new Set<string>()
  for (const line of lines.data) {
    for (const { amount, discount } of line.discount_amounts) {
      if (amount <= 0 || line.amount <= 0) continue
      const { coupon } = account.get('discount', discount).source
      if (reason !== 'subscription_update' || coupon.startsWith('HALF')) used.add(coupon)
      const rule = account.get('coupon', coupon)
      const most =
        rule.percent_off === null
          ? (rule.amount_off ?? 0)
          : Math.round((line.amount * rule.percent_off) / 100) + 1
      assert.ok(amount <= most, 'a month costs what its discount says')
    }
  }
  if (reason !== 'subscription_cycle') return used
  const month = lines.data.at(-1)
  const plan = (month?.pricing as { price_details: { price: string } } | null)?.price_details.price
  const key = account.get('price', plan ?? '').lookup_key
  assert.equal(
    month?.amount,
    findPlan(key ?? '')?.priceCents,
    'a month costs what the catalog says',
  )
  assert.ok(total >= 0, 'a renewal gives no credit')
  return used
}

async function checkBoosts({
  services,
  stripe: { account },
  team,
  customer,
}: Checked): Promise<void> {
  const paid = [...account.tables['checkout.session'].values()].filter(
    (one) => one.customer === customer && one.payment_status === 'paid',
  )
  const rows = await services.db.system
    .select({ providerId: purchases.providerId, state: purchases.state, units: purchases.units })
    .from(purchases)
    .where(eq(purchases.teamId, team.scope.teamId))
  const bought = rows.filter(({ state }) => state === 'paid')
  assert.deepEqual(
    bought.map(({ providerId }) => providerId).sort(),
    paid.map(({ id }) => id).sort(),
    'boosts that are paid',
  )
  const [row] = await services.db.system
    .select({ boost: teams.visitorBoost, until: teams.visitorBoostExpiresAt })
    .from(teams)
    .where(eq(teams.id, team.scope.teamId))
  const most = bought.reduce((sum, { units }) => sum + units, 0)
  assert.ok((row?.boost ?? 0) <= most, 'a boost counts once')
  if (paid.length > 0) assert.ok((row?.boost ?? 0) > 0, 'a boost that is paid counts')
}

async function checkEmails(
  { services, stripe: { account }, team, customer, sent, checkedJobs }: Checked,
  { planBefore, planId }: { planBefore: string | null; planId: string },
): Promise<void> {
  const receipts = sent.filter(({ name }) => name === 'billing.send-receipt')
  const ids = receipts.map(({ payload }) => (payload as { invoice: string }).invoice)
  assert.equal(new Set(ids).size, ids.length, 'an invoice has one receipt')
  const paid = (await listInvoices(services, team.scope)).filter(({ state }) => state === 'paid')
  const paidIds = new Set(paid.map(({ uuid }) => uuid))
  assert.ok(
    ids.every((id) => paidIds.has(id)),
    'a receipt is for an invoice that is paid',
  )

  const added = sent.slice(checkedJobs.count)
  checkedJobs.count = sent.length
  const ends = added.filter(({ name }) => name === 'billing.send-plan-ended')
  for (const { payload } of ends) {
    const notice = await readPlanEnd(services, payload as Parameters<typeof readPlanEnd>[1])
    if (notice === null) continue
    assert.equal(notice.newPlanId, planId, 'the email about the end names the plan of now')
    const still = runningOf(account, customer).map(planOf)
    assert.ok(!still.includes(notice.planId), 'a plan that ended isn’t charged')
  }
  const hasEnded = planBefore !== null && runningOf(account, customer).length === 0
  if (hasEnded && planBefore !== planId) {
    assert.ok(ends.length > 0, `an email says that ${planBefore} ended`)
  }
}
