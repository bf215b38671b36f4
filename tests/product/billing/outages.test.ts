/**
 * Stripe goes down in the middle of what an owner does: before each of the calls, and after it did what was
 * asked. The screen says what happened, and sending the same form again ends as if nothing had been.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purchases } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { startCardSetup } from '#app/domain/billing/pay.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { CardName } from '#workshop/doubles/stripe-billing/cards.ts'
import { createCardWorld } from '../../support/billing/card-world.ts'
import { choose, details, enterCard } from '../../support/billing/paying-team.ts'

async function createDesk() {
  const world = await createCardWorld()
  const { fetch } = await world.serve()
  return { ...world, fetch }
}
type Desk = Awaited<ReturnType<typeof createDesk>>
type Team = Awaited<ReturnType<Desk['team']>>
type Form = { path: string; fields: Record<string, string> }

async function send({ fetch }: Desk, { owner }: Team, { path, fields }: Form) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { Cookie: owner.cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return { status: response.status, text: await response.text() }
}

async function paying(desk: Desk, planId: string, card: CardName = 'visa'): Promise<Team> {
  const { team } = await desk.site()
  await enterCard(desk, team, card)
  await choose(desk, team, { planId })
  return team
}

const state = ({ services }: Desk, { scope }: Team) => readBilling(services, scope)

/** Totals of paid invoices, newest first. */
const paid = async ({ services }: Desk, { scope }: Team) => {
  await syncBilling(services, scope)
  const all = await listInvoices(services, scope)
  return all.filter((one) => one.state === 'paid').map(({ totalCents }) => totalCents)
}

type Case = {
  name: string
  prepare: (desk: Desk) => Promise<Team>
  form: (desk: Desk, team: Team) => Promise<Form> | Form
  /** Checks the final state, however often the form was sent. */
  check: (desk: Desk, team: Team) => Promise<void>
}

const cases: Case[] = [
  {
    name: 'a coupon',
    async prepare(desk) {
      if (!desk.stripe.account.tables.coupon.has('HALF')) {
        desk.stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
      }
      return paying(desk, 'plus')
    },
    form: () => ({
      path: '/billing',
      fields: { intent: 'coupon', coupon: 'HALF', operation: randomUUID() },
    }),
    async check(desk, team) {
      const { subscription } = await state(desk, team)
      expect(subscription?.discount).toMatchObject({ code: 'HALF', percentOff: 50 })
    },
  },
  {
    name: 'a new card',
    prepare: (desk) => paying(desk, 'plus'),
    async form({ services, stripe }, { scope }) {
      const { clientSecret } = await startCardSetup(services, scope, randomUUID())
      return {
        path: '/billing/card',
        fields: {
          billing_name: details.name,
          billing_address: details.address,
          billing_city: details.city,
          billing_zip: details.zip,
          billing_country: details.country,
          payment_method: stripe.enterCard(clientSecret, 'mastercard'),
        },
      }
    },
    async check(desk, team) {
      expect((await state(desk, team)).card).toMatchObject({ lastFour: '4444' })
      expect(await paid(desk, team)).toEqual([2_900])
    },
  },
  {
    name: 'the offer',
    prepare: (desk) => paying(desk, 'enterprise'),
    form: () => ({ path: '/billing/cancel', fields: { intent: 'stay', operation: randomUUID() } }),
    async check(desk, team) {
      const { subscription, offerCents } = await state(desk, team)
      expect(subscription).toMatchObject({
        state: 'active',
        discount: { code: null, amountOffCents: 6_500 },
      })
      expect(offerCents).toBeNull()
    },
  },
  {
    name: 'a second attempt at a payment',
    async prepare(desk) {
      const team = await paying(desk, 'plus', 'failingLater')
      await desk.advance(32 * dayMillis)
      await syncBilling(desk.services, team.scope)
      await enterCard(desk, team, 'mastercard')
      // Logins end earlier.
      team.owner.cookie = `token=${await desk.logIn(team.owner)}`
      expect((await state(desk, team)).subscription?.state).toBe('past_due')
      return team
    },
    form: () => ({ path: '/billing', fields: { intent: 'retry', operation: randomUUID() } }),
    async check(desk, team) {
      expect(await paid(desk, team)).toEqual([2_900, 2_900])
      expect((await state(desk, team)).subscription?.state).toBe('active')
    },
  },
  {
    name: 'a purchase',
    async prepare(desk) {
      const { team } = await desk.site()
      await enterCard(desk, team)
      return team
    },
    form: (_desk, { scope }) => ({
      path: `/settings/teams/${String(scope.teamId)}/plan`,
      fields: { intent: 'buy', item: 'lite-visitors', operation: randomUUID() },
    }),
    async check({ services, stripe }, { scope }) {
      const rows = await services.db.system
        .select({ state: purchases.state, providerId: purchases.providerId })
        .from(purchases)
        .where(eq(purchases.teamId, scope.teamId))
      expect(rows).toMatchObject([{ state: 'open' }])
      const sessions = stripe.account.tables['checkout.session']
      expect(sessions.has(rows[0]?.providerId ?? '')).toBe(true)
    },
  },
]

/**
 * Loses each call's answer once. Only the first call also fails before it arrives: for each later one, the state
 * is the same as after the loss of the answer before it.
 */
const runs = cases.flatMap((one) => [
  { ...one, fault: 'lose the answer' as const, when: 'after it acted', isEach: true },
  { ...one, fault: 'hang up' as const, when: 'before it acts', isEach: false },
])

test.each(runs)('$name, while Stripe fails $when', async (one) => {
  const { prepare, form, check, fault, isEach } = one
  const desk = await createDesk()
  let failures = 0
  for (let answers = 0; ; answers += 1) {
    const team = await prepare(desk)
    const wanted = await form(desk, team)
    desk.stripe.failAfter(answers, fault)
    const first = await send(desk, team, wanted)
    desk.stripe.heal()
    if (first.status === 503) {
      failures += 1
      expect(first.text).toContain('We can’t reach the payment provider.')
      expect(first.text).toContain('You won’t be charged twice for this order.')
      const again = await send(desk, team, wanted)
      // A payment made in between is no longer due, and the offer is made once.
      expect([200, 302, 409]).toContain(again.status)
    }
    await check(desk, team)
    if (first.status !== 503 || !isEach) break
  }
  expect(failures).toBeGreaterThan(0)
})

test('a coupon whose answer was lost applies, also when its event came before the form again', async () => {
  const desk = await createCardWorld()
  await desk.queue.start([], desk.services)
  const served = await desk.serve()
  desk.connect(served)
  const { stripe, services } = desk
  const { fetch } = served
  stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
  const team = await paying({ ...desk, fetch }, 'plus')
  const form = {
    path: '/billing',
    fields: { intent: 'coupon', coupon: 'HALF', operation: randomUUID() },
  }
  const coupon = stripe.account.get('coupon', 'HALF')
  for (let answers = 0; coupon.times_redeemed === 0; answers += 1) {
    stripe.failAfter(answers, 'lose the answer')
    expect((await send({ ...desk, fetch }, team, form)).status).toBe(503)
    stripe.heal()
  }
  expect((await state({ ...desk, fetch }, team)).subscription?.discount).toBeNull()

  await stripe.settle()
  await deliveriesJob.run(services, {})
  expect((await state({ ...desk, fetch }, team)).subscription?.discount).toMatchObject({
    code: 'HALF',
  })

  const again = await send({ ...desk, fetch }, team, form)
  expect(again.status).toBe(200)
  expect(again.text).toContain('This coupon already applies to your plan')
  expect(again.text).not.toContain('This coupon code is invalid.')
  expect(coupon.times_redeemed).toBe(1)
})
