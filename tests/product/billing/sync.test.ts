/** A provider's data becomes rows, in whatever order it is read. */
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { billingAccounts, invoices } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { syncBilling, syncCustomer } from '#app/domain/billing/sync.server.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import {
  cardTeam,
  changesOf,
  planOf,
  rowsOf,
  type CardTeam,
} from '../../support/billing/card-team.ts'
import { invoice, isAway, snapshot, type ProviderData } from '../../support/billing/memory-card.ts'
import { createWorld } from '../../support/world.ts'

const day = (count: number) => new Date(Date.UTC(2026, 2, 2, 10) + count * dayMillis)

test('a subscription gives its plan, and its end the free one', async () => {
  const team = await cardTeam(await createWorld())
  team.memory.data.subscriptions = [snapshot()]

  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
  expect(await rowsOf(team)).toMatchObject([{ type: 'default', state: 'active', planId: 'plus' }])

  team.memory.data.subscriptions = [snapshot({ state: 'ended', endedAt: day(0) })]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')
  expect(await changesOf(team)).toEqual([
    {
      from: 'free',
      to: 'plus',
      actor: 'provider',
      userId: null,
      reason: 'As billed by Stripe.',
    },
    {
      from: 'plus',
      to: 'free',
      actor: 'provider',
      userId: null,
      reason: 'The canceled subscription ended.',
    },
  ])
})

test('a canceled subscription keeps its plan until its end, by our clock', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'cancelled', endsAt: day(10) })]

  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')

  world.clock.advance(10 * dayMillis)
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')
})

test('an overdue payment leaves the plan for 14 days since the invoice', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  world.clock.advance(3 * dayMillis)
  team.memory.data.subscriptions = [snapshot({ state: 'past_due' })]
  team.memory.data.invoices = [invoice({ state: 'open', paidAt: null, paidCents: 0 })]

  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
  const { subscription } = await readBilling(team.services, team.scope)
  expect(subscription).toMatchObject({ pastDueSince: day(0), planEndsAt: day(14) })

  world.clock.advance(11 * dayMillis)
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')

  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
  expect(await rowsOf(team)).toMatchObject([{ state: 'active', pastDueSince: null }])
})

test('without an open invoice the days of grace count from the first time that it was seen', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'past_due' })]
  await syncBilling(team.services, team.scope)

  world.clock.advance(5 * dayMillis)
  await syncBilling(team.services, team.scope)
  expect(await rowsOf(team)).toMatchObject([{ pastDueSince: day(0) }])
})

test('an unfinished first payment gives nothing, and takes nothing that staff gave', async () => {
  const team = await cardTeam(await createWorld())
  const cause = { actor: 'staff', userId: null, reason: 'A gift.' } as const
  await setPlan(team.services, team.scope, { wanted: { planId: 'agency' }, cause })
  team.memory.data.subscriptions = [snapshot({ state: 'incomplete' })]

  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('agency')

  team.memory.data.subscriptions = [snapshot({ state: 'ended', endedAt: day(0) })]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('agency')
})

test('an ended subscription never comes back, and that is reported', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'ended', endedAt: day(0) })]
  await syncBilling(team.services, team.scope)

  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')
  expect(await rowsOf(team)).toMatchObject([{ state: 'ended' }])
  expect(world.takeErrors()).toMatchObject([{ kind: 'ended_returned', providerId: 'sub_1' }])
})

test('the newer of two live subscriptions counts, and the other is reported', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const older = snapshot({ createdAt: day(-5) })
  const newer = snapshot({ providerId: 'sub_2', planId: 'genius', createdAt: day(-1) })
  team.memory.data.subscriptions = [older]
  await syncBilling(team.services, team.scope)

  team.memory.data.subscriptions = [newer, older]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('genius')
  expect(await rowsOf(team)).toMatchObject([
    { providerId: 'sub_1', type: 'surplus:sub_1', state: 'active' },
    { providerId: 'sub_2', type: 'default', state: 'active' },
  ])
  expect(world.takeErrors()).toMatchObject([{ kind: 'second_subscription', providerId: 'sub_1' }])

  team.memory.data.subscriptions = [older]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
})

test('a new order that waits for its payment counts less than what is paid', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [
    snapshot(),
    snapshot({ providerId: 'sub_2', planId: 'genius', state: 'incomplete', createdAt: day(1) }),
  ]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
  expect(world.takeErrors()).toMatchObject([{ kind: 'second_subscription', providerId: 'sub_2' }])
})

test('an unknown price leaves the plan, and is reported', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)

  team.memory.data.subscriptions = [snapshot({ planId: null, providerPlan: 'price_other' })]
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
  expect(world.takeErrors()).toMatchObject([{ kind: 'unknown_price', providerId: 'sub_1' }])
})

test('a deleted customer ends everything, and the next order gets another customer', async () => {
  const team = await cardTeam(await createWorld())
  const card = { brand: 'visa', lastFour: '4242', country: 'US', expMonth: 4, expYear: 2030 }
  Object.assign(team.memory.data, { subscriptions: [snapshot()], card })
  await syncBilling(team.services, team.scope)
  expect((await readBilling(team.services, team.scope)).card).toEqual(card)

  team.memory.data.hasCustomer = false
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')
  expect((await readBilling(team.services, team.scope)).card).toBeNull()
  const [account] = await team.services.db.system
    .select({ stripeId: billingAccounts.stripeId })
    .from(billingAccounts)
    .where(eq(billingAccounts.teamId, team.scope.teamId))
  expect(account).toEqual({ stripeId: null })
})

test('test charges count for nothing in production', async () => {
  const team = await cardTeam(await createWorld())
  const config = { ...team.services.config, isProduction: true }
  team.memory.data.subscriptions = [snapshot({ isTest: true })]
  await syncBilling({ ...team.services, config }, team.scope)
  expect(await planOf(team)).toBe('free')
  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('plus')
})

test('a provider that is away changes nothing', async () => {
  const team = await cardTeam(await createWorld())
  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)
  team.memory.failure = isAway()
  await expect(syncBilling(team.services, team.scope)).rejects.toThrow('away')
  expect(await planOf(team)).toBe('plus')
})

test('a customer that no team has is ignored', async () => {
  const team = await cardTeam(await createWorld())
  expect(await syncCustomer(team.services, 'cus_unknown')).toBe(false)
  expect(await syncCustomer(team.services, `cus_${String(team.scope.teamId)}`)).toBe(true)
})

test('webhooks and return pages at the same time, 200 of them: one row, one change', async () => {
  const team = await cardTeam(await createWorld())
  team.memory.data.subscriptions = [snapshot()]
  team.memory.data.invoices = [invoice()]
  const customer = `cus_${String(team.scope.teamId)}`

  // As many as there are connections. Each waits for the others, and a busy machine ends longer waits.
  const lanes = Array.from({ length: 5 }, () => [
    () => syncBilling(team.services, team.scope),
    () => syncCustomer(team.services, customer),
  ]).flat()
  await Promise.all(
    lanes.map(async (sync) => {
      for (let call = 0; call < 20; call += 1) await sync()
    }),
  )
  expect(await rowsOf(team)).toHaveLength(1)
  expect(await changesOf(team)).toHaveLength(1)
  const stored = await team.services.db.system.$count(
    invoices,
    eq(invoices.teamId, team.scope.teamId),
  )
  expect(stored).toBe(1)
})

/** A life as a provider reports it: each step is everything that it has then. */
const life: Life = [
  { subscriptions: [snapshot({ state: 'incomplete' })], invoices: [open()] },
  { subscriptions: [snapshot()], invoices: [invoice()] },
  { subscriptions: [snapshot({ planId: 'genius', unitCents: 4_900 })], invoices: [invoice()] },
  { subscriptions: [snapshot({ state: 'cancelled', endsAt: day(20) })], invoices: [invoice()] },
  { subscriptions: [snapshot()], invoices: [invoice()] },
  { subscriptions: [snapshot({ state: 'past_due' })], invoices: [invoice(), open('in_2')] },
  { subscriptions: [snapshot({ state: 'ended', endedAt: day(0) })], invoices: [invoice()] },
  {
    subscriptions: [
      snapshot({ state: 'ended', endedAt: day(0) }),
      snapshot({ providerId: 'sub_2', planId: 'lite', createdAt: day(0) }),
    ],
    invoices: [invoice(), invoice({ providerId: 'in_3' })],
  },
]

function open(providerId = 'in_1') {
  return invoice({ providerId, state: 'open', paidAt: null, paidCents: 0 })
}

test('reads that begin, end and repeat in any order end in the same rows', async () => {
  const world = await createWorld()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: life.length }),
      fc.array(fc.nat(6), { minLength: life.length, maxLength: life.length * 3 }),
      async (steps, order) => {
        const lived = life.slice(0, steps)
        const straight = await cardTeam(world)
        const shuffled = await cardTeam(world)
        Object.assign(straight.memory.data, lifeOf(straight, lived.slice(-1))[0])
        await syncBilling(straight.services, straight.scope)
        await runShuffled(shuffled, lifeOf(shuffled, lived), order)
        const [wanted, got] = [await rowsOf(straight), await rowsOf(shuffled)]
        expect(got.map(withoutTeam)).toEqual(wanted.map(withoutTeam))
        expect(await planOf(shuffled)).toBe(await planOf(straight))
      },
    ),
    { numRuns: 25, seed: 17 },
  )
})

type Life = Pick<ProviderData, 'subscriptions' | 'invoices'>[]

/** Ids are of one team. */
const lifeOf = ({ scope }: CardTeam, lived: Life): Life =>
  lived.map((step) => ({
    subscriptions: step.subscriptions.map((one) => ({
      ...one,
      providerId: `${one.providerId}-${String(scope.teamId)}`,
    })),
    invoices: step.invoices.map((one) => ({
      ...one,
      providerId: `${one.providerId}-${String(scope.teamId)}`,
      subscriptionProviderId: `${String(one.subscriptionProviderId)}-${String(scope.teamId)}`,
    })),
  }))

const withoutTeam = <Row extends { providerId: string }>(row: Row) => ({
  ...row,
  providerId: row.providerId.split('-')[0],
})

/**
 * Moves the provider through its life. At each step some reads begin, and some of those that are under
 * way end, picked by `order`; in the end the rest ends, the oldest last.
 */
async function runShuffled(
  { memory, services, scope }: CardTeam,
  lived: Life,
  order: readonly number[],
): Promise<void> {
  const waiting: (() => void)[] = []
  const running: Promise<unknown>[] = []
  const picks = [...order]
  for (const step of lived) {
    memory.data = { ...memory.data, ...step }
    const begin = 1 + ((picks.shift() ?? 0) % 2)
    for (let count = 0; count < begin; count += 1) {
      memory.pauseReads = () =>
        new Promise((resolve) => {
          waiting.push(resolve)
        })
      const before = waiting.length
      running.push(syncBilling(services, scope))
      await vi.waitUntil(() => waiting.length > before, { interval: 1 })
    }
    const ends = (picks.shift() ?? 0) % 3
    for (let count = 0; count < ends && waiting.length > 0; count += 1) {
      const [resume] = waiting.splice((picks.shift() ?? 0) % waiting.length, 1)
      resume?.()
    }
  }
  memory.pauseReads = null
  for (const resume of waiting.reverse()) resume()
  await Promise.all(running)
}
