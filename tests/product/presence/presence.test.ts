import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { GoalInput } from '#app/contract/goals.ts'
import { nudges, presence as presenceTable } from '#app/db/schema/index.ts'
import { createCollector } from '#app/domain/events/collect.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { createLiveCounts, sweepPresence } from '#app/domain/presence/counts.server.ts'
import { createPresence, type PresenceSignal } from '#app/domain/presence/presence.server.ts'
import type { TestSite } from '../../support/makers.ts'
import { eventReport, newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

/** On a busy machine, a report waits for the database as long as its test. */
const patient = { maxWaitMillis: 60_000 }

const minute = 60_000
const hour = 60 * minute

/** No screen offers such a nudge yet, so the domain has no function for it. */
const publishVisitors = ({ services: { db, now } }: World, { scope }: TestSite) =>
  db.system.insert(nudges).values({
    teamId: scope.teamId,
    siteId: scope.siteId,
    surface: 'popup',
    type: 'visitors',
    name: 'Visitors',
    state: 'published',
    position: 1,
    createdAt: now(),
    updatedAt: now(),
  })

const beat = (page: string, product?: string) => ({
  id: newEventId(),
  type: 'heartbeat',
  page,
  ...(product === undefined ? {} : { product }),
})

const cart = (product: string) => ({ id: newEventId(), type: 'cart', page: '/cart', product })

type From = { address?: string; isBot?: boolean; isSiteHost?: boolean; visitor?: string }

const orderPlaced: GoalInput = {
  kind: 'order',
  name: 'Order placed',
  is_repeatable: false,
  is_active: true,
}

/** A site with a nudge that counts visitors, and its visitors. */
async function openShop(wanted: Parameters<World['site']>[0] = {}) {
  const world = await createWorld()
  const site = await world.site(wanted)
  await publishVisitors(world, site)
  const { uuid: goal } = await createGoal(world.services, site.scope, orderPlaced)
  const collector = createCollector(world.services, patient)

  return {
    world,
    site,
    goal,
    /** Resolves when its presence signals are written. */
    report: async (from: From, ...events: object[]) => {
      const outcomes = await collector.collect(
        await eventReport(world.services, site, { events, ...from }),
      )
      await collector.drain()
      return outcomes
    },
    /** Without the cache. */
    counts: () => createLiveCounts(world.services).of(site.scope.siteId),
  }
}

const person = (number: number): From => ({ address: `192.0.2.${String(number)}` })

test('a visitor counts once, however many pages and signs', async () => {
  const { report, counts } = await openShop()

  await report(person(1), visitEvent(), beat('/'), beat('/kettles', 'kettle'), beat('/kettles'))
  await report(person(2), beat('/'), beat('/'))
  await report(person(3), beat('/'), beat('/kettles', 'kettle'))

  expect(await counts()).toMatchObject({
    window: 300,
    visitors: 3,
    pages: { '/': 3, '/kettles': 2 },
    products: { kettle: 2 },
  })
})

test('who agrees to be recognised while the page is open is no second visitor', async () => {
  const { report, counts } = await openShop()
  const visitor = 'agreed-agreed-agreed'

  await report(person(1), visitEvent(), { ...beat('/'), visitor }, { ...cart('kettle'), visitor })
  await report(person(2), beat('/'), cart('kettle'))

  expect(await counts()).toMatchObject({
    visitors: 2,
    pages: { '/': 2 },
    carts: { products: { kettle: 2 } },
  })
})

test('a page with a single visitor isn’t sent: only the viewer is there', async () => {
  const { report, counts } = await openShop()

  await report(person(1), beat('/'), cart('kettle'))

  expect(await counts()).toMatchObject({ visitors: 1, pages: {}, carts: { products: {} } })
})

test('counts of the twenty most visited pages are sent', async () => {
  const { report, counts } = await openShop()
  const pages = Array.from({ length: 25 }, (_, at) => `/page-${String(at)}`)

  await report(person(1), ...pages.map((page) => beat(page)))
  await report(person(2), ...pages.map((page) => beat(page)))
  await report(person(3), beat('/page-24'))

  const counted = (await counts()).pages
  expect(Object.keys(counted)).toHaveLength(20)
  expect(counted).toMatchObject({ '/page-24': 3 })
})

test.each<[string, From]>([
  ['a bot', { isBot: true }],
  ['a foreign page', { isSiteHost: false }],
])('%s isn’t counted', async (_case, from) => {
  const { world, report, counts } = await openShop()

  await report({ ...person(2), ...from }, visitEvent(), beat('/'), cart('kettle'))

  expect((await counts()).visitors).toBe(0)
  expect(await world.services.db.system.select().from(presenceTable)).toEqual([])
})

test('visitors of the holdout group are counted like all others', async () => {
  const { report, counts } = await openShop({ options: { holdout: 50 } })

  for (let number = 1; number <= 12; number += 1) await report(person(number), visitEvent())

  expect((await counts()).visitors).toBe(12)
})

test('an event that is sent again is no new sign', async () => {
  const { world, report, counts } = await openShop()
  const first = visitEvent()
  await report(person(1), first)
  world.clock.advance(5 * minute + 1)

  const outcomes = await report(person(1), first)

  expect(outcomes).toMatchObject([{ outcome: 'duplicate' }])
  expect((await counts()).visitors).toBe(0)
})

test('now is five minutes long, a cart a day', async () => {
  const { world, report, counts } = await openShop()
  for (const number of [1, 2]) await report(person(number), beat('/', 'kettle'), cart('kettle'))

  world.clock.advance(5 * minute)
  const within = await counts()
  world.clock.advance(1)
  const after = await counts()
  world.clock.advance(24 * hour - 5 * minute - 1)
  const dayLater = await counts()
  world.clock.advance(1)
  const later = await counts()

  expect(within).toMatchObject({ visitors: 2, pages: { '/': 2 }, products: { kettle: 2 } })
  expect(after).toMatchObject({ visitors: 0, pages: {}, products: {} })
  expect(dayLater.carts).toEqual({ window: 86_400, products: { kettle: 2 } })
  expect(later.carts.products).toEqual({})
})

const buy = {
  'an order goal': (goal: string) => ({
    id: newEventId(),
    type: 'goal',
    page: '/thanks',
    goal,
    order: 'order-1001',
  }),
  'a purchase': () => ({
    id: newEventId(),
    type: 'activity',
    page: '/thanks',
    activity: { kind: 'purchase', id: 'order-1001' },
  }),
}

test.each(Object.entries(buy))('a cart that became %s is in no count', async (_how, order) => {
  const { world, goal, report, counts } = await openShop()
  for (const number of [1, 2, 3]) await report(person(number), cart('kettle'), cart('mug'))

  world.clock.advance(minute)
  await report(person(1), order(goal))
  // A duplicate is neither a second order nor a new cart.
  await report(person(1), order(goal))
  world.clock.advance(5_000)
  const bought = await counts()
  world.clock.advance(minute)
  await report(person(1), cart('mug'))
  world.clock.advance(5_000)

  expect(bought.carts.products).toEqual({ kettle: 2, mug: 2 })
  expect((await counts()).carts.products).toEqual({ kettle: 2, mug: 3 })
})

test('a visitor who is there before and after midnight counts once', async () => {
  const { world, report, counts } = await openShop()
  // The time is 10:00.
  world.clock.advance(13 * hour + 58 * minute)
  for (const number of [1, 2]) await report(person(number), beat('/'), cart('kettle'))
  world.clock.advance(3 * minute)
  for (const number of [1, 2, 3]) await report(person(number), beat('/'), cart('kettle'))

  const counted = await counts()

  expect(counted).toMatchObject({
    visitors: 3,
    pages: { '/': 3 },
    carts: { products: { kettle: 3 } },
  })
})

test("another site's visitors are its own", async () => {
  const { world, report } = await openShop()
  const other = await world.site()

  await report(person(1), beat('/'))

  expect(await createLiveCounts(world.services).of(other.scope.siteId)).toMatchObject({
    visitors: 0,
  })
})

test('a thousand questions in five seconds are one statement', async () => {
  const { world, site, report } = await openShop()
  await report(person(1), beat('/'))
  const live = createLiveCounts(world.services)
  const statements = vi.spyOn(world.services.pool, 'query')

  const asked = Array.from({ length: 500 }, () => live.of(site.scope.siteId))
  await Promise.all(asked)
  world.clock.advance(4_999)
  for (let question = 0; question < 500; question += 1) await live.of(site.scope.siteId)
  const before = statements.mock.calls.length
  world.clock.advance(1)
  await live.of(site.scope.siteId)

  expect([before, statements.mock.calls.length]).toEqual([1, 2])
})

test('a thousand heartbeats are one statement and no raw event', async () => {
  const { world, site } = await openShop()
  const presence = createPresence(world.services)
  const seenAt = world.clock.now()
  const statements = vi.spyOn(world.services.pool, 'query')

  for (let number = 0; number < 1_000; number += 1) {
    const visitor = Buffer.from(`visitor-${String(number % 10)}`)
    presence.note({ siteId: site.scope.siteId, kind: 'page', subject: '/', visitor, seenAt })
  }
  const before = statements.mock.calls.length
  await presence.drain()

  expect([before, statements.mock.calls.length]).toEqual([0, 1])
  expect(await world.services.db.system.select().from(presenceTable)).toHaveLength(10)
})

test('waiting signals are bounded, and signals that could not be written harm nothing', async () => {
  const { world, site } = await openShop()
  const presence = createPresence(world.services, { maxWaiting: 3 })
  const sign = (number: number): PresenceSignal => ({
    siteId: site.scope.siteId,
    kind: 'page',
    subject: '/',
    visitor: Buffer.from(`visitor-${String(number)}`),
    seenAt: world.clock.now(),
  })
  const broken = vi
    .spyOn(world.services.pool, 'query')
    .mockImplementationOnce(() => Promise.reject(new Error('the database is away')))

  presence.note(sign(1))
  await presence.drain()
  broken.mockRestore()
  for (const number of [1, 2, 3, 4, 5]) presence.note(sign(number))
  await presence.drain()

  const rows = await world.services.db.system.select().from(presenceTable)
  expect(rows).toHaveLength(3)
  expect(world.logged).toContainEqual(
    expect.objectContaining({ msg: 'signs of presence were not written' }),
  )
})

test('a heartbeat leaves no raw event and costs no unit of the plan', async () => {
  const { world, report } = await openShop()

  const outcomes = await report(person(1), beat('/'))

  expect(outcomes).toMatchObject([{ outcome: 'accepted' }])
  for (const table of ['pixel_events', 'event_ids', 'meters']) {
    const { rows } = await world.services.pool.query(`select * from ${table}`)
    expect(rows).toEqual([])
  }
})

test('pages get the counts, and newer ones after ten seconds', async () => {
  const { world, site, report } = await openShop()
  const page = (await serveEdge(world.services)).page(site)
  await report(person(1), visitEvent(), cart('kettle'))
  await report(person(2), visitEvent(), cart('kettle'))

  const first = await page.payload()
  await report(person(3), visitEvent())
  world.clock.advance(10_000)
  const second = await page.payload()

  expect(first.counts).toEqual({
    until: Math.floor((world.clock.now().getTime() - 10_000) / 1000) + 60,
    window: 300,
    visitors: 2,
    pages: { '/': 2 },
    products: {},
    carts: { window: 86_400, products: { kettle: 2 } },
  })
  expect(second.counts?.visitors).toBe(3)
})

test('a site without such a nudge gets no counts, and its visitors’ presence isn’t kept', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.nudge(site)
  const collector = createCollector(world.services, patient)

  await collector.collect(
    await eventReport(world.services, site, { events: [visitEvent(), beat('/')] }),
  )
  await collector.drain()

  expect(await (await serveEdge(world.services)).page(site).payload()).not.toHaveProperty('counts')
  expect(await world.services.db.system.select().from(presenceTable)).toEqual([])
})

test('signals that no count reads any more are removed', async () => {
  const { world, report } = await openShop()
  const kinds = async () => {
    await sweepPresence(world.services)
    const rows = await world.services.db.system.select().from(presenceTable)
    return rows.map(({ kind }) => kind).sort()
  }
  await report(person(1), beat('/', 'kettle'), cart('kettle'))

  world.clock.advance(5 * minute)
  const nearKinds = await kinds()
  world.clock.advance(10 * minute)
  const later = await kinds()
  world.clock.advance(24 * hour)

  expect([nearKinds, later, await kinds()]).toEqual([['cart', 'page', 'product'], ['cart'], []])
})

type Sighting = { who: number; kind: PresenceSignal['kind']; subject: string; ago: number }

/** Someone is seen somewhere, some milliseconds ago. */
const sighting: fc.Arbitrary<Sighting> = fc.record({
  who: fc.integer({ min: 1, max: 5 }),
  kind: fc.constantFrom<PresenceSignal['kind'][]>('page', 'product', 'cart'),
  subject: fc.constantFrom('/a', '/b'),
  ago: fc.oneof(fc.integer({ min: 0, max: 8 * minute }), fc.integer({ min: 0, max: 30 * hour })),
})

/** How long after midnight the count is taken, usually soon. */
const sinceMidnight = fc.oneof(
  fc.integer({ min: 0, max: 4 * minute }),
  fc.integer({ min: 0, max: 23 * hour }),
)

test('no count is ever higher than the number of people of its window', async () => {
  const { world, site } = await openShop()
  const { services, clock } = world
  const { siteId } = site.scope

  await fc.assert(
    fc.asyncProperty(
      fc.array(sighting, { minLength: 5, maxLength: 60 }),
      sinceMidnight,
      async (seen, past) => {
        await services.db.system.delete(presenceTable).where(eq(presenceTable.siteId, siteId))
        clock.advance(24 * hour - (clock.now().getTime() % (24 * hour)) + past)
        await keep(world, siteId, seen)

        const counted = await createLiveCounts(services).of(siteId)

        const people = (kind: PresenceSignal['kind'], millis: number, subject?: string) =>
          peopleOf(
            seen.filter((one) => one.kind === kind && one.ago <= millis),
            subject,
          )
        expect(counted.visitors).toBeLessThanOrEqual(people('page', 5 * minute))
        if (past >= 5 * minute) expect(counted.visitors).toBe(people('page', 5 * minute))
        const bounded = [
          { totals: counted.pages, of: (subject: string) => people('page', 5 * minute, subject) },
          {
            totals: counted.products,
            of: (subject: string) => people('product', 5 * minute, subject),
          },
          {
            totals: counted.carts.products,
            of: (subject: string) => people('cart', 24 * hour, subject),
          },
        ]
        for (const { totals, of } of bounded) {
          for (const [subject, total] of Object.entries(totals)) {
            expect(total).toBeLessThanOrEqual(of(subject))
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

const peopleOf = (seen: readonly Sighting[], subject?: string) =>
  new Set(
    seen.filter((one) => subject === undefined || one.subject === subject).map(({ who }) => who),
  ).size

/** In order of arrival, oldest first, in several writes. */
async function keep({ services, clock }: World, siteId: number, seen: readonly Sighting[]) {
  const presence = createPresence(services)
  const at = clock.now().getTime()
  for (const { who, kind, subject, ago } of seen.toSorted((one, other) => other.ago - one.ago)) {
    const seenAt = new Date(at - ago)
    presence.note({ siteId, kind, subject, visitor: keyOf(who, seenAt), seenAt })
    if (ago % 7 === 0) await presence.drain()
  }
  await presence.drain()
}

/** Like visitor keys: different every day. */
const keyOf = (who: number, at: Date) =>
  createHash('sha256')
    .update(`${String(who)} ${at.toISOString().slice(0, 10)}`)
    .digest()
    .subarray(0, 16)
