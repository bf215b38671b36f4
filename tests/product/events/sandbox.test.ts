/** Reports of a script that a shop platform runs in a sandbox, with or without the pixel. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goalConversions, pixelHosts, sites, visitorDays } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import type { GoalInput } from '#app/contract/goals.ts'
import { createGoal, updateGoal } from '#app/domain/goals/goals.server.ts'
import { sandboxKeyOf } from '#app/domain/sites/sandbox-key.server.ts'
import { browser, newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const ordered: GoalInput = {
  kind: 'order',
  name: 'Order placed',
  is_repeatable: false,
  is_active: true,
}

const orderEvent = (order: string, id = newEventId()) => ({
  id,
  type: 'order',
  page: '/checkout/thank-you',
  order,
  value: 39.5,
  currency: 'GBP',
})

/** A site, its pages, its sandbox and its server. */
async function openShop() {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()
  const token = await world.token(site.team)
  const { fetch: ask } = await world.serve()
  const edge = await serveEdge(world.services)
  const { secrets } = world.services.security
  const keys = {
    right: sandboxKeyOf(secrets, site.uuid),
    other: sandboxKeyOf(secrets, other.uuid),
    wrong: '0'.repeat(32),
    short: 'x',
  }

  const report = async (
    { key, origin = 'null' }: { key: keyof typeof keys | null; origin?: string | null },
    ...events: object[]
  ) => {
    const query = key === null ? '' : `?sandbox=${keys[key]}`
    const answer = await fetch(`${edge.baseUrl}/api/pixel/${site.uuid}/events${query}`, {
      method: 'POST',
      headers: {
        'User-Agent': browser,
        'Content-Type': 'text/plain',
        ...(origin === null ? {} : { Origin: origin }),
      },
      body: JSON.stringify({ events }),
    })
    const { outcomes } = (await answer.json()) as { outcomes: { outcome: string }[] }
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    return outcomes.map(({ outcome }) => outcome)
  }
  return {
    world,
    site,
    edge,
    report,
    sendOrder: (id: string) =>
      ask(`/api/v1/sites/${site.uuid}/activities`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          kind: 'purchase',
          id,
          occurred_at: '2026-03-02T09:30:00Z',
          items: [{ title: 'Oak board' }],
          total: 39.5,
          currency: 'GBP',
        }),
      }),
    conversions: () => world.services.db.system.select().from(goalConversions),
    converters: async () => {
      const days = await world.services.db.system.select().from(visitorDays)
      return days.reduce((sum, day) => sum + day.converters, 0)
    },
  }
}

test.each([
  ['its key and no origin of a page', { key: 'right' }, 'accepted'],
  ['its key and no origin at all', { key: 'right', origin: null }, 'accepted'],
  ['no key', { key: null }, 'quarantined'],
  ['neither key nor origin', { key: null, origin: null }, 'quarantined'],
  ['a made-up key', { key: 'wrong' }, 'quarantined'],
  ['a key of another length', { key: 'short' }, 'quarantined'],
  ["another site's key", { key: 'other' }, 'quarantined'],
  ['its key on a foreign page', { key: 'right', origin: 'https://evil.example' }, 'quarantined'],
] as const)('a sandbox that reports with %s', async (_case, sender, outcome) => {
  const { report } = await openShop()

  expect(await report(sender, visitEvent())).toEqual([outcome])
})

test('a sandbox does not show that the pixel is installed', async () => {
  const { world, site, report } = await openShop()
  const { db } = world.services

  await report({ key: 'right' }, visitEvent())
  await report({ key: 'right', origin: site.url }, visitEvent())

  const seen = { at: sites.pixelSeenAt }
  const stored = await db.system.select(seen).from(sites).where(eq(sites.id, site.scope.siteId))
  expect(stored).toEqual([{ at: null }])
  expect(await db.system.select().from(pixelHosts)).toEqual([])
})

test('an order reaches the goals that count orders, and no others', async () => {
  const { world, site, report, conversions } = await openShop()
  const goals = [
    await createGoal(world.services, site.scope, ordered),
    await createGoal(world.services, site.scope, { ...ordered, name: 'Sale' }),
  ]
  const off = await createGoal(world.services, site.scope, { ...ordered, name: 'Off' })
  await updateGoal(world.services, site.scope, {
    uuid: off.uuid,
    change: { is_active: false },
  })
  await createGoal(world.services, site.scope, { ...ordered, kind: 'js', name: 'Called' })

  const outcomes = await report({ key: 'right' }, orderEvent('5001'))

  expect(outcomes).toEqual(['accepted'])
  expect((await conversions()).map(({ goalId }) => goalId).sort()).toEqual(
    goals.map(({ id }) => id).sort(),
  )
  expect(await conversions()).toMatchObject([
    { uniqueKey: 'order:5001', amountCents: 3950, currency: 'GBP', source: 'pixel' },
    { uniqueKey: 'order:5001', amountCents: 3950, currency: 'GBP', source: 'pixel' },
  ])
  expect(await recount(world.services)).toEqual([])
})

test('without such a goal an order is accepted, and the events around it keep their outcomes', async () => {
  const { site, edge, report, conversions } = await openShop()
  const visit = visitEvent()

  const outcomes = await report({ key: 'right' }, orderEvent('5001'), visit, visit)

  expect(outcomes).toEqual(['accepted', 'accepted', 'duplicate'])
  expect(await edge.page(site).report(orderEvent(''))).toMatchObject([{ outcome: 'rejected' }])
  expect(await conversions()).toEqual([])
})

test.each(['sandbox first', 'server first'])(
  'an order that the sandbox and the shop’s server report counts once, for its visitor: %s',
  async (first) => {
    const { world, site, report, sendOrder, conversions, converters } = await openShop()
    await createGoal(world.services, site.scope, ordered)
    await report({ key: 'right' }, visitEvent())
    const event = orderEvent('5001')

    if (first === 'sandbox first') await report({ key: 'right' }, event)
    const sent = await sendOrder('5001')
    if (first === 'server first') await report({ key: 'right' }, event)
    const again = await report({ key: 'right' }, event)
    const other = await report({ key: 'right' }, orderEvent('5001'))

    expect(sent.status).toBe(201)
    expect([again, other]).toEqual([['duplicate'], ['duplicate']])
    expect(await conversions()).toMatchObject([{ uniqueKey: 'order:5001', amountCents: 3950 }])
    expect(await converters()).toBe(1)
    expect(await recount(world.services)).toEqual([])
  },
)

test('an order without a key counts once the shop’s server reports it', async () => {
  const { world, site, report, sendOrder, conversions, converters } = await openShop()
  await createGoal(world.services, site.scope, ordered)

  expect(await report({ key: null }, orderEvent('5001'))).toEqual(['quarantined'])
  expect(await conversions()).toEqual([])
  await sendOrder('5001')

  expect(await conversions()).toMatchObject([{ source: 'activity' }])
  expect(await converters()).toBe(0)
})
