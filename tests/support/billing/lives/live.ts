/**
 * Lives random lives in which Stripe and the process fail in the middle, and checks after each turn that
 * Stripe, the database, the screens and the emails agree. Free of any test runner: a test lives some of
 * them and a bench many. A life is the same at each run, by its number.
 */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { eq } from 'drizzle-orm'
import { billingAccounts, purchases, subscriptions, teams } from '#app/db/schema/index.ts'
import { startCardSetup, storeCard } from '#app/domain/billing/pay.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { syncBilling, syncCustomer } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { dayMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { StripeBilling } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import type { Clock } from '../../clock.ts'
import type { Makers } from '../../makers.ts'
import { details } from '../billing-details.ts'
import { couponOf as codeOf, newForm, runAct, type Outcome } from './acts.ts'
import { checkAnnounced, checkPrice, readAnnounced } from './announced.ts'
import { checkAgreement, type Checked } from './checks.ts'
import { startProcess, type SentJob } from './failing-process.ts'
import { coupons, lifeOf, type Act, type Life, type Turn } from './life.ts'
import { factsOf, invoicesOf, runningOf, couponOf, planOf } from './provider.ts'

export type LivesWorld = {
  services: Services
  stripe: StripeBilling
  /** The clock of Stripe and the product. */
  clock: Clock
  makers: Pick<Makers, 'team'>
}

type LifeWorld = LivesWorld & Checked

/** Longer than a lease. */
const minute = 61 * secondMillis
/**
 * The product looks at least so often, also after an outage. An overdue plan lasts fourteen days of grace,
 * so with more than fourteen February's renewal could come before the look that ends it.
 */
const mostDays = 14

/** @throws Error with the number of the life and its history, where something disagrees */
export async function liveLife(world: LivesWorld, number: number): Promise<void> {
  const life = lifeOf(number)
  const history: string[] = []
  try {
    await live(world, life, (line) => history.push(line))
  } catch (error) {
    throw new Error(`Life ${String(number)} (starts with ${life.plan}):\n${history.join('\n')}\n`, {
      cause: error,
    })
  }
}

async function live(world: LivesWorld, life: Life, note: (line: string) => void): Promise<void> {
  const checked = await begin(world, life)
  try {
    await liveTurns(checked, life, note)
  } finally {
    await end(checked)
  }
}

async function liveTurns(
  checked: LifeWorld,
  life: Life,
  note: (line: string) => void,
): Promise<void> {
  for (const [index, turn] of life.turns.entries()) {
    note(`${String(index)}: ${inspect(turn, { breakLength: Infinity, depth: 5 })}`)
    await passDays(checked, turn)
    note(`   after the days: ${shown(checked)}`)
    const outcome = await actOf(checked, { turn, life: life.number }, note)
    note(`   ${inspect(outcome)} ${shown(checked)}`)
    await checkAgreement(checked)
  }
  await passDays(checked, { days: 33, events: 'once' })
  note(`   at the end: ${shown(checked)}`)
}

const shown = ({ stripe: { account }, customer, clock }: LifeWorld): string =>
  inspect(
    {
      now: clock.now().toISOString(),
      running: runningOf(account, customer).map((one) => [
        one.id,
        planOf(one),
        one.status,
        one.cancel_at_period_end ? 'ends' : 'renews',
        couponOf(account, one),
      ]),
      invoices: invoicesOf(account, customer).map(({ status, total }) => [status, total]),
    },
    { breakLength: Infinity, depth: 5 },
  )

async function begin(world: LivesWorld, life: Life): Promise<LifeWorld> {
  const { stripe, makers, services: given } = world
  const sent: SentJob[] = []
  const { services } = startProcess({ services: given, stripe, sent }, null)
  for (const [name, rule] of Object.entries(coupons)) {
    stripe.addCoupon({ id: codeOf(life.number, name), ...rule })
  }
  const team = await makers.team()
  const { scope, owner } = team
  const { clientSecret } = await startCardSetup(services, scope, newForm())
  const paymentMethod = stripe.enterCard(clientSecret, 'visa')
  await storeCard(services, scope, { paymentMethod, userId: owner.id, details })
  const customer = [...stripe.account.tables.customer.keys()].at(-1) ?? ''
  const promised: Checked['promised'] = {
    canceled: null,
    base: 'free',
    lifetime: null,
    trial: null,
    wasPaying: null,
    entered: new Set(),
  }
  const checked = { ...world, services, team, customer, promised, sent, checkedJobs: { count: 0 } }
  const act = { kind: 'choose' as const, plan: life.plan, coupon: null, isPreviewed: false }
  const wanted = { act, form: newForm(), life: life.number }
  assert.equal((await runAct(services, { stripe, team }, wanted)).kind, 'done')
  await checkAgreement(checked)
  return checked
}

/** Time passes for Stripe and the product, which misses nothing but events. */
async function passDays(
  world: LifeWorld,
  { days, events }: Pick<Turn, 'days' | 'events'>,
): Promise<void> {
  for (let left = days; left > 0; left -= mostDays) {
    const passing = Math.min(left, mostDays) * dayMillis
    const announced = await readAnnounced(world)
    world.clock.advance(passing)
    await hear(world, events)
    await workOffDueBilling(world.services)
    checkAnnounced(world, announced)
    await checkAgreement(world)
  }
}

/** Events say only that something has changed. Without them the nightly check sees it. */
async function hear(world: LifeWorld, events: Turn['events']): Promise<void> {
  const { services, customer, stripe } = world
  await stripe.settle()
  if (events === 'lost') await checkNightly(world)
  else await syncCustomer(services, customer)
  if (events === 'twice') await syncCustomer(services, customer)
}

const checkNightly = ({ services }: LifeWorld) =>
  reconcileBilling(services, {
    night: services.now().toISOString().slice(0, 10),
    after: 0,
    checked: 0,
    repaired: 0,
    failed: 0,
  })

async function actOf(
  world: LifeWorld,
  { turn, life }: { turn: Turn; life: number },
  note: (line: string) => void,
): Promise<Outcome> {
  const { services, stripe, team, customer, sent, clock } = world
  const { account } = stripe
  const card = account.get('customer', customer).invoice_settings.default_payment_method
  if (card !== null) stripe.changeCard(card, turn.card)
  const wanted = { act: turn.act, form: newForm(), life }
  const late = turn.events === 'late' ? await startLateRead(world) : null

  const before = factsOf(account, customer)
  const known = new Set(invoicesOf(account, customer).map(({ id }) => id))
  const expected = expectedOf(world, turn.act)
  const failing = startProcess({ ...world, sent }, turn.mishap)
  let outcome = await runAct(failing.services, { stripe, team }, wanted)
  const isOpen = outcome.kind === 'unknown'
  stripe.heal()
  if (outcome.kind === 'unknown' && turn.isRepeated) {
    note(`   ${inspect(outcome)} ${shown(world)}`)
    clock.advance(minute)
    await stripe.settle()
    outcome = await runAct(services, { stripe, team }, wanted)
  } else if (outcome.kind === 'refused') {
    assert.deepEqual(factsOf(account, customer), before, 'what is refused changes nothing')
  }
  if (outcome.kind === 'done' && outcome.shown) checkPrice(world, { shown: outcome.shown, known })
  if (outcome.kind === 'authenticate') answerBank(world, outcome, turn)
  await late?.finish()
  clock.advance(minute)
  await hear(world, turn.events)
  const mayBeDone = isOpen || outcome.kind !== 'refused'
  await follow(world, { turn, life, outcome, expected, mayBeDone })
  return outcome
}

function answerBank(
  { stripe }: LifeWorld,
  { clientSecret }: { clientSecret: string },
  { answer }: Turn,
): void {
  if (answer !== null) stripe.authenticate(clientSecret, answer)
}

/** A read of everything that ends after a later one. */
async function startLateRead(world: LifeWorld): Promise<{ finish: () => Promise<void> }> {
  const { services, team } = world
  const { card } = services.billing
  if (card === null) throw new Error('There is a card channel.')
  const gate: { open: () => void } = { open: () => {} }
  const opened = new Promise<void>((resolve) => (gate.open = resolve))
  let hasRead = () => {}
  const read = new Promise<void>((resolve) => (hasRead = resolve))
  const slow = {
    ...card,
    async readDefaultCard(customer: Parameters<typeof card.readDefaultCard>[0]) {
      const found = await card.readDefaultCard(customer)
      hasRead()
      await opened
      return found
    },
  }
  const stored = syncBilling({ ...services, billing: { card: slow } }, team.scope)
  await Promise.race([read, stored])
  return {
    async finish() {
      gate.open()
      await stored
    },
  }
}

type Followed = {
  turn: Turn
  life: number
  outcome: Outcome
  expected: { before: string }
  /** Also of a form that was sent again, and is refused because it was done. */
  mayBeDone: boolean
}

const expectedOf = ({ promised, services }: LifeWorld, act: Act) => ({
  before:
    promised.trial && promised.trial.until > services.now() && act.kind === 'trial'
      ? promised.trial.before
      : (promised.wasPaying ?? promised.base),
})

/** Notes everything that the person knows now. */
async function follow(
  world: LifeWorld,
  { turn, life, outcome, expected, mayBeDone }: Followed,
): Promise<void> {
  const { act } = turn
  const {
    stripe: { account },
    customer,
    promised,
  } = world
  const isDone = outcome.kind === 'done'
  if ((act.kind === 'choose' || act.kind === 'coupon') && act.coupon !== null) {
    if (mayBeDone) promised.entered.add(codeOf(life, act.coupon))
  }
  const [one] = runningOf(account, customer)
  switch (act.kind) {
    case 'choose':
      if (mayBeDone) promised.canceled = null
      if (!isDone) break
      assert.deepEqual([one && planOf(one), one?.cancel_at_period_end], [act.plan, false], 'chosen')
      break
    case 'resume':
      if (mayBeDone) promised.canceled = null
      if (isDone) assert.equal(one?.cancel_at_period_end, false, 'resumed')
      break
    case 'cancel':
    case 'choose free':
      if (isDone) noteCanceled(world)
      break
    case 'offer':
      if (isDone) assert.ok(one && couponOf(account, one)?.startsWith('cancellation-offer-'))
      break
    case 'coupon':
      if (isDone) assert.equal(one && couponOf(account, one), codeOf(life, act.coupon))
      break
    case 'trial':
    case 'lifetime':
    case 'staff plan':
      await followGrant(world, { act, outcome, before: expected.before })
      break
    case 'boost':
    case 'retry':
    case 'new card':
  }
}

function noteCanceled({ stripe: { account }, customer, promised }: LifeWorld): void {
  const [one] = runningOf(account, customer)
  if (!one) {
    // An order that waited, or a plan of staff’s. A lifetime deal is there again.
    const base = promised.lifetime ?? 'free'
    if (promised.wasPaying === null) Object.assign(promised, { base, trial: null })
    return
  }
  assert.equal(one.cancel_at_period_end, true, 'canceled')
  const known = invoicesOf(account, customer).map(({ id }) => id)
  promised.canceled = { subscription: one.id, invoices: new Set(known) }
}

type Grant = Extract<Act, { kind: 'trial' | 'lifetime' | 'staff plan' }>

async function followGrant(
  { services, team, promised }: LifeWorld,
  { act, outcome, before }: { act: Grant; outcome: Outcome; before: string },
): Promise<void> {
  if (outcome.kind === 'refused') return
  const { teamId } = team.scope
  const [row] = await services.db.system
    .select({ plan: teams.plan, until: billingAccounts.trialEndsAt })
    .from(teams)
    .leftJoin(billingAccounts, eq(billingAccounts.teamId, teams.id))
    .where(eq(teams.id, teamId))
  const deals = await services.db.system
    .select({ plan: subscriptions.planId })
    .from(subscriptions)
    .where(eq(subscriptions.isLifetime, true))
  const isStored = {
    trial: row?.plan === act.plan && row.until !== null,
    lifetime: deals.some(({ plan }) => plan === act.plan),
    'staff plan': row?.plan === act.plan,
  }[act.kind]
  if (outcome.kind === 'unknown' && !isStored) return
  assert.ok(isStored || act.kind === 'lifetime', `the ${act.kind} is there`)
  if (act.kind === 'trial') {
    promised.trial = { plan: act.plan, until: row?.until ?? new Date(0), before }
  } else if (act.kind === 'lifetime') {
    promised.lifetime = act.plan
    if (promised.wasPaying === null) promised.base = act.plan
  } else Object.assign(promised, { base: act.plan, trial: null })
}

/** The next life begins with an empty account. */
async function end({ services, stripe, team }: LifeWorld): Promise<void> {
  const { teamId } = team.scope
  for (const table of [purchases, subscriptions, billingAccounts]) {
    await services.db.system.delete(table).where(eq(table.teamId, teamId))
  }
  const { tables } = stripe.account
  for (const table of Object.values(tables)) {
    if (table !== tables.product && table !== tables.price) table.clear()
  }
  stripe.account.books.clear()
  stripe.account.events.splice(0)
  stripe.seen.splice(0)
}
