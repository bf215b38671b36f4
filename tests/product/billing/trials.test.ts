/** A trial that staff gave goes on under a subscription, and is back when that ends in time. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { grantLifetime, replacePlan, startTrial } from '#app/domain/billing/grants.server.ts'
import { readOverdueNotice } from '#app/domain/billing/notices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import { billingAccounts, subscriptions } from '#app/db/schema/index.ts'
import { sendPlanEndedEmail } from '#app/jobs/billing.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createShop } from '../../support/billing/billing-shop.ts'
import { cardTeam, changesOf, planOf, type CardTeam } from '../../support/billing/card-team.ts'
import { invoice, isAway, snapshot } from '../../support/billing/memory-card.ts'
import { createMailWorld } from '../../support/email-world.ts'
import { createWorld } from '../../support/world.ts'

const day = (count: number) => new Date(Date.UTC(2026, 2, 2, 10) + count * dayMillis)
const trial = { planId: 'genius', until: day(60), reason: 'Asked for it.' }
const deal = { planId: 'lite', code: 'SUMO-9', forwardedImpressions: null, reason: 'AppSumo.' }
const staffCause = { actor: 'staff', userId: null, reason: 'A gift.' } as const

async function subscribe(team: CardTeam, facts: Parameters<typeof snapshot>[0] = {}) {
  team.memory.data.subscriptions = [snapshot(facts)]
  await syncBilling(team.services, team.scope)
}

test('a subscription that ends during the trial gives the trial’s plan back, until its end', async () => {
  const world = await createMailWorld([sendPlanEndedEmail])
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, trial)
  await subscribe(team, { state: 'cancelled', endsAt: day(31) })
  expect(await planOf(team)).toBe('plus')
  expect((await readBilling(team.services, team.scope)).nextPlanId).toBe('genius')

  world.clock.advance(31 * dayMillis)
  await subscribe(team, { state: 'ended', endsAt: day(31), endedAt: day(31) })
  const back = await readBilling(team.services, team.scope)
  expect(back).toMatchObject({ planId: 'genius', subscription: null, trialEndsAt: day(60) })
  const [mail] = await world.mailsNow(1)
  expect(mail?.text).toContain('is now on the Genius plan')
  await workOffDueBilling(team.services)
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('genius')

  world.clock.advance(29 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('free')
  const over = (await world.mailsNow(2)).at(-1)
  expect(over?.text).toContain('because the trial is over')
  expect((await changesOf(team)).map(({ to }) => to)).toEqual(['genius', 'plus', 'genius', 'free'])
})

test('one that ends after the trial leads to the free plan, and says so before', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, { ...trial, until: day(14) })
  await subscribe(team, { state: 'cancelled', endsAt: day(31) })
  expect((await readBilling(team.services, team.scope)).nextPlanId).toBe('free')

  world.clock.advance(31 * dayMillis)
  await subscribe(team, { state: 'ended', endsAt: day(31), endedAt: day(31) })
  expect(await planOf(team)).toBe('free')
})

test.each([
  ['ends after the trial', { trialDays: 5, endDays: 10 }, 'free'],
  ['ends within the trial', { trialDays: 10, endDays: 5 }, 'lite'],
] as const)(
  'one that %s leads to its plan when both are read late, the provider away or not',
  async (_name, times, plan) => {
    const world = await createWorld()
    const team = await cardTeam(world)
    await setPlan(team.services, team.scope, { wanted: { planId: 'lite' }, cause: staffCause })
    await startTrial(team.services, team.scope, { ...trial, until: day(times.trialDays) })
    const ends = { endsAt: day(times.endDays) }
    await subscribe(team, { state: 'cancelled', ...ends })

    world.clock.advance(17 * dayMillis)
    team.memory.data.subscriptions = [
      snapshot({ state: 'ended', ...ends, endedAt: day(times.endDays) }),
    ]
    team.memory.failure = isAway()
    await workOffDueBilling(team.services)
    expect(await planOf(team)).toBe('plus')
    team.memory.failure = null
    await workOffDueBilling(team.services)
    expect(await planOf(team)).toBe(plan)
  },
)

test('an order that the bank never confirmed doesn’t keep the trial’s plan', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, { ...trial, until: day(1) })
  const order = { createdAt: day(0.9), providerStatus: 'incomplete' }
  await subscribe(team, { ...order, state: 'incomplete' })

  world.clock.advance(2 * dayMillis)
  const expired = { state: 'ended', providerStatus: 'incomplete_expired' } as const
  await subscribe(team, { ...order, ...expired, endedAt: day(1.9) })
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('free')
})

test('the end of a trial doesn’t end an overdue plan above it that waits for its bank', async () => {
  const world = await createMailWorld([sendPlanEndedEmail])
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, { ...trial, until: day(30) })
  const unpaid = { state: 'open', paidAt: null, paidCents: 0 } as const
  team.memory.data.invoices = [invoice({ ...unpaid, isProcessing: true })]
  await subscribe(team, { state: 'past_due' })
  world.clock.advance(31 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('plus')

  team.memory.data.invoices = [invoice(unpaid)]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')
  const [mail] = await world.mailsNow(1)
  expect(mail?.text).toContain('because the payment was overdue')
})

test('a trial from before its plan was stored, and whose plan isn’t known, isn’t shown', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, trial)
  await world.services.db.system.update(billingAccounts).set({ trialPlan: null })
  expect((await readBilling(team.services, team.scope)).trialEndsAt).toBeNull()
})

test('a lifetime deal and a plan of staff wait for the end of the trial that came back', async () => {
  const world = await createWorld()
  const [dealt, staffed] = [await cardTeam(world), await cardTeam(world)]
  await grantLifetime(dealt.services, dealt.scope, deal)
  await setPlan(staffed.services, staffed.scope, {
    wanted: { planId: 'agency' },
    cause: staffCause,
  })
  for (const team of [dealt, staffed]) {
    const providerId = `sub-${String(team.scope.teamId)}`
    await startTrial(team.services, team.scope, trial)
    await subscribe(team, { providerId })
    await subscribe(team, { providerId, state: 'ended', endedAt: day(0) })
    expect(await planOf(team)).toBe('genius')
  }

  world.clock.advance(60 * dayMillis)
  await workOffDueBilling(world.services)
  expect([await planOf(dealt), await planOf(staffed)]).toEqual(['lite', 'agency'])
})

test('a plan of staff, and the free plan once it’s chosen, end the trial that came back', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const { services, scope, owner } = team
  await startTrial(services, scope, trial)
  await subscribe(team)
  await subscribe(team, { state: 'ended', endedAt: day(0) })
  const toFree = { planId: 'free', coupon: null, returnUrl: 'http://footfall.test' }
  const actor = { userId: owner.id }
  await choosePlan(services, scope, { ...toFree, operation: randomUUID(), actor })
  expect(await readBilling(services, scope)).toMatchObject({ planId: 'free', trialEndsAt: null })

  await startTrial(services, scope, trial)
  await replacePlan(services, scope, { planId: 'plus', cause: staffCause })
  await syncBilling(services, scope)
  expect(await planOf(team)).toBe('plus')
})

test('an overdue plan leads to the trial beneath it, and its reminder says so', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  await startTrial(team.services, team.scope, trial)
  await subscribe(team, { state: 'past_due' })
  const [row] = await team.services.db.system
    .update(subscriptions)
    .set({ reminders: 1 })
    .returning()
  const reminder = { teamId: team.scope.teamId, subscription: row?.id ?? 0, reminder: 1 }
  expect(await readOverdueNotice(team.services, reminder)).toMatchObject({ nextPlanId: 'genius' })

  world.clock.advance(14 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('genius')
})

test('the screens name the trial before and after a cancellation', async () => {
  const shop = await createShop()
  const { world, team, open, post } = shop
  const until = new Date(world.clock.now().getTime() + 60 * dayMillis)
  await startTrial(world.services, team.scope, { ...trial, until })
  await shop.enterCard('visa')
  await shop.choose('plus')
  expect((await open('/billing/cancel')).text).toContain('You’re on the Genius plan after that')
  await post('/billing/cancel', { intent: 'cancel', operation: randomUUID() })
  expect((await open('/billing')).text).toContain('After that, you’re on the Genius plan.')

  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  shop.owner.cookie = `token=${await world.logIn(shop.owner)}`
  const { text } = await open('/billing')
  expect(text).toContain('Genius plan')
  expect(text).toContain('Your trial is running')
})

test.each([
  ['that a bank works on', true],
  ['whose end no job has noticed', false],
])('an overdue plan %s isn’t given back by a trial', async (_name, isProcessing) => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const { services, scope } = team
  const open = { state: 'open', paidAt: null, paidCents: 0, issuedAt: day(0) } as const
  team.memory.data.invoices = [invoice({ ...open, isProcessing })]
  await subscribe(team, { state: 'past_due' })
  world.clock.advance(15 * dayMillis)
  expect(await planOf(team)).toBe('plus')

  await expect(startTrial(services, scope, trial)).rejects.toMatchObject({ code: 'conflict' })

  // The bank declines.
  team.memory.data.invoices = [invoice(open)]
  await syncBilling(services, scope)
  await workOffDueBilling(services)
  expect(await planOf(team)).toBe('free')
  await startTrial(services, scope, trial)
  world.clock.advance(60 * dayMillis)
  await workOffDueBilling(services)
  expect(await planOf(team)).toBe('free')
})
