/**
 * Shops whose orders have another number for people than in their interfaces (Magento, Wix, Shopify's name,
 * plugins of WooCommerce): an order of a file and the shop's order are one.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActivityInput } from '#app/contract/activities.ts'
import { createPageActivities } from '#app/domain/activities/page-activities.server.ts'
import type { Recorded } from '#app/domain/activities/record-activities.server.ts'
import { storeRecords } from '#app/domain/connections/store-records.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { readImport } from '#app/presenters/import-preview.server.ts'
import {
  order as magentoOrder,
  orderRecord as magentoRecord,
} from '#app/integrations/records/magento.ts'
import {
  orderRecord as shopifyRecord,
  order as shopifyOrder,
} from '#app/integrations/records/shopify.ts'
import { order as wixOrder, orderRecord as wixRecord } from '#app/integrations/records/wix.ts'
import {
  orderRecord as wooRecord,
  orderShape as wooOrder,
} from '#app/integrations/records/woocommerce.ts'
import type { ActivityRecord } from '#app/integrations/record.ts'
import magento from '../../payloads/services/magento.json' with { type: 'json' }
import shopify from '../../payloads/services/shopify.json' with { type: 'json' }
import wix from '../../payloads/services/wix.json' with { type: 'json' }
import woocommerce from '../../payloads/services/wordpress.json' with { type: 'json' }
import { connectionOf } from '../../support/integrations/connected-shop.ts'
import { openDoors } from '../../support/integrations/order-doors.ts'

const shopOne = 'magento:one.example'
const shopTwo = 'magento:two.example'

const outcomes = (recorded: readonly Recorded[]) => recorded.map(({ outcome }) => outcome)

/** The shop's number of an order is its id with zeros before it. */
const padded = ({ id }: ActivityInput) => id.padStart(9, '0')

async function openNumbered() {
  const doors = await openDoors()
  const { services, site, world } = doors
  const pages = createPageActivities(services)
  return {
    ...doors,
    orderGoal: () =>
      createGoal(services, site.scope, {
        kind: 'order',
        name: 'Orders',
        is_active: true,
        is_repeatable: false,
      }),
    byPage: (id: string) =>
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
    fromShop: (facts: readonly ActivityInput[], account = shopOne) =>
      doors.byShop(facts, account, padded),
    called: async () =>
      (await doors.world.stored.activities())
        .map((row) =>
          [
            row.externalId,
            row.orderNumber ?? '-',
            row.account || '-',
            ...(row.isNamedByCaller ? ['named'] : []),
            ...(row.isNumberedByCaller ? ['numbered'] : []),
            ...(row.isShowable ? [] : ['withheld']),
          ].join(' '),
        )
        .toSorted(),
  }
}

const one = `12 000000012 ${shopOne} numbered`

test('an order of a file is the shop’s once it is connected, by its number', async () => {
  const { world, orderOf, byFile, fromShop, called } = await openNumbered()
  await byFile([orderOf('000000012', { person: { first_name: 'Emma', city: 'Lyon' } })])
  const [before] = await world.stored.activities()

  expect(outcomes(await fromShop([orderOf('12')]))).toEqual(['repeated'])
  expect(outcomes(await fromShop([orderOf('12')]))).toEqual(['repeated'])

  expect(await called()).toEqual([one])
  const [after] = await world.stored.activities()
  expect(after).toMatchObject({ uuid: before?.uuid, city: 'Lyon', source: 'integration' })
})

test('an import of a connected shop’s orders adds none, and says so before', async () => {
  const { services, site, orderOf, fromShop, upload, called } = await openNumbered()
  await fromShop([orderOf('12'), orderOf('13')])

  const file = [orderOf('000000012'), orderOf('000000013', { total: 12 }), orderOf('000000014')]
  const uuid = await upload(file)
  const { counts } = await readImport(services, site.scope, uuid)
  await commitImport(services, site.scope, uuid)
  const again = await readImport(services, site.scope, await upload(file))

  expect(counts).toMatchObject({ fresh: 2, repeated: 1, faulty: 0 })
  expect(again.counts).toMatchObject({ fresh: 0, repeated: 3, faulty: 0 })
  expect(await called()).toEqual(['000000013 - -', '000000014 - -', one, `13 000000013 ${shopOne}`])
})

test('a caller can use the number or the id, and each names the one order', async () => {
  const { world, orderOf, byRest, byFile, fromShop, call, called } = await openNumbered()
  await fromShop([orderOf('12')])
  await byFile([orderOf('000000012')])
  expect(outcomes(await byRest([orderOf('12')]))).toEqual(['repeated'])
  expect(await called()).toEqual([`12 000000012 ${shopOne} named numbered`])

  for (const id of ['12', '000000012']) {
    const found = await call('GET', `activities/by-id/purchase/${id}`)
    expect(await found.json()).toMatchObject({ data: { id, total: 90 } })
    const listed = await call('GET', `activities?id=${id}`)
    expect(((await listed.json()) as { data: unknown[] }).data).toHaveLength(1)
  }
  const refund = {
    kind: 'purchase',
    id: '000000012',
    occurred_at: world.clock.now().toISOString(),
    state: 'refunded',
  }
  expect((await call('POST', 'activities', refund)).status).toBe(200)
  expect(await called()).toEqual([`12 000000012 ${shopOne} named numbered withheld`])
  expect((await call('DELETE', 'activities/by-id/purchase/000000012')).status).toBe(204)
  await fromShop([orderOf('12')])
  expect(await called()).toEqual([])
})

test('the number alone is not enough', async () => {
  const { orderOf, byRest, fromShop, called } = await openNumbered()
  await byRest([
    orderOf('000000012', { total: 91 }),
    orderOf('000000013', { person: null, total: null }),
  ])

  await fromShop([orderOf('12'), orderOf('13')])
  await byRest([orderOf('000000012', { total: 91 })])

  expect(await called()).toEqual([
    '000000012 - -',
    '000000013 - -',
    `12 000000012 ${shopOne}`,
    `13 000000013 ${shopOne}`,
  ])
})

test('two shops with the same numbers never meet', async () => {
  const { orderOf, byFile, fromShop, called } = await openNumbered()
  await fromShop([orderOf('12')])
  await fromShop([orderOf('12')], shopTwo)
  await fromShop([orderOf('12', { state: 'refunded' })], shopTwo)
  // The file's order is one of the two, and the first one is as good as the other.
  await byFile([orderOf('000000012')])

  expect(await called()).toEqual([
    `12 000000012 ${shopOne} numbered`,
    `12 000000012 ${shopTwo} withheld`,
  ])
})

test('a caller’s name that is one order’s number and another one’s id is one of them, in any order', async () => {
  const { orderOf, byShop, byRest, called } = await openNumbered()
  const numberOf = ({ id }: ActivityInput) => (id.startsWith('4') ? `1${id.slice(1)}` : '5')
  const doors = [
    (way: string) => byShop([orderOf(`4${way}`)], shopOne, numberOf),
    (way: string) => byShop([orderOf(`1${way}`)], shopOne, numberOf),
    (way: string) => byRest([orderOf(`1${way}`)]),
  ]
  const ways = ['012', '021', '102', '120', '201', '210']
  for (const round of ['first', 'second']) {
    for (const way of ways) for (const door of way) await doors[Number(door)]?.(way)

    const rows = await called()
    expect(rows).toHaveLength(2 * ways.length)
    for (const way of ways) {
      const names = rows.filter((row) => row.slice(1).startsWith(`${way} `))
      const ofCaller = names.filter((row) => / (?:named|numbered)/.test(row))
      expect(ofCaller, `${round} ${way}`).toHaveLength(1)
    }
  }
})

test('a refund in a batch that calls one order by both its names isn’t lost', async () => {
  const { world, orderOf, byRest, fromShop, called } = await openNumbered()
  await fromShop([orderOf('12', { person: { first_name: 'Emma' } }), orderOf('13')])
  const city = { person: { first_name: 'Emma', city: 'Lyon' } }
  const refunded = { state: 'refunded' } as const
  await byRest([orderOf('000000012', refunded), orderOf('12', city)])
  await byRest([orderOf('13', city), orderOf('000000013', refunded)])

  expect(await called()).toEqual([
    `12 000000012 ${shopOne} named numbered withheld`,
    `13 000000013 ${shopOne} named numbered withheld`,
  ])
  expect((await world.stored.activities()).map((row) => row.city)).toEqual(['Lyon', 'Lyon'])
})

test('a number of another order that has the same id isn’t kept', async () => {
  const { orderOf, byShop, fromShop, called } = await openNumbered()
  await byShop([orderOf('12')], shopOne)
  const later = new Date(Date.parse(orderOf('12').occurred_at) + 26 * 3_600_000).toISOString()
  const other = orderOf('12', { occurred_at: later, person: { email: 'ada@home.example' } })
  expect(outcomes(await fromShop([other]))).toEqual(['conflict'])
  expect(await called()).toEqual([`12 - ${shopOne}`])
})

test('an order whose number is the id of another one keeps its own', async () => {
  const { orderOf, byShop, byFile, called } = await openNumbered()
  const zoe = { person: { first_name: 'Zoe', email: 'zoe@home.example' } }
  await byFile([orderOf('40'), orderOf('12', zoe)])
  // A plugin gives orders numbers of their own: order 40 has number 12.
  const numberOf = ({ id }: ActivityInput) => (id === '40' ? '12' : '5')
  await byShop([orderOf('12'), orderOf('40', zoe)], shopOne, numberOf)
  expect(await called()).toEqual([`12 5 ${shopOne}`, `40 - -`, `40 12 ${shopOne} numbered`])
})

test('an order that was stored before its number was known becomes one with its file', async () => {
  const { orderOf, byShop, byFile, fromShop, called } = await openNumbered()
  await byShop([orderOf('12'), orderOf('13')], shopOne)
  await byFile([orderOf('000000012')])
  expect(await called()).toHaveLength(3)

  await fromShop([orderOf('12'), orderOf('13')])
  await byFile([orderOf('000000013')])

  expect(await called()).toEqual([one, one.replaceAll('12', '13')])
})

test('a page’s report of the number is the shop’s order, before it and after', async () => {
  const { byPage, orderOf, fromShop, called } = await openNumbered()
  expect(await byPage('000000012')).toEqual(['quarantined'])

  await fromShop([orderOf('12'), orderOf('13')])

  expect(await byPage('000000013')).toEqual(['duplicate'])
  expect(await called()).toEqual([`12 000000012 ${shopOne}`, `13 000000013 ${shopOne}`])
})

test('a page’s report of the interface’s id is the shop’s order, before it and after', async () => {
  const { services, orderGoal, byPage, orderOf, fromShop, called } = await openNumbered()
  await orderGoal()
  expect(await byPage('12')).toEqual(['quarantined'])

  await fromShop([orderOf('12'), orderOf('13')])

  expect(await byPage('13')).toEqual(['duplicate'])
  expect(await called()).toEqual([`12 000000012 ${shopOne}`, `13 000000013 ${shopOne}`])
  const { rows } = await services.pool.query('select unique_key from goal_hits order by unique_key')
  expect(rows).toEqual([{ unique_key: 'order:12' }, { unique_key: 'order:13' }])
})

test('a page’s report of a number that is the id of an order of another day stays the page’s', async () => {
  const { world, byPage, orderOf, fromShop, called } = await openNumbered()
  await byPage('12')
  await byPage('000000013')
  const monthAgo = (id: string) =>
    orderOf(id, { occurred_at: new Date(world.clock.now().getTime() - 30 * 864e5).toISOString() })

  await fromShop([monthAgo('12'), monthAgo('13')])
  await fromShop([monthAgo('12')])
  // The number itself is what pages show.
  expect(await called()).toEqual(['12 - -', `12 000000012 ${shopOne}`, `13 000000013 ${shopOne}`])
})

test('a page’s reports by both names, and the file’s, are one order with the shop’s first report', async () => {
  const { byPage, byFile, orderOf, fromShop, called } = await openNumbered()
  await byPage('12')
  await byPage('000000012')
  await byPage('13')
  await byFile([orderOf('000000013')])

  await fromShop([orderOf('12'), orderOf('13')])

  expect(await called()).toEqual([`12 000000012 ${shopOne}`, `13 000000013 ${shopOne} numbered`])
})

test('a page’s report that could be two orders is the one that has it as its number', async () => {
  const { byPage, orderOf, byShop, called, world } = await openNumbered()
  await byPage('12')
  const [before] = await world.stored.activities()
  const numberOf = ({ id }: ActivityInput) => (id === '40' ? '12' : '5')
  await byShop([orderOf('12'), orderOf('40')], shopOne, numberOf)
  expect(await called()).toEqual([`12 5 ${shopOne}`, `40 12 ${shopOne}`])
  const rows = await world.stored.activities()
  expect(rows.find(({ externalId }) => externalId === '40')?.uuid).toBe(before?.uuid)
})

test.each(['file first', 'shop first', 'apart, then one'])(
  'it reaches a goal once (%s)',
  async (order) => {
    const { services, orderGoal, orderOf, byFile, byShop, fromShop } = await openNumbered()
    await orderGoal()
    if (order === 'apart, then one') await byShop([orderOf('12')], shopOne)
    if (order === 'shop first') await fromShop([orderOf('12')])
    await byFile([orderOf('000000012')])
    await fromShop([orderOf('12')])
    await fromShop([orderOf('12')])

    const { rows } = await services.pool.query('select unique_key from goal_hits')
    expect(rows).toEqual([{ unique_key: 'order:12' }])
  },
)

const otherShop = 'wordpress:other.example'

test.each(['the other shop first', 'the file first'])(
  'an order whose number is another shop’s id leaves that one’s conversion alone (%s)',
  async (order) => {
    const { services, orderGoal, orderOf, byFile, byShop, fromShop } = await openNumbered()
    await orderGoal()
    const theirs = orderOf('000000012', {
      total: 30,
      person: { first_name: 'Ada', email: 'ada@home.example' },
    })
    if (order === 'the file first') await byFile([orderOf('000000012')])
    await byShop([theirs], otherShop)
    if (order === 'the other shop first') await byFile([orderOf('000000012')])
    await fromShop([orderOf('12')])
    await byShop([{ ...theirs, items: [{ title: 'Lamp' }, { title: 'Chair' }] }], otherShop)

    const { rows } = await services.pool.query(
      'select unique_key, amount_cents::int from goal_hits order by unique_key',
    )
    expect(rows).toEqual([
      { unique_key: 'order:000000012', amount_cents: 3_000 },
      { unique_key: 'order:12', amount_cents: 9_000 },
    ])
  },
)

test('orders that have each other’s numbers keep a conversion each', async () => {
  const { services, orderGoal, orderOf, byRest, byShop } = await openNumbered()
  await orderGoal()
  const ada = { first_name: 'Ada', email: 'ada@home.example' }
  await byRest([orderOf('12', { total: 40 }), orderOf('40', { total: 12, person: ada })])
  await byShop(
    [orderOf('40', { total: 40 }), orderOf('12', { total: 12, person: ada })],
    otherShop,
    ({ id }) => (id === '40' ? '12' : '40'),
  )

  const { rows } = await services.pool.query(
    'select unique_key, amount_cents::int from goal_hits order by unique_key',
  )
  expect(rows).toEqual([
    { unique_key: 'order:12', amount_cents: 1_200 },
    { unique_key: 'order:40', amount_cents: 4_000 },
  ])
})

test('a deleted order that its caller sends again hears of the shop’s refund', async () => {
  const { orderOf, byRest, fromShop, call, called } = await openNumbered()
  await byRest([orderOf('000000012')])
  await fromShop([orderOf('12')])
  expect((await call('DELETE', 'activities/by-id/purchase/000000012')).status).toBe(204)
  await byRest([orderOf('000000012', { total: 12, person: null })])

  await fromShop([orderOf('12')])
  await fromShop([orderOf('12', { state: 'refunded' })])

  expect(await called()).toEqual(['000000012 - - withheld'])
})

const read = (record: ActivityRecord | null): ActivityRecord => {
  if (!record) throw new Error('The sample is no order.')
  return record
}

/** The same order as a shop's file has it on a day, and as its interface has it at a moment of that day. */
const samples = {
  magento: {
    file: (day: string) => `"ID","Purchase Date","Bill-to Name","Grand Total (Purchased)","Status"
"000000012","${day} 09:30:00","Emma Visser","64.00","Processing"`,
    record: (at: string) =>
      read(
        magentoRecord(
          magentoOrder.parse({ ...magento.order, created_at: at.slice(0, 19).replace('T', ' ') }),
        ),
      ),
  },
  wix: {
    file: (
      day: string,
    ) => `Order number,Date created,Time,Total order quantity,Contact email,Item,Payment status,Total,Currency
10042,${day},09:57:55,1,buyer@example.com,T-shirt,Paid,49.99,USD`,
    record: (at: string) =>
      read(
        wixRecord(
          wixOrder.parse({ ...wix.order_approved.actionEvent.body.order, createdDate: at }),
        ),
      ),
  },
  shopify: {
    file: (
      day: string,
    ) => `Name,Email,Financial Status,Paid at,Currency,Total,Created at,Lineitem name
#9999,jon@doe.ca,paid,${day} 21:18:40 +0200,USD,243.00,${day} 21:18:40 +0200,IPod Nano - 8GB`,
    record: (at: string) =>
      read(shopifyRecord(shopifyOrder.parse({ ...shopify.order, created_at: at }))),
  },
  woocommerce: {
    file: (
      day: string,
    ) => `Order Number,Order Status,Order Date,First Name (Billing),Email (Billing),Order Total Amount
WC/2017-31,Processing,${day} 19:28,John,john.doe@example.com,29.35`,
    record: (at: string) =>
      read(
        wooRecord(
          wooOrder.parse({
            ...woocommerce.order,
            number: 'WC/2017-31',
            date_paid_gmt: at.slice(0, 19),
          }),
        ),
      ),
  },
}

const shopsAndOrders = (['magento', 'wix', 'shopify', 'woocommerce'] as const).flatMap((shop) =>
  (['file first', 'shop first'] as const).map((order) => [shop, order] as const),
)

test.each(shopsAndOrders)(
  'an order of a file of %s and its interface is one (%s)',
  async (shop, order) => {
    const { world, services, site, uuid } = await openDoors()
    const at = new Date(world.clock.now().getTime() - 48 * 3_600_000).toISOString()
    const { file, record } = samples[shop]
    const byFile = async () => {
      const draft = await beginImport(services, site.scope, {
        kind: 'purchase',
        fileName: 'orders.csv',
        userId: site.owner.id,
        bytes: Buffer.from(file(at.slice(0, 10))),
      })
      return commitImport(services, site.scope, draft)
    }
    const byShop = async () =>
      storeRecords(services, await connectionOf(world, uuid), {
        records: [record(at)],
        at: world.clock.now(),
      })

    for (const door of order === 'file first' ? [byFile, byShop] : [byShop, byFile]) await door()

    const { id, number } = record(at)
    expect(number).not.toBe(id)
    expect(await world.stored.activities()).toMatchObject([
      { externalId: id, orderNumber: number, source: 'integration', isNumberedByCaller: true },
    ])
  },
)

test('random orders through both doors in any order are one each', async () => {
  const { world, orderOf, byRest, byFile, fromShop, called } = await openNumbered()
  const coins = fc.sample(fc.boolean(), { numRuns: 200, seed: 35 }).values()
  const toss = () => coins.next().value === true
  const orders = Array.from({ length: 100 }, (_none, place) =>
    orderOf(String(place + 1), {
      person: { first_name: 'Emma', email: `n${String(place)}@home.example` },
      total: 10 + place,
    }),
  )
  for (let start = 0; start < orders.length; start += 20) {
    const part = orders.slice(start, start + 20)
    const doors = [
      () => fromShop(part),
      () =>
        fromShop(
          part.map((fact) => ({ ...fact, total: 1000, person: { first_name: 'Zoe' } })),
          shopTwo,
        ),
      () => (toss() ? byRest : byFile)(part.map((fact) => ({ ...fact, id: padded(fact) }))),
      () => byRest(part),
    ]
    for (let turn = 0; turn < 3; turn += 1) {
      for (const door of toss() ? doors : doors.toReversed()) await door()
    }
  }
  const ours = (await world.stored.activities()).filter(({ account }) => account === shopOne)
  expect(await called()).toHaveLength(200)
  expect(ours).toHaveLength(100)
  expect(ours.every((row) => row.isNumberedByCaller && row.isNamedByCaller)).toBe(true)
})
