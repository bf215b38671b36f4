/** An order that comes through a connected shop and from its owner as well (REST API, file) is one. */
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activities, goalConversions } from '#app/db/schema/index.ts'
import { createPageActivities } from '#app/domain/activities/page-activities.server.ts'
import type { Recorded } from '#app/domain/activities/record-activities.server.ts'
import { setApprovals } from '#app/domain/activities/approval.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { readImport } from '#app/presenters/import-preview.server.ts'
import { openDoors } from '../../support/integrations/order-doors.ts'

const hour = 3_600_000

const outcomes = (recorded: readonly Recorded[]) => recorded.map(({ outcome }) => outcome)
const one = '115 wordpress:one.example integration named'

test('an order of a file is the shop’s once it is connected, with its approval and what it knew', async () => {
  const { world, services, site, connection, orderOf, byShop, byFile, names } = await openDoors()
  await byFile([orderOf('115', { person: { first_name: 'Emma', city: 'Lyon' } })])
  const [before] = await world.stored.activities()
  await setApprovals(services, site.scope, { uuids: [before?.uuid ?? ''], approval: 'hidden' })

  const recorded = await byShop([orderOf('115')])

  expect(outcomes(recorded)).toEqual(['repeated'])
  expect(await names()).toEqual([one])
  const [after] = await world.stored.activities()
  expect(after).toMatchObject({
    uuid: before?.uuid,
    approval: 'hidden',
    city: 'Lyon',
    connectionId: connection?.id,
    receivedAt: before?.receivedAt,
  })
  expect(after?.emailHash).not.toBeNull()
})

test('an import of a connected shop’s orders says before what it does, and adds none', async () => {
  const { services, site, orderOf, byShop, upload, names } = await openDoors()
  await byShop([orderOf('115'), orderOf('116')])

  const file = [orderOf('115'), orderOf('116', { total: 12 }), orderOf('117')]
  const uuid = await upload(file)
  const { counts } = await readImport(services, site.scope, uuid)
  const { taken } = await commitImport(services, site.scope, uuid)
  const again = await readImport(services, site.scope, await upload(file))

  expect(counts).toMatchObject({ fresh: 2, repeated: 1, faulty: 0 })
  expect(taken).toBe(2)
  expect(again.counts).toMatchObject({ fresh: 0, repeated: 3, faulty: 0 })
  expect(await names()).toEqual([
    one,
    '116 - import',
    '116 wordpress:one.example integration',
    '117 - import',
  ])
})

test('a caller’s id finds, refunds and deletes its order, whether the shop had it before or after', async () => {
  const { world, orderOf, byShop, byRest, call, names } = await openDoors()
  await byRest([orderOf('115')])
  await byShop([orderOf('115'), orderOf('116')])
  expect(outcomes(await byRest([orderOf('116'), orderOf('115', { total: 12 })]))).toEqual([
    'repeated',
    'conflict',
  ])
  expect(await names()).toEqual([one, one.replace('115', '116')])

  expect((await call('GET', 'activities/by-id/purchase/115')).status).toBe(200)
  const body = {
    kind: 'purchase',
    id: '116',
    occurred_at: world.clock.now().toISOString(),
    state: 'refunded',
  }
  expect((await call('POST', 'activities', body)).status).toBe(200)
  expect(await names()).toEqual([one, `${one.replace('115', '116')} withheld`])
  expect((await call('DELETE', 'activities/by-id/purchase/115')).status).toBe(204)
  expect((await call('GET', 'activities/by-id/purchase/115')).status).toBe(404)
})

test.each([
  ['the same data', {}],
  // It knows better than the shop, which refuses a correction.
  ['other data', { total: 12, person: { first_name: 'Emmy' } }],
] as const)(
  'an order that its caller deletes and sends again with %s hears of the shop’s refund',
  async (_which, change) => {
    const { orderOf, byShop, byRest, call, names, world } = await openDoors()
    await byRest([orderOf('115')])
    await byShop([orderOf('115')])
    expect((await call('DELETE', 'activities/by-id/purchase/115')).status).toBe(204)
    expect(outcomes(await byRest([orderOf('115', change)]))).toEqual(['created'])

    await byShop([orderOf('115', { person: { first_name: 'Emma', city: 'Lyon' } })])
    expect(await names()).toEqual(['115 - rest_api'])
    await byShop([orderOf('115', { state: 'refunded' })])
    await byShop([orderOf('115')])

    expect(await names()).toEqual(['115 - rest_api withheld'])
    // The shop's data was deleted, and doesn't come back with the refund.
    expect(await world.stored.activities()).toMatchObject([{ state: 'refunded', city: null }])
  },
)

test('a refund of an order that was deleted is about no other order with its number', async () => {
  const { orderOf, byShop, byRest, call, names, world } = await openDoors()
  await byShop([orderOf('115'), orderOf('116')])
  for (const { uuid } of await world.stored.activities()) {
    expect((await call('DELETE', `activities/${uuid}`)).status).toBe(204)
  }
  await byRest([orderOf('115'), orderOf('116', { total: 12, person: { first_name: 'Zoe' } })])

  await byShop(['115', '116'].map((id) => orderOf(id, { state: 'refunded' })))

  expect(await names()).toEqual(['115 - rest_api withheld', '116 - rest_api'])
})

test('the same number is not enough', async () => {
  const { orderOf, byShop, byRest, call, names } = await openDoors()
  const late = new Date(Date.parse(orderOf('1').occurred_at) - 37 * hour).toISOString()
  const nothing = { person: null, total: null, currency: null }
  const others = [
    orderOf('1', { total: 91 }),
    orderOf('2', { currency: 'USD' }),
    orderOf('3', { person: { email: 'zoe@home.example' } }),
    orderOf('4', { occurred_at: late }),
    orderOf('5', nothing),
  ]
  await byRest(others)
  await byShop(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((id) => orderOf(id)))
  await byRest(others.map((order) => ({ ...order, id: String(Number(order.id) + 5) })))

  const rows = await names()
  expect(rows).toHaveLength(20)
  expect(rows.join()).not.toContain('named')
  await byShop(others.slice(0, 4), 'wordpress:two.example')
  expect(await names()).toHaveLength(20)
  const found = await call('GET', 'activities/by-id/purchase/1')
  expect(await found.json()).toMatchObject({ data: { total: 91 } })
})

/** All orders in which things can come. */
const permutations = <Thing>(things: readonly Thing[]): Thing[][] =>
  things.length === 0
    ? [[]]
    : things.flatMap((first) =>
        permutations(things.filter((one) => one !== first)).map((rest) => [first, ...rest]),
      )

test('an order that two shops and the caller have is two, in whatever order they report it', async () => {
  const { services, site, world, orderOf, byShop, byRest, byFile, call } = await openDoors()
  await createGoal(services, site.scope, {
    kind: 'order',
    name: 'Orders',
    is_active: true,
    is_repeatable: false,
  })
  const pages = createPageActivities(services)
  const doors = {
    one: (id: string) => byShop([orderOf(id)], 'wordpress:one.example'),
    two: (id: string) => byShop([orderOf(id)], 'wordpress:two.example'),
    rest: (id: string) => byRest([orderOf(id)]),
    file: (id: string) => byFile([orderOf(id)]),
    page: (id: string) =>
      pages.record(
        [
          {
            siteId: site.scope.siteId,
            activity: { kind: 'purchase', id },
            trust: 'origin',
            receivedAt: world.clock.now(),
          },
        ],
        performance.now(),
      ),
  }
  const ways = [
    ...permutations(['one', 'two', 'rest', 'page'] as const),
    ...permutations(['one', 'two', 'file'] as const),
  ]
  // Each reports again, as services and owners do.
  for (const round of ['first', 'second']) {
    for (const [place, way] of ways.entries()) {
      for (const door of way) await doors[door](String(place))
    }
    const rows = await world.stored.activities()
    for (const [place, way] of ways.entries()) {
      const first = way.find((door) => door === 'one' || door === 'two') ?? ''
      const names = rows
        .filter(({ externalId }) => externalId === String(place))
        .map(({ account, isNamedByCaller }) => `${account} ${isNamedByCaller ? 'named' : ''}`)
      const expected = ['one', 'two'].map(
        (shop) => `wordpress:${shop}.example ${shop === first ? 'named' : ''}`,
      )
      expect(names.toSorted(), `${round} ${way.join()}`).toEqual(expected.toSorted())
    }
    expect(rows).toHaveLength(2 * ways.length)
  }
  for (const place of ways.keys()) {
    expect((await call('GET', `activities/by-id/purchase/${String(place)}`)).status).toBe(200)
  }
  const reached = await services.db.system.select().from(goalConversions)
  expect(reached).toHaveLength(2 * ways.length)
})

test('an order that both doors stored at the same moment becomes one with the next report', async () => {
  const { services, orderOf, byShop, byRest, names } = await openDoors()
  await byShop([orderOf('115'), orderOf('116')])
  // As if neither had seen the other.
  await services.pool.query(`update activities set external_id = 'x' || external_id`)
  await byRest([orderOf('115'), orderOf('116')])
  await services.pool.query(`update activities set external_id = ltrim(external_id, 'x')`)
  const hidden = sql`external_id = '116' and account = ''`
  await services.db.system.update(activities).set({ approval: 'hidden' }).where(hidden)

  await byShop([orderOf('115'), orderOf('116')])

  expect(await names()).toEqual([one, '116 - rest_api', '116 wordpress:one.example integration'])
})

test('it reaches a goal once', async () => {
  const { services, site, orderOf, byShop, byRest } = await openDoors()
  await createGoal(services, site.scope, {
    kind: 'order',
    name: 'Orders',
    is_active: true,
    is_repeatable: false,
  })
  await byRest([orderOf('115')])
  await byShop([orderOf('115'), orderOf('116')])
  await byRest([orderOf('116')])

  const reached = await services.db.system
    .select({ key: goalConversions.uniqueKey })
    .from(goalConversions)
    .where(eq(goalConversions.siteId, site.scope.siteId))
  expect(reached).toHaveLength(2)
})

test.each(['byRest', 'byFile'] as const)(
  'one that is recognized later reached its goal once (%s)',
  async (door) => {
    const doors = await openDoors()
    const { services, site, orderOf, byShop, names } = doors
    await createGoal(services, site.scope, {
      kind: 'order',
      name: 'Orders',
      is_active: true,
      is_repeatable: false,
    })
    await doors[door]([orderOf('115')])
    await byShop([orderOf('115', { total: 100 })])
    expect(await names()).toHaveLength(2)

    // Something was taken off the order.
    await byShop([orderOf('115')])
    await byShop([orderOf('115')])

    expect(await names()).toEqual([one])
    const reached = await services.db.system
      .select({ key: goalConversions.uniqueKey })
      .from(goalConversions)
      .where(eq(goalConversions.siteId, site.scope.siteId))
    expect(reached).toEqual([{ key: 'order:115' }])
  },
)

test('random orders through two doors in any order are one each, with all that was known', async () => {
  const { world, orderOf, byShop, byRest, byFile, names } = await openDoors()
  const coins = fc.sample(fc.boolean(), { numRuns: 200, seed: 25 }).values()
  const toss = () => coins.next().value === true
  const orders = Array.from({ length: 120 }, (_none, place) => {
    const name = `n${String(place)}`
    const whole = {
      person: { first_name: name, email: `${name}@home.example`, city: 'Lyon' },
      total: 10 + place,
    }
    const thin = toss() ? { person: { first_name: name } } : { total: null, currency: null }
    return [orderOf(String(place), whole), orderOf(String(place), { ...whole, ...thin })] as const
  })
  const doors = [byRest, byFile]
  for (let turn = 0; turn < 4; turn += 1) {
    for (let start = 0; start < orders.length; start += 30) {
      const part = orders.slice(start, start + 30)
      if (toss()) part.reverse()
      const fromCaller = part.map(([full, thin]) => (start % 60 === 0 ? thin : full))
      const fromShop = part.map(([full, thin]) => (start % 60 === 0 ? full : thin))
      const door = doors[Math.floor(start / 60) % 2] ?? byRest
      if (toss()) {
        await door(fromCaller)
        await byShop(fromShop)
      } else {
        await byShop(fromShop)
        await door(fromCaller)
      }
    }
    await byShop(
      orders.map(([full]) => ({ ...full, total: 1000, person: { first_name: 'Zoe' } })),
      'wordpress:two.example',
    )
  }

  const rows = await world.stored.activities()
  const ours = rows.filter(({ account }) => account === 'wordpress:one.example')
  expect(await names()).toHaveLength(240)
  expect(ours).toHaveLength(120)
  for (const row of ours) {
    const place = Number(row.externalId)
    expect(row).toMatchObject({
      firstName: `n${String(place)}`,
      city: 'Lyon',
      amountCents: (10 + place) * 100,
      currency: 'EUR',
      isNamedByCaller: true,
      isShowable: true,
    })
    expect(row.emailHash).not.toBeNull()
  }
})
