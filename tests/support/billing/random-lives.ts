/**
 * Two years of random lives: what Stripe's double invoices through the card channel equals what follows
 * from the facts alone, to the cent, and what was shown before each order. The recomputation below shares no
 * code with either. A test lives some of them and a bench many, so a difference is thrown instead of being
 * expected.
 */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { z } from 'zod'
import { createCardChannel } from '#app/clients/stripe/card-channel.server.ts'
import { stripeOf, stripeVariables } from '#app/config-stripe.server.ts'
import { doubleVariables } from '#app/config-use.server.ts'
import { ChargeRefused, type BillingStep } from '#app/domain/billing/channel.ts'
import type { ChargePreview } from '#app/domain/billing/channels/charge-preview.ts'
import { findPlan, type Plan } from '#app/domain/plans/catalog.ts'
import {
  startStripeBilling,
  stripeKeys,
  type StripeBilling,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'

const daySeconds = 86_400
/** The last day of a month, whose months have different lengths. */
const birth = Date.UTC(2026, 0, 31, 9, 30) / 1_000
const lifeDays = 730
const hourSeconds = 3_600
/** Stripe keeps an order back for 23 hours. */
const waitingSeconds = 23 * hourSeconds
/** Stripe charges no less, and carries it over. */
const leastCents = 50
/** Banks answer within so many hours. */
const slowHours = 40

const planIds = ['lite', 'plus', 'genius', 'agency', 'enterprise'] as const
const coupons = {
  HALF: { percent_off: 50, duration: 'once' },
  THIRD: { percent_off: 33, duration: 'repeating', duration_in_months: 3 },
  TENNER: { amount_off: 1_000, duration: 'repeating', duration_in_months: 5 },
  ODD: { amount_off: 333, duration: 'forever' },
} as const
type Coupon = keyof typeof coupons
/** Discounts by their coupons. The offer of a cancellation is for Enterprise. */
const rules = { ...coupons, OFFER: { amount_off: 6_500, duration: 'forever' } } as const
const offered = { plan: 'enterprise', cents: 12_400 } as const

type Act =
  | { kind: 'choose'; plan: (typeof planIds)[number]; coupon: Coupon | null }
  /** A switch whose payment doesn't succeed, unless nothing is due. */
  | { kind: 'fail'; plan: (typeof planIds)[number]; coupon: Coupon | null; isAsked: boolean }
  /** An order whose bank takes its time. Stripe waits less than a day for it. */
  | {
      kind: 'slow'
      plan: (typeof planIds)[number]
      coupon: Coupon | null
      hours: number
      isPaid: boolean
    }
  | { kind: 'coupon'; coupon: Coupon }
  | { kind: 'offer' }
  | { kind: 'cancel' }
  | { kind: 'resume' }

const anyCoupon = fc.constantFrom(...(Object.keys(coupons) as Coupon[]))
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('choose' as const),
    plan: fc.constantFrom(...planIds),
    coupon: fc.option(anyCoupon, { freq: 3 }),
  }),
  fc.record({
    kind: fc.constant('fail' as const),
    plan: fc.constantFrom(...planIds),
    coupon: fc.option(anyCoupon, { freq: 3 }),
    isAsked: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('slow' as const),
    plan: fc.constantFrom(...planIds),
    coupon: fc.option(anyCoupon, { freq: 3 }),
    hours: fc.integer({ min: 1, max: slowHours }),
    isPaid: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('coupon' as const), coupon: anyCoupon }),
  fc.constant({ kind: 'offer' as const }),
  fc.constant({ kind: 'cancel' as const }),
  fc.constant({ kind: 'resume' as const }),
)
type Life = readonly (readonly [Act, number])[]
/** Each act, and how many seconds after the one before. */
const lives: fc.Arbitrary<Life> = fc.array(
  fc.tuple(acts, fc.integer({ min: 1, max: 90 * daySeconds })),
  {
    minLength: 2,
    maxLength: 14,
  },
)

const planOf = (id: string): Plan => {
  const plan = findPlan(id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}

// The facts alone.

type Discount = { coupon: keyof typeof rules; endsAt: number | null }
type Subscription = {
  anchor: number
  /** Periods so far. */
  periods: number
  plan: string
  /** Amount charged for the whole of this period. */
  billed: { gross: number; off: number }
  discount: Discount | null
  isCanceled: boolean
}

const monthsLater = (seconds: number, months: number): number => {
  const start = new Date(seconds * 1_000)
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0))
  const day = Math.min(start.getUTCDate(), last.getUTCDate())
  const sinceMidnight = seconds % daySeconds
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), day) / 1_000 + sinceMidnight
}

class Ledger {
  /** Cents of all invoices. */
  total = 0
  subscription: Subscription | null = null

  /** Renews and ends what is due until then. */
  pass(until: number): void {
    for (;;) {
      const one = this.subscription
      if (!one) return
      const end = monthsLater(one.anchor, one.periods)
      if (end > until) return
      if (one.isCanceled) {
        this.subscription = null
        return
      }
      one.periods += 1
      if (one.discount?.endsAt != null && one.discount.endsAt <= end) one.discount = null
      this.charge(one, end)
    }
  }

  /** In seconds. Without a subscription nothing ends. */
  periodEnd(): number {
    const one = this.subscription
    return one ? monthsLater(one.anchor, one.periods) : Infinity
  }

  choose(at: number, plan: string, coupon: Coupon | null): void {
    const one = this.subscription
    if (!one) {
      const billed = { gross: 0, off: 0 }
      const discount = coupon === null ? null : discountOf(coupon, at)
      this.subscription = { anchor: at, periods: 1, plan, billed, discount, isCanceled: false }
      this.charge(this.subscription, at)
      return
    }
    one.isCanceled = false
    if (coupon !== null) one.discount = discountOf(coupon, at)
    else if (one.discount?.coupon === 'OFFER') one.discount = null
    const [start, end] = [
      monthsLater(one.anchor, one.periods - 1),
      monthsLater(one.anchor, one.periods),
    ]
    const part = (cents: number) => Math.round((cents * (end - at)) / (end - start))
    const gross = planOf(plan).priceCents
    const off = offOf(gross, one.discount, at)
    this.total -= part(one.billed.gross) - part(one.billed.off)
    this.total += part(gross) - part(off)
    Object.assign(one, { plan, billed: { gross, off } })
    this.use(one)
  }

  /** A whole period. */
  private charge(one: Subscription, at: number): void {
    const gross = planOf(one.plan).priceCents
    const off = offOf(gross, one.discount, at)
    one.billed = { gross, off }
    this.total += gross - off
    this.use(one)
  }

  private use(one: Subscription): void {
    if (one.discount && rules[one.discount.coupon].duration === 'once') one.discount = null
  }
}

const discountOf = (coupon: keyof typeof rules, at: number): Discount => {
  const rule = rules[coupon]
  const months = 'duration_in_months' in rule ? rule.duration_in_months : null
  return { coupon, endsAt: months === null ? null : monthsLater(at, months) }
}

function offOf(gross: number, discount: Discount | null, at: number): number {
  if (!discount || (discount.endsAt !== null && discount.endsAt <= at)) return 0
  const rule = rules[discount.coupon]
  return 'percent_off' in rule
    ? Math.round((gross * rule.percent_off) / 100)
    : Math.min(gross, rule.amount_off)
}

// The product.

let seconds = birth

async function startStripe(): Promise<StripeBilling> {
  const stripe = await startStripeBilling(() => new Date(seconds * 1_000))
  for (const id of planIds) stripe.addPrice(id, planOf(id).priceCents)
  for (const [id, coupon] of Object.entries(coupons)) stripe.addCoupon({ id, ...coupon })
  return stripe
}

async function createPayingCustomer(stripe: StripeBilling, teamId: number) {
  const account = stripeOf(
    z.object({ ...stripeVariables, ...doubleVariables }).parse({
      STRIPE_SECRET_KEY: stripeKeys.secret,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishable,
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
      STRIPE_DOUBLE_URL: stripe.url,
    }),
  )
  if (!account) throw new Error('There is no account.')
  const card = createCardChannel(account, () => new Date(seconds * 1_000))
  const email = 'ann@example.test'
  const providerId = await card.createCustomer({ teamId, name: 'Ann', email })
  const method = stripe.giveCard(providerId, 'visa')
  return { card, customer: { teamId, providerId }, method }
}

type Card = Awaited<ReturnType<typeof createPayingCustomer>>['card']
type Customer = Awaited<ReturnType<typeof createPayingCustomer>>['customer']
type Ordered = { plan: string; coupon: Coupon | null; operation: string }
type ShownNext = { at: Date; cents: number } | null

/** Comparisons so far: with none, nothing would be compared. */
const counts = { orders: 0, nexts: 0, slow: 0 }

/** Orders a plan as its screen does: with the moment of the price that was shown. */
async function orderAsShown(
  card: Card,
  {
    customer,
    subscription,
    wanted: { plan: planId, coupon, operation },
  }: { customer: Customer; subscription: string | null; wanted: Ordered },
): Promise<{ step: BillingStep; preview: ChargePreview }> {
  const wanted = { plan: planOf(planId), quantity: 1, coupon }
  const preview = await card.previewSwitch(customer, { ...wanted, subscription })
  assert.ok(preview, 'there is a price')
  const order = { ...wanted, operation, returnUrl: 'http://footfall.test/' }
  const { countedFrom } = preview
  const step =
    subscription === null
      ? await card.subscribe(customer, order)
      : await card.switchPlan(customer, { ...order, subscription, countedFrom })
  return { step, preview }
}

/** Compares prices that were shown with the invoices that followed, to the cent. */
function chargesOf(card: Card, customer: Customer) {
  let known = new Set<string>()
  const list = async () =>
    (await card.listInvoices(customer)).filter(({ state }) => state !== 'void')
  return {
    /** Before an order. */
    async note() {
      known = new Set((await list()).map(({ providerId }) => providerId))
    },
    async compare(preview: ChargePreview): Promise<ShownNext> {
      const added = (await list()).filter(({ providerId }) => !known.has(providerId))
      const invoice = added.find(({ issuedAt }) => +issuedAt === +preview.countedFrom)
      assert.ok(invoice, 'an order has its invoice')
      assert.deepEqual(
        {
          totalCents: invoice.totalCents,
          taxCents: invoice.taxCents,
          chargedCents: invoice.paidCents,
          lines: invoice.lines.map(({ amountCents }) => amountCents),
        },
        {
          totalCents: preview.totalCents,
          taxCents: preview.taxCents,
          chargedCents: Math.max(0, preview.dueNowCents),
          lines: preview.lines.map(({ amountCents }) => amountCents),
        },
        'an order charges what was shown',
      )
      counts.orders += 1
      const { nextAt: at, nextCents: cents } = preview
      return at === null || cents === null ? null : { at, cents }
    },
    async compareNext(next: ShownNext): Promise<void> {
      if (next === null || next.at.getTime() > seconds * 1_000) return
      const invoice = (await list()).find(({ issuedAt }) => +issuedAt === +next.at)
      const charged = next.cents < leastCents ? 0 : next.cents
      assert.equal(invoice?.paidCents, charged, 'the next invoice is as it was shown')
      counts.nexts += 1
    },
  }
}

let lastTeam = 0

/** Lives it at the double and in the ledger. Acts that the product refuses happen in neither. */
async function live(stripe: StripeBilling, life: Life): Promise<void> {
  lastTeam += 1
  const end = seconds + lifeDays * daySeconds
  const { card, customer, method } = await createPayingCustomer(stripe, lastTeam)
  const ledger = new Ledger()
  const charges = chargesOf(card, customer)
  /** The next invoice, as it was shown with the last order. Null: something has changed since. */
  let next: ShownNext = null
  let count = 0
  for (const [act, wait] of life) {
    if (seconds + wait >= end) break
    seconds += wait
    count += 1
    ledger.pass(seconds)
    const operation = `${String(lastTeam)}-${String(count)}`
    const one = ledger.subscription
    const subscription = one
      ? ((await card.listSubscriptions(customer)).find(({ state }) => state !== 'ended')
          ?.providerId ?? '')
      : ''
    await charges.compareNext(next)
    next = null
    const order = async (wanted: Ordered) => {
      await charges.note()
      return orderAsShown(card, { customer, subscription: one ? subscription : null, wanted })
    }
    if (act.kind === 'choose' && one?.plan !== act.plan) {
      const { step, preview } = await order({ ...act, operation })
      assert.deepEqual(step, { kind: 'done' })
      ledger.choose(seconds, act.plan, act.coupon)
      next = await charges.compare(preview)
    } else if (act.kind === 'fail' && one && one.plan !== act.plan) {
      stripe.changeCard(method, act.isAsked ? 'asks at payments' : 'declines')
      const ordered = await order({ ...act, operation }).catch((error: unknown) => {
        if (error instanceof ChargeRefused && error.reason === 'card') return null
        throw error
      })
      const step = ordered?.step
      if (step?.kind === 'authenticate') stripe.authenticate(step.clientSecret, false)
      if (ordered && step?.kind === 'done') {
        ledger.choose(seconds, act.plan, act.coupon)
        next = await charges.compare(ordered.preview)
      }
      stripe.changeCard(method, 'succeeds')
    } else if (act.kind === 'slow' && one?.plan !== act.plan && seconds + 2 * daySeconds < end) {
      stripe.changeCard(method, 'takes days')
      const orderedAt = seconds
      const { step, preview } = await order({ ...act, operation })
      stripe.changeCard(method, 'succeeds')
      const isProcessed = step.kind === 'processing'
      assert.ok(isProcessed || step.kind === 'done')
      const until = orderedAt + (isProcessed ? act.hours * hourSeconds : 0)
      const isInTime = until < Math.min(orderedAt + waitingSeconds, ledger.periodEnd())
      if (isProcessed) {
        counts.slow += 1
        seconds = until
        await stripe.settle()
        stripe.endProcessing(act.isPaid)
      }
      if (!isProcessed || (act.isPaid && isInTime)) {
        ledger.choose(orderedAt, act.plan, act.coupon)
        next = await charges.compare(preview)
      }
      ledger.pass(seconds)
    } else if (act.kind === 'offer' && one?.plan === offered.plan) {
      await card.applyOffer(customer, { subscription, priceCents: offered.cents, operation })
      one.discount = discountOf('OFFER', seconds)
    } else if (act.kind === 'coupon' && one) {
      await card.applyCoupon(customer, { subscription, code: act.coupon, operation })
      one.discount = discountOf(act.coupon, seconds)
    } else if (act.kind === 'cancel' && one) {
      await card.cancel(customer, { subscription, operation })
      one.isCanceled = true
    } else if (act.kind === 'resume' && one?.isCanceled) {
      await card.resume(customer, { subscription, operation })
      one.isCanceled = false
    }
  }
  seconds = end
  ledger.pass(end)
  await charges.compareNext(next)

  const issued = await card.listInvoices(customer)
  const invoices = issued.filter(({ state }) => state !== 'void')
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
  assert.equal(sum(invoices.map(({ totalCents }) => totalCents)), ledger.total)
  for (const { lines, subtotalCents } of invoices) {
    assert.equal(sum(lines.map(({ amountCents }) => amountCents)), subtotalCents)
  }
  const { balance } = stripe.account.get('customer', customer.providerId)
  assert.equal(sum(invoices.map(({ paidCents }) => paidCents)) + balance, ledger.total)
  // The next life begins on an empty account.
  for (const one of await card.listSubscriptions(customer)) {
    await card.endNow(customer, { subscription: one.providerId, operation: 'end' })
  }
  for (const table of ['subscription', 'invoice'] as const) stripe.account.tables[table].clear()
}

/** A second for each life is more than it takes. The shortest life so far is reported after that. */
const shrinkingUpTo = (count: number) => ({
  interruptAfterTimeLimit: count * 1_000,
  markInterruptAsFailure: true,
})

/**
 * The same lives at each run: the first hundreds of a thousand are those of a run of hundreds.
 *
 * @throws when an invoice differs from the facts, with the shortest life that shows it
 */
export async function liveRandomLives(count: number): Promise<void> {
  const stripe = await startStripe()
  try {
    await fc.assert(
      fc.asyncProperty(lives, (life) => live(stripe, life)),
      { numRuns: count, seed: 24, ...shrinkingUpTo(count) },
    )
    for (const [name, compared] of Object.entries(counts)) {
      assert.ok(compared > count / 4, `${name}: ${String(compared)} were compared`)
    }
  } finally {
    await stripe.stop()
  }
}
