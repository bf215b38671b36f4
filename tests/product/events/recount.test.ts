import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  goals,
  hourlyEvents,
  hourlyPages,
  meters,
  pixelEvents,
  sites,
  teams,
  visitorDays,
} from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '../../support/makers.ts'
import { browser, impressionEvent, serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'
import { hourMillis } from '#app/lib/time.ts'

const allowance = 4

/** A shop with three kinds of goals and a plan that the events exceed. */
async function openShop(holdout: number) {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  const payload = await (await serveEdge(world.services)).page(site).payload()
  const made = await storeGoals(world.services, site)
  const { db } = world.services
  await db.system.update(sites).set({ options: { holdout } }).where(eq(sites.id, site.scope.siteId))
  await db.system.update(teams).set({ planLimit: allowance })
  world.services.siteCache.invalidate(site.uuid)
  return { world, site, payload, ...made }
}

async function storeGoals({ db, now }: Services, { scope: { teamId, siteId } }: TestSite) {
  const common = { teamId, siteId, createdAt: now(), updatedAt: now() }
  const [call, order] = await db.system
    .insert(goals)
    .values([
      { ...common, name: 'Called', kind: 'js', isRepeatable: false },
      { ...common, name: 'Ordered', kind: 'order', isRepeatable: false },
      {
        ...common,
        name: 'Thanked',
        kind: 'url',
        match: 'exact',
        pattern: '/thanks',
        isRepeatable: true,
      },
    ])
    .returning({ uuid: goals.uuid })
  if (!call || !order) throw new Error('The goals were not stored.')
  return { call: call.uuid, order: order.uuid }
}

const kinds = [
  ...['visit', 'visit', 'impression', 'click', 'not_shown'],
  ...['call', 'order', 'cart', 'heartbeat', 'nonsense'],
] as const

/** An event of a visitor's browser. The same number and type again is a duplicate. */
const happening = fc.record({
  visitor: fc.nat(30),
  number: fc.nat(60),
  kind: fc.constantFrom(...kinds),
  page: fc.constantFrom('/', '/kettles', '/thanks'),
})

const storm = fc.array(
  fc.record({
    events: fc.array(happening, { minLength: 1, maxLength: 30 }),
    sender: fc.constantFrom('own', 'own', 'own', 'foreign', 'bot'),
    door: fc.nat(1),
    minutes: fc.nat(40),
  }),
  { minLength: 1, maxLength: 24 },
)

type Shop = Awaited<ReturnType<typeof openShop>>
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never

function reportEvents(
  { payload, call, order }: Shop,
  run: number,
  { number, kind, page, visitor }: Happening,
) {
  const { nudge, claim } = impressionEvent(payload)
  const id = `storm-${String(run)}-${kind}-${String(visitor)}-${String(number)}`.padEnd(24, '_')
  const base = { id, page }
  switch (kind) {
    case 'impression':
    case 'click':
      return { ...base, type: kind, nudge, claim }
    case 'not_shown':
      return { ...base, type: kind, reason: 'capped', count: 1 + (number % 3) }
    case 'call':
      return { ...base, type: 'goal', goal: call }
    case 'order':
      // Few numbers, so several ids refer to one order.
      return {
        ...base,
        type: 'goal',
        goal: order,
        order: String(number % 7),
        value: 12.5,
        currency: 'EUR',
      }
    case 'cart':
      return { ...base, type: kind, product: `sku-${String(number % 3)}` }
    case 'visit':
    case 'heartbeat':
    case 'nonsense':
      return { ...base, type: kind }
  }
}

test('after any storm of resends, restarts and visitors every sum equals its raw events', async () => {
  const shop = await openShop(50)
  const { world, site } = shop
  const { db } = world.services
  const reported: Record<string, number> = {}
  let run = 0

  await fc.assert(
    fc.asyncProperty(storm, async (reports) => {
      run += 1
      // Two processes, neither of which has seen earlier events.
      const edges = [await serveEdge(world.services), await serveEdge(world.services)]
      const answers = reports.map(({ events, sender, door, minutes }) => {
        world.clock.advance(minutes * 60_000)
        const agent =
          sender === 'bot' ? 'curl/8.0' : `${browser} Visitor/${String(events[0]?.visitor)}`
        const page = edges[door]?.page(site, {
          'User-Agent': agent,
          ...(sender === 'foreign' ? { Origin: 'https://elsewhere.example' } : {}),
        })
        return (
          page?.report(...events.map((one) => reportEvents(shop, run, one))) ?? Promise.resolve([])
        )
      })
      for (const { outcome } of (await Promise.all(answers)).flat())
        reported[outcome] = (reported[outcome] ?? 0) + 1

      expect(await recount(world.services)).toEqual([])
    }),
    // A storm’s outcome depends on moments too: a smaller one need not fail, and looking takes minutes.
    { numRuns: 10, endOnFailure: true },
  )
  // One storm in sixty has fewer visitors with nudges than the plan allows.
  const edge = await serveEdge(world.services)
  for (let number = 0; number < 40; number += 1) {
    const page = edge.page(site, { 'User-Agent': `${browser} After/${String(number)}` })
    const [answer] = await page.report({
      id: `visit-after-storms-${String(number)}`.padEnd(24, '_'),
      type: 'visit',
      page: '/',
    })
    if (answer) reported[answer.outcome] = (reported[answer.outcome] ?? 0) + 1
  }
  expect(await recount(world.services)).toEqual([])

  const byOutcome = await db.system
    .select({ outcome: pixelEvents.outcome, total: sql<number>`count(*)::int` })
    .from(pixelEvents)
    // Derived rows aren't events of their own.
    .where(sql`${pixelEvents.id} not like '%:%' and ${pixelEvents.amount} > 0`)
    .groupBy(pixelEvents.outcome)
  const [meter] = await db.system.select().from(meters)
  const [billed] = await db.system
    .select({ total: sql<number>`count(*)::int` })
    .from(pixelEvents)
    .where(eq(pixelEvents.isBilled, true))
  const heartbeats =
    (reported['accepted'] ?? 0) - (byOutcome.find((one) => one.outcome === 'accepted')?.total ?? 0)

  for (const { outcome, total } of byOutcome)
    if (outcome !== 'accepted') expect(reported[outcome]).toBeGreaterThanOrEqual(total)
  expect(heartbeats).toBeGreaterThanOrEqual(0)
  expect(meter?.visitors).toBe(allowance)
  expect(billed?.total).toBe(allowance)
  expect(meter?.limitReachedAt).not.toBeNull()
}, 120_000)

test('every kind of sum is found wrong and mended', async () => {
  const { world, site } = await openShop(0)
  const edge = await serveEdge(world.services)
  const agents = ['A', 'B', 'C'].map((name) => ({ 'User-Agent': `${browser} ${name}` }))
  for (const [at, headers] of agents.entries())
    await edge
      .page(site, headers)
      .report({ id: `visit-of-visitor-${String(at)}`, type: 'visit', page: '/thanks' })
  const { db } = world.services
  const before = await readSums(world.services)
  await db.system.update(hourlyEvents).set({ total: 99 })
  await db.system.update(hourlyPages).set({ total: 99 })
  await db.system.update(visitorDays).set({ visitors: 99, converters: 99 })
  await db.system.update(meters).set({ visitors: 99 })

  const found = await recount(world.services, { repair: true })

  expect(new Set(found.map(({ table }) => table))).toEqual(
    new Set(['hourly_events', 'hourly_pages', 'visitor_days', 'meters']),
  )
  expect(await recount(world.services)).toEqual([])
  expect(await readSums(world.services)).toEqual(before)
})

test('visitors of days that are older than the hours get those of their raw events', async () => {
  const { world, site } = await openShop(0)
  const edge = await serveEdge(world.services)
  const visit = (number: number) =>
    edge
      .page(site, { 'User-Agent': `${browser} ${String(number)}` })
      .report({ id: `visit-of-visitor-${String(number)}`, type: 'visit', page: '/thanks' })
  await visit(1)
  world.clock.advance(hourMillis)
  await visit(2)
  const { db } = world.services
  const before = await readSums(world.services)
  // As the migration that added the column left them.
  const [first, second] = before.days
  await db.system.delete(visitorDays)
  await db.system.insert(visitorDays).values({
    ...(first ?? never()),
    hour: 12,
    visitors: 2,
    converters: (first?.converters ?? 0) + (second?.converters ?? 0),
  })

  const found = await recount(world.services, { repair: true })

  expect(found.map(({ table, key }) => ({ table, key }))).toEqual([
    { table: 'visitor_days', key: { hour: 12 } },
  ])
  expect(await recount(world.services)).toEqual([])
  const { days } = await readSums(world.services)
  expect(days.filter(({ visitors }) => visitors > 0)).toEqual(before.days)
})

function never(): never {
  throw new Error('The visit was not counted.')
}

const readSums = async ({ db }: Services) => ({
  hours: await db.system.select().from(hourlyEvents).orderBy(hourlyEvents.type),
  pages: await db.system.select().from(hourlyPages).orderBy(hourlyPages.type),
  days: await db.system.select().from(visitorDays).orderBy(visitorDays.hour, visitorDays.arm),
  meters: await db.system.select({ visitors: meters.visitors }).from(meters),
})
