/** Types whose texts depend on the time: what pages receive, and its basis. */
import { expect, test } from 'vitest'
import type { NudgeType } from '#app/contract/nudges.ts'
import { resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { eventRow, someVisitor, store } from '../../support/stored-events.ts'
import { openNudgeShop, type NudgeShop } from '../../support/nudge-shop.ts'

/** The world's clock is at Monday, 2 March 2026, 10:00 UTC. */
const cutOff = Date.UTC(2026, 2, 2, 14, 30) / 1000
const minute = 60_000

const delivery = {
  timeZone: 'Europe/Amsterdam',
  cutOffs: ['15:30', '15:30', '15:30', '15:30', '15:30', null, null],
  deliversOn: [true, true, true, true, true, true, false],
  transit: { NL: { min: 1, max: 2 } },
  holidays: [],
  holidaysUntil: '2026-12-31',
}

type Row = {
  type: NudgeType
  basis: string
  content?: unknown
  query?: object
  windowSeconds?: number
  item: object
  sentence: string
}

const rows: Row[] = [
  {
    type: 'custom',
    basis: 'owner',
    content: { text: 'Samples are free today' },
    item: { title: '', text: 'Samples are free today' },
    sentence: 'Samples are free today',
  },
  {
    type: 'discount',
    basis: 'owner',
    content: { amount: '10 %', scope: 'all mugs', code: 'MUGS10' },
    query: { deadline: cutOff },
    item: { title: '10 % off all mugs', code: 'MUGS10', until: cutOff, countsDown: true },
    sentence: '10 % off all mugs Use code MUGS10 2 March, 14:30 UTC',
  },
  {
    type: 'delivery_date',
    basis: 'owner',
    content: delivery,
    item: {
      title: 'Estimated delivery',
      text: 'Order within {left} to get it by Wednesday, 4 March',
      until: cutOff,
      countsDown: true,
      country: 'NL',
    },
    sentence: 'Estimated delivery Order within {left} to get it by Wednesday, 4 March',
  },
  {
    type: 'free_delivery',
    basis: 'page',
    content: { currency: 'EUR', thresholds: { '*': 50 } },
    item: { text: 'Spend {missing} more for free delivery', threshold: { amount: 50 } },
    sentence: 'Spend {missing} more for free delivery / You get free delivery',
  },
  {
    type: 'visitor',
    basis: 'presence',
    windowSeconds: 300,
    item: { text: '', count: { of: 'page', minimum: 3 } },
    sentence: '# other people are looking at this now',
  },
  {
    type: 'visitors',
    basis: 'presence',
    windowSeconds: 300,
    item: { text: '', count: { of: 'visitors', minimum: 5 } },
    sentence: '# other people are on shop.example now',
  },
  {
    type: 'cart_counter',
    basis: 'presence',
    windowSeconds: 86_400,
    item: { text: '', count: { of: 'carts', minimum: 3 } },
    sentence: 'Added to # other carts in the last 24 hours',
  },
  {
    type: 'stock_level',
    basis: 'page',
    content: { noRestockBefore: '2026-04-01' },
    item: { text: '', count: { of: 'stock', minimum: 1, maximum: 5 } },
    sentence: 'Only # left',
  },
]

test.each(rows)('$type shows as described, and its claim names its basis', async (row) => {
  const { type, basis, content = null, query = {}, windowSeconds = 0, item, sentence } = row
  const shop = await openNudgeShop()
  const uuid = await shop.publish({ type, content, query })

  const nudge = await shop.shown()

  expect(nudge).toMatchObject({ id: shortIdOf(uuid), type, surface: 'popup' })
  expect(nudge?.items[0]).toMatchObject(item)
  expect(nudge?.why.length).toBeGreaterThan(0)
  const claim = nudge?.items[0]?.claim ?? ''
  expect(await resolveClaim(shop.services, shop.site.scope, claim)).toMatchObject({
    nudge: uuid,
    basis,
    text: sentence,
    windowSeconds,
    activity: null,
  })
})

const silent: [NudgeType, string, object, unknown][] = [
  ['custom', 'claims what nobody can check', {}, { text: 'Only 3 left' }],
  ['custom', 'is over', { deadline: cutOff - 86_400 }, { text: 'Hello' }],
  ['custom', 'has values, and page facts are off', { javascript: false }, { text: 'Hi {name}' }],
  ['discount', 'is over', { deadline: cutOff - 86_400 }, { amount: '10 %' }],
  ['delivery_date', 'goes to no country', {}, { ...delivery, transit: {} }],
  ['delivery_date', 'knows no holidays', {}, { ...delivery, holidaysUntil: '2026-03-02' }],
  ['free_delivery', 'has no threshold', {}, { currency: 'EUR', thresholds: {} }],
  ['stock_level', 'knows no page facts', { javascript: false }, null],
  ['cart_counter', 'knows no page facts', { javascript: false }, null],
  ['visitor', 'has no visits in its window', { duration: 3600 }, null],
]

test.each(silent)('%s that %s shows nothing', async (type, _case, query, content) => {
  const shop = await openNudgeShop()
  await shop.publish({ type, query, content })

  expect([await shop.shown(), await shop.reasons()]).toEqual([undefined, ['no_data']])
})

test('a promise leaves with the cut-off, and the next one takes its place', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'delivery_date', content: delivery })

  const before = await shop.shown()
  shop.world.clock.advance(5 * 60 * minute)
  const after = await shop.shown()

  expect(before?.items).toHaveLength(2)
  expect(before?.items[1]).toMatchObject({ from: cutOff, until: Date.UTC(2026, 2, 2, 23) / 1000 })
  expect(after?.items[0]).toMatchObject({
    claim: before?.items[1]?.claim,
    text: 'Order today, arrives Wednesday 4 – Thursday 5 March',
  })
})

/** Different people, some minutes ago each. */
const visits = ({ services, site, world }: NudgeShop, page: string, agos: number[]) =>
  store(
    services,
    agos.map((ago) =>
      eventRow(site, {
        page,
        visitor: someVisitor(),
        receivedAt: new Date(world.clock.now().getTime() - ago * minute),
      }),
    ),
  )

test('visitors of a longer window are counted from the visits of each page, without the viewer', async () => {
  const shop = await openNudgeShop()
  // The count expires five minutes later, when the time frame starts at that time.
  await visits(shop, '/mugs', [1, 2, 30, 54])
  await visits(shop, '/pots', [1, 2])
  await visits(shop, '/mugs', [56, 90])
  await shop.publish({ type: 'visitor', query: { duration: 3600 } })

  const { nudges, counts } = await shop.payload()

  expect(nudges[0]?.items[0]?.count).toEqual({
    of: 'paths',
    minimum: 3,
    forms: [
      '# other person viewed this in the last hour',
      '# other people viewed this in the last hour',
    ],
    totals: { '/mugs': 3 },
  })
  expect(nudges[0]?.why[0]).toBe('This counts unique visitors to this page in the last hour.')
  expect(counts).toBeUndefined()
})

test('visitors of the site in a longer window show once they reach the minimum', async () => {
  const shop = await openNudgeShop()
  await visits(shop, '/mugs', [1, 2, 3])
  await visits(shop, '/pots', [1, 2])
  await shop.publish({ type: 'visitors', query: { duration: 3600 } })

  const few = await shop.reasons()
  await visits(shop, '/', [1])
  const kept = await shop.reasons()
  shop.world.clock.advance(minute)
  const enough = await shop.shown()

  // A count is cached for a minute.
  expect([few, kept]).toEqual([['below_minimum'], ['below_minimum']])
  expect(enough?.items[0]).toMatchObject({
    text: '5 other people visited shop.example in the last hour',
  })
  const claim = enough?.items[0]?.claim ?? ''
  expect(await resolveClaim(shop.services, shop.site.scope, claim)).toMatchObject({
    basis: 'presence',
    windowSeconds: 3600,
  })
})

test('each visitor counts once, bots and foreign hosts never, and the larger of two days counts', async () => {
  const shop = await openNudgeShop()
  const at = shop.world.clock.now().getTime()
  const same = someVisitor()
  const row = (wanted: Partial<Parameters<typeof eventRow>[1]>, ago = 5) =>
    eventRow(shop.site, { receivedAt: new Date(at - ago * minute), ...wanted })
  await store(shop.services, [
    ...[row({ visitor: same }), row({ visitor: same, page: '/mugs' }), row({})],
    ...[row({ outcome: 'bot' }), row({ outcome: 'quarantined' })],
    // The day before: without consent they can't be recognized.
    ...[row({}, 601), row({}, 602), row({}, 603)],
  ])
  await shop.publish({ type: 'visitors', query: { duration: 86_400, minimum: 1 } })

  const shown = await shop.shown()

  expect(shown?.items[0]?.text).toBe('2 other people visited shop.example in the last 24 hours')
})

test('counts are sent along with nudges that need them, and with nothing else', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'stock_level' })
  expect((await shop.payload()).counts).toBeUndefined()

  await shop.publish({ type: 'cart_counter', query: { duration: 3600 } })
  expect((await shop.payload()).counts).toMatchObject({ window: 300, carts: { window: 86_400 } })
})
