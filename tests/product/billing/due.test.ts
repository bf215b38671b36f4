/** Billing on a schedule: reminders, ends of plans and trials, receipts, the nightly check. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, subscriptions, teams } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { grantLifetime, replacePlan, startTrial } from '#app/domain/billing/grants.server.ts'
import type { CardChannel } from '#app/domain/billing/channel.ts'
import { withLease } from '#app/domain/billing/lease.server.ts'
import { retryPayment } from '#app/domain/billing/pay.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import { sendOverdueEmail, sendPlanEndedEmail, sendReceiptEmail } from '#app/jobs/billing.server.ts'
import { millisForCall } from '#app/lib/async/deadline.server.ts'
import { pathInTeam } from '#app/lib/switch-path.ts'
import { dayMillis } from '#app/lib/time.ts'
import { cardTeam, changesOf, planOf, rowsOf } from '../../support/billing/card-team.ts'
import { invoice, isAway, snapshot } from '../../support/billing/memory-card.ts'
import { createMailWorld } from '../../support/email-world.ts'
import { createWorld } from '../../support/world.ts'

const day = (count: number) => new Date(Date.UTC(2026, 2, 2, 10) + count * dayMillis)
const emails = [sendOverdueEmail, sendPlanEndedEmail, sendReceiptEmail]

test('an overdue payment is followed by three emails, and by the end of the plan', async () => {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'past_due', createdAt: day(-30) })]
  await syncBilling(team.services, team.scope)
  const pass = async (days: number) => {
    world.clock.advance(days * dayMillis)
    await workOffDueBilling(team.services)
    await workOffDueBilling(team.services)
  }

  await pass(0)
  const [first] = await world.mailsNow(1)
  expect(first?.headers).toMatchObject({ to: team.owner.email, subject: 'Payment failed' })
  expect(first?.text).toContain('Open billing by March 16, 2026')

  await pass(4)
  await pass(1)
  const [, second] = await world.mailsNow(2)
  expect(second?.headers).toMatchObject({
    subject: 'Payment failed: your plan ends on March 16, 2026',
  })
  await pass(5)
  await world.mailsNow(3)
  expect(await planOf(team)).toBe('plus')

  await pass(4)
  const ended = (await world.mailsNow(4)).at(-1)
  expect(ended?.headers).toMatchObject({ subject: 'Your Plus plan has ended' })
  expect(ended?.text).toContain('because the payment was overdue')
  expect(ended?.text).toContain(pathInTeam(team.scope.teamId, '/billing#plans'))
  expect(await planOf(team)).toBe('free')
  expect(team.memory.calls.map(({ name }) => name)).toEqual(['endNow'])
  expect(await rowsOf(team)).toMatchObject([{ state: 'ended' }])
})

const unpaid = { state: 'open', paidAt: null, paidCents: 0, dueCents: 2_400 } as const

test('canceling while a payment is overdue buys no more time, and reminders go on', async () => {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  const { services, scope } = team
  team.memory.data.subscriptions = [snapshot({ state: 'past_due' })]
  team.memory.data.invoices = [invoice(unpaid)]
  await syncBilling(services, scope)
  await workOffDueBilling(services)
  await world.mailsNow(1)

  await cancelPlan(services, scope, { operation: randomUUID(), userId: team.owner.id })
  const canceled = await readBilling(services, scope)
  expect(canceled.subscription).toMatchObject({ state: 'cancelled', planEndsAt: day(14) })
  expect(canceled.openPayment).toMatchObject({ cents: 2_400, hasEnded: false })

  world.clock.advance(5 * dayMillis)
  await workOffDueBilling(services)
  const reminder = (await world.mailsNow(2)).at(-1)
  expect(reminder?.headers).toMatchObject({
    subject: 'Payment failed: your plan ends on March 16, 2026',
  })
  expect(reminder?.text).toContain('We couldn’t collect $24 for the Plus plan')
  expect(reminder?.text).toContain('The plan is canceled, and the payment is still open.')
  expect(reminder?.text).toContain(
    'ends on March 16, 2026, or on April 2, 2026 if you pay by then.',
  )

  world.clock.advance(5 * dayMillis)
  await workOffDueBilling(services)
  await world.mailsNow(3)
  expect(await planOf(team)).toBe('plus')
  world.clock.advance(4 * dayMillis)
  await workOffDueBilling(services)
  expect(await planOf(team)).toBe('free')
  expect(team.memory.calls.map(({ name }) => name)).toEqual(['cancel', 'endNow'])
  const ended = (await world.mailsNow(4)).at(-1)
  expect(ended?.text).toContain('because the payment was overdue')
  expect(ended?.text).toContain('$24 is still unpaid.')

  // The debt stays, and can be paid.
  expect((await readBilling(services, scope)).openPayment).toMatchObject({
    cents: 2_400,
    hasEnded: true,
  })
  await retryPayment(services, scope, { operation: randomUUID(), userId: team.owner.id })
  expect(team.memory.calls.at(-1)).toEqual({ name: 'retryPayment', wanted: 'sub_1' })
  team.memory.data.invoices = [invoice({ paidAt: day(14) })]
  await syncBilling(services, scope)
  expect((await readBilling(services, scope)).openPayment).toBeNull()
  expect(await planOf(team)).toBe('free')
  await expect(
    retryPayment(services, scope, { operation: randomUUID(), userId: team.owner.id }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test.each([
  ['was paid', invoice({ paidAt: day(13) }), snapshot()],
  ['a bank works on', invoice({ ...unpaid, isProcessing: true }), snapshot({ state: 'past_due' })],
])(
  'a plan whose payment %s, which isn’t known yet, isn’t ended with the days of grace, nor is it asked for',
  async (_name, late, after) => {
    const world = await createMailWorld(emails)
    const team = await cardTeam(world)
    team.memory.data.subscriptions = [snapshot({ state: 'past_due' })]
    team.memory.data.invoices = [invoice(unpaid)]
    await syncBilling(team.services, team.scope)
    world.clock.advance(14 * dayMillis)
    team.memory.data.subscriptions = [after]
    team.memory.data.invoices = [late]

    await workOffDueBilling(team.services)

    expect(team.memory.calls).toEqual([])
    expect(await planOf(team)).toBe('plus')
    expect(await rowsOf(team)).toMatchObject([{ reminders: 0 }])
  },
)

test('a provider that can’t be reached keeps no reminder back', async () => {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'past_due' })]
  await syncBilling(team.services, team.scope)
  team.memory.failure = isAway()
  await workOffDueBilling(team.services)
  expect((await world.mailsNow(1))[0]?.headers['subject']).toBe('Payment failed')
})

test('a read before a reminder takes ten seconds at most, and a provider that is away isn’t asked by each', async () => {
  const world = await createMailWorld(emails)
  const teams = []
  for (let count = 0; count < 5; count += 1) teams.push(await cardTeam(world))
  for (const { services, scope, memory } of teams) {
    const providerId = `sub-${String(scope.teamId)}`
    memory.data.subscriptions = [snapshot({ providerId, state: 'past_due' })]
    await syncBilling(services, scope)
  }
  const [first] = teams
  const limits: number[] = []
  const card = {
    ...first?.memory.channel,
    hasCustomer() {
      limits.push(millisForCall(60_000))
      return Promise.reject(isAway())
    },
  } as CardChannel
  await workOffDueBilling({ ...world.services, billing: { card } })
  expect(limits).toHaveLength(3)
  expect(Math.max(...limits)).toBeLessThanOrEqual(10_000)
  expect((await world.mailsNow(5)).map(({ headers }) => headers['subject'])).toEqual(
    Array.from({ length: 5 }, () => 'Payment failed'),
  )
})

test('a plan isn’t ended while its owner changes it, nor changed while it’s ended', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const { services, scope, memory } = team
  memory.data.subscriptions = [snapshot({ state: 'past_due' })]
  await syncBilling(services, scope)
  world.clock.advance(15 * dayMillis)
  await withLease(services, scope, () => workOffDueBilling(services))
  expect(memory.calls).toEqual([])

  const change = { operation: randomUUID(), userId: team.owner.id }
  const { endNow } = memory.channel
  memory.channel.endNow = async (...wanted) => {
    await expect(cancelPlan(services, scope, change)).rejects.toMatchObject({ code: 'conflict' })
    await endNow(...wanted)
  }
  await workOffDueBilling(services)
  expect(memory.calls.map(({ name }) => name)).toEqual(['endNow'])
  expect(await planOf(team)).toBe('free')
})

test('a canceled plan that is paid in time lasts until its period ends', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [
    snapshot({ state: 'cancelled', endsAt: day(20), isUnpaid: true }),
  ]
  team.memory.data.invoices = [invoice(unpaid)]
  await syncBilling(team.services, team.scope)

  team.memory.data.subscriptions = [snapshot({ state: 'cancelled', endsAt: day(20) })]
  team.memory.data.invoices = [invoice()]
  await syncBilling(team.services, team.scope)
  world.clock.advance(19 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('plus')
})

test('a canceled plan that the provider ends early ends that day, as unpaid', async () => {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'cancelled', endsAt: day(20) })]
  team.memory.data.invoices = [invoice(unpaid)]
  await syncBilling(team.services, team.scope)

  world.clock.advance(2 * dayMillis)
  team.memory.data.subscriptions = [snapshot({ state: 'ended', endsAt: day(20), endedAt: day(2) })]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')
  const [mail] = await world.mailsNow(1)
  expect(mail?.text).toContain('ended on March 4, 2026, because the payment was overdue')
  expect(mail?.text).toContain('$24 is still unpaid.')
})

test('after an outage of six days one reminder comes, not two', async () => {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'past_due' })]
  await syncBilling(team.services, team.scope)
  world.clock.advance(6 * dayMillis)
  await workOffDueBilling(team.services)
  await workOffDueBilling(team.services)
  await world.mailsNow(1)
  const [row] = await team.services.db.system.select().from(subscriptions)
  expect(row?.reminders).toBe(2)
})

test('one team whose provider is away keeps no other waiting', async () => {
  const world = await createWorld()
  const [away, other] = [await cardTeam(world), await cardTeam(world)]
  for (const team of [away, other]) {
    const providerId = `sub-${String(team.scope.teamId)}`
    team.memory.data.subscriptions = [snapshot({ providerId, state: 'cancelled', endsAt: day(1) })]
    await syncBilling(team.services, team.scope)
  }
  world.clock.advance(dayMillis)
  away.memory.failure = isAway()
  const card = {
    ...other.memory.channel,
    hasCustomer: (customer: { teamId: number; providerId: string }) =>
      (customer.teamId === away.scope.teamId ? away : other).memory.channel.hasCustomer(customer),
  }
  await workOffDueBilling({ ...world.services, billing: { card } })
  expect(await planOf(away)).toBe('plus')
  expect(await planOf(other)).toBe('free')
  expect(world.logged.filter(({ level }) => level === 40)).toHaveLength(1)

  away.memory.failure = null
  await workOffDueBilling(away.services)
  expect(await planOf(away)).toBe('free')
})

test('a paid invoice is followed by one receipt, to who owns the team by then', async () => {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  const heir = await world.user()
  await team.services.db.system
    .update(teams)
    .set({ ownerId: heir.id })
    .where(eq(teams.id, team.scope.teamId))
  team.memory.data.invoices = [invoice({ state: 'open', paidAt: null, paidCents: 0 })]
  await syncBilling(team.services, team.scope)

  team.memory.data.invoices = [
    invoice({ totalCents: 2_400, paidCents: 2_400 }),
    // Paid long before we saw it.
    invoice({ providerId: 'in_0', paidAt: day(-40), issuedAt: day(-40) }),
  ]
  await syncBilling(team.services, team.scope)
  await syncBilling(team.services, team.scope)
  const [mail] = await world.mailsNow(1)
  expect(mail?.headers).toMatchObject({ to: heir.email, subject: 'Payment received: $24' })
  expect(mail?.text).toMatch(/1 × Plus: \$29\n?[^]*Discount: [-−]\$5/)
  expect(mail?.text).toContain('Invoice number: FF-0001.')
  expect(mail?.text).toContain(pathInTeam(team.scope.teamId, '/billing#invoices'))
})

test('a trial ends with the free plan, unless the team pays by then', async () => {
  const world = await createMailWorld(emails)
  const [trying, paying] = [await cardTeam(world), await cardTeam(world)]
  for (const team of [trying, paying]) {
    await startTrial(team.services, team.scope, {
      planId: 'genius',
      until: day(14),
      reason: 'Asked for it.',
    })
    expect(await planOf(team)).toBe('genius')
    expect((await readBilling(team.services, team.scope)).trialEndsAt).toEqual(day(14))
  }
  paying.memory.data.subscriptions = [snapshot()]
  await syncBilling(paying.services, paying.scope)

  world.clock.advance(14 * dayMillis)
  await workOffDueBilling(world.services)
  expect(await planOf(trying)).toBe('free')
  expect(await planOf(paying)).toBe('plus')
  const [mail] = await world.mailsNow(1)
  expect(mail?.text).toContain('because the trial is over')
  expect(await changesOf(trying)).toMatchObject([
    { to: 'genius', actor: 'staff', reason: 'Asked for it.' },
    { to: 'free', actor: 'system', reason: 'The trial ended.' },
  ])
})

const staffCause = { actor: 'staff', userId: null, reason: 'A gift.' } as const

test('a trial gives back what staff gave before, also after a second trial', async () => {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  await setPlan(team.services, team.scope, { wanted: { planId: 'lite' }, cause: staffCause })
  const trial = { planId: 'genius', reason: 'Asked for it.' }
  await startTrial(team.services, team.scope, { ...trial, until: day(14) })
  await startTrial(team.services, team.scope, { ...trial, planId: 'agency', until: day(20) })

  world.clock.advance(20 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('lite')
  const [mail] = await world.mailsNow(1)
  expect(mail?.text).toContain('is now on the Lite plan')
})

test('a trial gives a lifetime deal back, and no read of the provider ends it early', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const deal = { planId: 'lite', code: 'SUMO-2', forwardedImpressions: null, reason: 'AppSumo.' }
  await grantLifetime(team.services, team.scope, deal)
  await startTrial(team.services, team.scope, {
    planId: 'genius',
    until: day(14),
    reason: 'Asked for it.',
  })
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('genius')

  world.clock.advance(14 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('lite')
})

test('a lifetime deal during a trial applies after it', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, {
    planId: 'genius',
    until: day(14),
    reason: 'Asked for it.',
  })
  const deal = { planId: 'lite', code: 'SUMO-3', forwardedImpressions: null, reason: 'AppSumo.' }
  await grantLifetime(team.services, team.scope, deal)
  expect(await planOf(team)).toBe('genius')

  world.clock.advance(14 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('lite')
})

test('a plan that replaces a trial stays after its end', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, {
    planId: 'genius',
    until: day(14),
    reason: 'Asked for it.',
  })
  await replacePlan(team.services, team.scope, { planId: 'plus', cause: staffCause })
  expect((await readBilling(team.services, team.scope)).trialEndsAt).toBeNull()

  world.clock.advance(14 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('plus')
})

test('a plan of staff over a lifetime deal stays, is shown as free of charge, and gives way to the deal', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const { services, scope, owner } = team
  const deal = { planId: 'lite', code: 'SUMO-4', forwardedImpressions: null, reason: 'AppSumo.' }
  await grantLifetime(services, scope, deal)
  await replacePlan(services, scope, { planId: 'genius', cause: staffCause })
  await syncBilling(services, scope)

  expect(await readBilling(services, scope)).toMatchObject({
    planId: 'genius',
    subscription: null,
    nextPlanId: 'lite',
  })
  const choice = { coupon: null, operation: randomUUID(), returnUrl: 'http://footfall.test' }
  await choosePlan(services, scope, { ...choice, planId: 'free', actor: { userId: owner.id } })
  expect(await readBilling(services, scope)).toMatchObject({
    planId: 'lite',
    subscription: { isLifetime: true },
  })
})

test('choosing the free plan on a lifetime deal changes nothing, and isn’t said to', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const { services, scope, owner } = team
  const deal = { planId: 'lite', code: 'SUMO-7', forwardedImpressions: null, reason: 'AppSumo.' }
  await grantLifetime(services, scope, deal)
  const toFree = choosePlan(services, scope, {
    planId: 'free',
    coupon: null,
    operation: randomUUID(),
    actor: { userId: owner.id },
    returnUrl: 'http://footfall.test/billing',
  })
  await expect(toFree).rejects.toMatchObject({ message: 'You’re already on the Lite plan.' })
  const acts = await services.db.system.select({ act: auditEntries.act }).from(auditEntries)
  expect(acts).not.toContainEqual({ act: 'billing.plan_chosen' })
})

test('a lifetime deal outlasts a subscription, and its code is for one team', async () => {
  const world = await createWorld()
  const [team, other] = [await cardTeam(world), await cardTeam(world)]
  const deal = { planId: 'lite', code: 'SUMO-1', forwardedImpressions: null, reason: 'AppSumo.' }
  await grantLifetime(team.services, team.scope, deal)
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('lite')
  expect((await readBilling(team.services, team.scope)).subscription).toMatchObject({
    isLifetime: true,
  })

  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
  team.memory.data.subscriptions = [snapshot({ state: 'ended', endedAt: day(0) })]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('lite')

  await expect(grantLifetime(other.services, other.scope, deal)).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await planOf(other)).toBe('free')
})

test('the nightly check repairs what webhooks missed, one by one, and reports', async () => {
  const world = await createWorld()
  const paying = [await cardTeam(world), await cardTeam(world), await cardTeam(world)]
  for (const team of paying) {
    const providerId = `sub-${String(team.scope.teamId)}`
    team.memory.data.subscriptions = [snapshot({ providerId })]
    await syncBilling(team.services, team.scope)
  }
  const [same, changed, away] = paying
  if (!same || !changed || !away) throw new Error('There are three teams.')
  const [subscription] = changed.memory.data.subscriptions
  changed.memory.data.subscriptions = subscription ? [{ ...subscription, planId: 'genius' }] : []
  away.memory.failure = isAway()
  const ofTeam = (teamId: number) =>
    paying.find(({ scope }) => scope.teamId === teamId)?.memory.channel ?? same.memory.channel
  type Of = { teamId: number; providerId: string }
  const card = {
    ...same.memory.channel,
    hasCustomer: (of: Of) => ofTeam(of.teamId).hasCustomer(of),
    listSubscriptions: (of: Of) => ofTeam(of.teamId).listSubscriptions(of),
  }
  const night = { night: '2026-03-02', after: 0, checked: 0, repaired: 0, failed: 0 }
  const found = await reconcileBilling({ ...world.services, billing: { card } }, night)

  expect(found).toMatchObject({ checked: 3, repaired: 1, failed: 1 })
  expect(await planOf(changed)).toBe('genius')
  const repaired = world.logged.find(({ msg }) => msg?.includes('was repaired'))
  expect(repaired?.['changes']).toEqual([
    `sub-${String(changed.scope.teamId)}: plus active → genius active (planId)`,
    'plan: plus → genius',
  ])
})
