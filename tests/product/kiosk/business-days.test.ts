/** The nightly row of figures, against the facts alone. */
import fc from 'fast-check'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  billingAccounts,
  businessMetrics,
  purchases,
  subscriptions,
  users,
} from '#app/db/schema/index.ts'
import type { SubscriptionSnapshot } from '#app/domain/billing/channel.ts'
import { monthsBefore, readBusinessDays } from '#app/domain/billing/figures/read-days.server.ts'
import { writeBusinessDay } from '#app/domain/billing/figures/write-day.server.ts'
import { grantLifetime, startTrial } from '#app/domain/billing/grants.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { invoice, snapshot } from '../../support/billing/memory-card.ts'
import { createWorld, type World } from '../../support/world.ts'

const rowsOf = ({ services: { db } }: World) =>
  db.system.select().from(businessMetrics).orderBy(asc(businessMetrics.day))

test('an empty database has a row of zeros, and screens have something to read before it', async () => {
  const world = await createWorld()
  expect(await readBusinessDays(world.services)).toEqual({
    days: [],
    monthAgo: null,
    yearAgo: null,
  })
  await writeBusinessDay(world.services)
  expect(await rowsOf(world)).toMatchObject([
    {
      day: '2026-03-01',
      monthlyCents: 0,
      volumeCents: 0,
      newUsers: 0,
      churned: 0,
      genericTrials: 0,
      trialing: 0,
      subscribers: 0,
      perPlan: [],
    },
  ])
})

// A team's subscription on one day, at the provider.
type Life = {
  state: SubscriptionSnapshot['state'] | 'none'
  plan: 'lite' | 'plus' | 'genius'
  quantity: number
}
const lives = fc.array(
  fc.tuple(
    ...Array.from({ length: 4 }, () =>
      fc.record<Life>({
        state: fc.constantFrom(
          'none',
          'incomplete',
          'trialing',
          'active',
          'active',
          'past_due',
          'cancelled',
        ),
        plan: fc.constantFrom('lite', 'plus', 'genius'),
        quantity: fc.integer({ min: 1, max: 5 }),
      }),
    ),
  ),
  { minLength: 8, maxLength: 12 },
)

/** Larger subscriptions have it. A discount on one invoice doesn't recur. */
const half = {
  code: 'HALF',
  percentOff: 50,
  amountOffCents: null,
  duration: 'forever',
  months: null,
  endsAt: null,
} as const

const atProvider = (life: Life, { id, at }: { id: string; at: Date }): SubscriptionSnapshot[] => {
  const { state, plan, quantity } = life
  if (state === 'none') return []
  const later = new Date(at.getTime() + 40 * dayMillis)
  const unitCents = findPlan(plan)?.priceCents ?? 0
  const facts = { providerId: id, planId: plan, quantity, unitCents, state, providerStatus: state }
  return [
    snapshot({
      ...facts,
      createdAt: at,
      trialEndsAt: state === 'trialing' ? later : null,
      endsAt: state === 'cancelled' ? later : null,
      discount: quantity > 3 ? half : quantity > 2 ? { ...half, duration: 'once' } : null,
    }),
  ]
}

test('over random lives the monthly revenue is what the subscriptions of the day say', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (days) => {
      const world = await createWorld()
      const teams = [
        await cardTeam(world),
        await cardTeam(world),
        await cardTeam(world),
        await cardTeam(world),
      ]
      const expected: object[] = []
      let before: (Life | undefined)[] = []
      let run = 0
      for (const day of days) {
        let churned = 0
        for (const [place, team] of teams.entries()) {
          const life = day[place]
          if (!life) continue
          const last = before[place]?.state ?? 'none'
          // An ended subscription never returns: the next one is new.
          if (last === 'none' || life.state === 'none') run += 1
          const wasOn = last !== 'none' && last !== 'incomplete'
          if (wasOn && life.state === 'none') churned += 1
          const id = `sub_${String(place)}_${String(run)}`
          team.memory.data.subscriptions =
            life.state === 'none'
              ? []
              : atProvider(life, { id: idsOf(team, id, last), at: world.clock.now() })
          await syncBilling(team.services, team.scope)
        }
        before = [...day]
        const renewing = day.filter(({ state }) => state === 'active' || state === 'past_due')
        const isHalf = ({ quantity }: Life) => quantity > 3
        expected.push({
          monthlyNetCents: renewing.reduce(
            (sum, life) =>
              sum +
              (life.quantity * (findPlan(life.plan)?.priceCents ?? 0)) / (isHalf(life) ? 2 : 1),
            0,
          ),
          monthlyCents: renewing.reduce(
            (sum, { plan, quantity }) => sum + quantity * (findPlan(plan)?.priceCents ?? 0),
            0,
          ),
          trialing: day.filter(({ state }) => state === 'trialing').length,
          subscribers: day.filter(
            ({ state }) => state === 'cancelled' || state === 'active' || state === 'past_due',
          ).length,
          churned,
        })
        // A minute past the next midnight.
        const midnight = Math.ceil(world.clock.now().getTime() / dayMillis) * dayMillis
        world.clock.advance(midnight + 60_000 - world.clock.now().getTime())
        await writeBusinessDay(world.services)
        world.clock.advance(10 * hourMillis)
      }
      expect(await rowsOf(world)).toMatchObject(expected)
    }),
    { numRuns: 3 },
  )
})

/** The id that the team's subscription has at the provider until it ends. */
const idsOf = (
  team: { memory: { data: { subscriptions: SubscriptionSnapshot[] } } },
  next: string,
  last: string,
) => (last === 'none' ? next : (team.memory.data.subscriptions[0]?.providerId ?? next))

test('a day’s volume, new users, trials and deals, once, however often the job runs', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const onTrial = await cardTeam(world)
  const dealt = await cardTeam(world)
  const today = world.clock.now()
  const yesterday = new Date(today.getTime() - dayMillis)
  team.memory.data.subscriptions = [snapshot({ planId: 'genius', unitCents: 4_900 })]
  team.memory.data.invoices = [
    invoice({ providerId: 'in_1', paidCents: 4_900, paidAt: today }),
    invoice({ providerId: 'in_2', paidCents: 900, paidAt: yesterday }),
    invoice({ providerId: 'in_3', paidCents: 0, state: 'open', paidAt: null }),
  ]
  await syncBilling(team.services, team.scope)
  const until = new Date(today.getTime() + 5 * dayMillis)
  await startTrial(world.services, onTrial.scope, { planId: 'plus', until, reason: 'A trial.' })
  await grantLifetime(world.services, dealt.scope, {
    planId: 'lite',
    code: 'DEAL-1',
    forwardedImpressions: null,
    reason: 'A deal.',
  })
  const bought = {
    teamId: team.scope.teamId,
    kind: 'visitor_boost',
    itemId: 'lite-visitors',
  } as const
  await world.services.db.system.insert(purchases).values(
    (['card', 'shopify'] as const).map((channel) => ({
      ...bought,
      channel,
      units: 10_000,
      priceCents: 700,
      state: 'paid' as const,
      paidAt: today,
      createdAt: today,
      updatedAt: today,
    })),
  )
  const [known] = await world.services.db.system.select({ id: users.id }).from(users).limit(1)
  await world.services.db.system
    .update(users)
    .set({ createdAt: yesterday })
    .where(eq(users.id, known?.id ?? 0))

  world.clock.advance(dayMillis)
  await writeBusinessDay(world.services)
  await world.services.db.system.delete(subscriptions)
  await world.services.db.system.delete(billingAccounts)
  world.clock.advance(hourMillis)
  await writeBusinessDay(world.services)

  expect(await rowsOf(world)).toMatchObject([
    {
      day: '2026-03-02',
      monthlyCents: 4_900,
      volumeCents: 4_900 + 700,
      newUsers: 2,
      churned: 0,
      genericTrials: 1,
      trialing: 0,
      subscribers: 2,
      perPlan: [
        { planId: 'genius', channel: 'card', subscribers: 1, trialing: 0 },
        { planId: 'lite', channel: 'free', subscribers: 1, trialing: 0 },
      ],
    },
  ])
})

test('a month before the last day of a longer month is the shorter month’s last day', () => {
  expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28')
  expect(monthsBefore('2024-02-29', 12)).toBe('2023-02-28')
  expect(monthsBefore('2026-01-15', 1)).toBe('2025-12-15')
})

test('the newest row is compared with those of a month and a year before it', async () => {
  const world = await createWorld()
  const row = (day: string, monthlyCents: number) => ({
    day,
    monthlyCents,
    volumeCents: 0,
    newUsers: 0,
    churned: 0,
    genericTrials: 0,
    trialing: 0,
    subscribers: 0,
    perPlan: [],
    createdAt: world.clock.now(),
  })
  const newest = Date.UTC(2026, 2, 1)
  const last = Array.from({ length: 70 }, (_one, ago) =>
    row(new Date(newest - ago * dayMillis).toISOString().slice(0, 10), 7_000 - ago),
  )
  await world.services.db.system.insert(businessMetrics).values([...last, row('2025-03-01', 1)])

  const read = await readBusinessDays(world.services)

  expect(read.days).toHaveLength(60)
  expect(read.days.at(-1)).toMatchObject({ day: '2026-03-01', monthlyCents: 7_000 })
  expect(read.days[0]?.monthlyCents).toBe(7_000 - 59)
  expect(read.monthAgo).toMatchObject({ day: '2026-02-01', monthlyCents: 7_000 - 28 })
  expect(read.yearAgo).toMatchObject({ day: '2025-03-01', monthlyCents: 1 })
})
