/** Numbers on screens and in files equal those of the events, counted again by hand. */
import { expect, test } from 'vitest'
import { products } from '#app/db/schema/index.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { loader as effect } from '#app/routes/statistics/effect.tsx'
import { loader as exported } from '#app/routes/statistics/export.ts'
import { loader as notShown } from '#app/routes/statistics/not-shown.tsx'
import { loader as byNudge } from '#app/routes/statistics/nudges.tsx'
import { loader as overview } from '#app/routes/statistics/overview.tsx'
import { loader as byPage } from '#app/routes/statistics/pages.tsx'
import { loader as byProduct } from '#app/routes/statistics/products.tsx'
import {
  countOf,
  dayOf,
  hostileName,
  live,
  openShop,
  visitorsOf,
  type Shop,
} from './statistics-shop.ts'
import { eventRow, store } from '../../support/stored-events.ts'

/** The current day in the tests below, which isn't rolled up. */
const today = '2026-03-11'

/** Visitors reach a goal a second after an impression. */
function countAfter(rows: readonly EventRow[]): number {
  const key = (row: EventRow) => dayOf(row) + row.visitor.toString('hex')
  const reached = new Set(rows.filter(({ type }) => type === 'goal').map(key))
  const seen = rows.filter((row) => row.type === 'impression' && dayOf(row) < today).map(key)
  return new Set(seen.filter((one) => reached.has(one))).size
}

const figuresOf = (rows: readonly EventRow[]): Record<string, number> => ({
  visitors: visitorsOf(rows),
  eligible: visitorsOf(rows.filter(({ arm }) => arm === 'shown')),
  impressions: countOf(rows, 'impression'),
  hovers: countOf(rows, 'hover'),
  clicks: countOf(rows, 'click'),
  closes: countOf(rows, 'close'),
  goals: countOf(rows, 'goal'),
  after: countAfter(rows),
})

const visit = ({ world, site }: Shop, path: string) => world.visit(path, { as: site.owner })
const file = async (shop: Shop, query: string) => {
  const answer = await exported(visit(shop, `/statistics/export?${query}`))
  // `text()` would remove the byte order mark.
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { headers: answer.headers, text: bytes.toString('utf8') }
}

test('screens and files show the sums of the events, without bots and the holdout group', async () => {
  const shop = await openShop(50)
  const rows = await live(shop, 10)
  const [from, to] = ['2026-03-07', '2026-03-11']
  const window = `from=${from}&to=${to}`
  const within = (first: string, last: string) =>
    rows.filter((row) => dayOf(row) >= first && dayOf(row) <= last)
  const inWindow = within(from, to)

  const shown = await overview(visit(shop, `/statistics?${window}&chart=clicks`))

  const expected = figuresOf(inWindow)
  expect(Object.fromEntries(shown.totals.map((one) => [one.metric, one.total]))).toEqual(expected)
  expect(shown.totals.every(({ total }) => total > 0)).toBe(true)
  // Today, the 11th, isn't over: four days are compared with four.
  const [current, before] = [
    figuresOf(within(from, '2026-03-10')),
    figuresOf(within('2026-03-02', '2026-03-05')),
  ]
  expect(shown.compared).toEqual({
    current: { from, to: '2026-03-10' },
    before: { from: '2026-03-02', to: '2026-03-05' },
  })
  for (const { metric, compared } of shown.totals) {
    expect([metric, compared?.total, compared?.before]).toEqual([
      ...[metric, current[metric], before[metric]],
    ])
  }
  const clicksOn = (days: readonly string[]) =>
    days.map((day) => countOf(within(day, day), 'click'))
  expect(shown.line.values).toEqual(clicksOn(shown.line.days))
  expect(shown.before?.values).toEqual(clicksOn(shown.before?.days ?? []))
  expect(shown.before?.days).toHaveLength(5)

  const { text } = await file(shop, `${window}&table=days`)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines).toEqual(
    shown.line.days.map((day) => [day, ...Object.values(figuresOf(within(day, day)))].join(',')),
  )

  const { ranked } = await byNudge(visit(shop, `/statistics/nudges?${window}&sort=click`))
  expect(ranked).toMatchObject({ sort: 'click', page: 1, hasNext: false })
  const nudgeNames = [hostileName, 'Visitors now']
  for (const { name, totals } of ranked.rows) {
    const ofMember = inWindow.filter(
      ({ nudge }) => nudge === shop.nudgeIds[nudgeNames.indexOf(name)],
    )
    const types = ['impression', 'hover', 'click', 'close'] as const
    const goalRows = inWindow.filter(({ type }) => type === 'goal')
    expect(totals).toEqual({
      ...Object.fromEntries(types.map((type) => [type, countOf(ofMember, type)])),
      after: countAfter([...ofMember, ...goalRows]),
    })
  }
  expect(ranked.rows).toHaveLength(2)
  const mostAfter = await byNudge(visit(shop, `/statistics/nudges?${window}&sort=after`))
  const after = mostAfter.ranked.rows.map(({ totals }) => totals.after ?? 0)
  expect(after).toEqual(after.toSorted((one, other) => other - one))
  expect(Math.min(...after)).toBeGreaterThan(0)

  await shop.world.services.db.system.insert(products).values({
    teamId: shop.site.scope.teamId,
    siteId: shop.site.scope.siteId,
    externalId: 'sku-1',
    title: 'Blue kettle',
    image: 'https://kettles.example/1.png',
    updatedAt: shop.world.services.now(),
  })
  const named = await byProduct(visit(shop, `/statistics/products?${window}&sort=cart`))
  const closed = inWindow.filter((row) => dayOf(row) < today)
  const wanted = ['sku-0', 'sku-1', 'sku-2'].map((product) => {
    const ofMember = closed.filter((row) => row.product === product)
    const totals = {
      product_view: countOf(ofMember, 'product_view'),
      cart: countOf(ofMember, 'cart'),
      visit: 0,
    }
    return [product === 'sku-1' ? 'Blue kettle' : product, totals] as const
  })
  expect(new Map(named.ranked.rows.map(({ name, totals }) => [name, totals]))).toEqual(
    new Map(wanted.filter(([, { product_view: views }]) => views > 0)),
  )
  // Their lines end where their sums do.
  const closedDays = shown.line.days.filter((day) => day < today)
  for (const { member } of named.ranked.rows) {
    expect(named.lines?.[member]).toEqual(
      closedDays.map((day) =>
        countOf(
          closed.filter((row) => row.product === member && dayOf(row) === day),
          'cart',
        ),
      ),
    )
  }
  expect(named.ranked.rows.find(({ member }) => member === 'sku-1')?.image).toMatch(/^\/api\/image/)
  const productFile = await file(shop, `${window}&table=products`)
  expect(productFile.text).toContain('\r\nBlue kettle,sku-1,')

  const devices = await byPage(visit(shop, `/statistics/pages?${window}&by=device`))
  expect(devices.ranked.rows.map(({ name }) => name).sort()).toEqual(['Desktop', 'Phone'])
  for (const { member, totals } of devices.ranked.rows) {
    const ofMember = inWindow.filter(({ device }) => device === member)
    const types = ['visit', 'impression', 'click'] as const
    expect(totals).toEqual({
      ...Object.fromEntries(types.map((type) => [type, countOf(ofMember, type)])),
      page_goal: countOf(ofMember, 'goal'),
    })
  }
  const countries = await byPage(visit(shop, `/statistics/pages?${window}&by=country`))
  expect(countries.ranked.rows.map(({ name }) => name).sort()).toEqual(['Germany', 'Netherlands'])
  const reached = await byPage(visit(shop, `/statistics/pages?${window}&by=goal`))
  expect(reached.ranked.rows).toMatchObject([{ name: 'Order', totals: { goal: expected.goals } }])

  const unshown = await notShown(visit(shop, `/statistics/not-shown?${window}`))
  const accounted = unshown.rows.reduce((sum, { times }) => sum + times, unshown.shown)
  expect(unshown.evaluations).toBe(accounted)
  expect(accounted).toBe(countOf(inWindow, 'not_shown') + countOf(inWindow, 'impression'))
}, 60_000)

test('pages are ranked by the server, 25 at a time, and the address says which', async () => {
  const shop = await openShop()
  const rows = Array.from({ length: 60 }, (_one, number) =>
    Array.from({ length: number + 1 }, () =>
      eventRow(shop.site, {
        receivedAt: shop.world.services.now(),
        page: `/page-${String(number)}`,
      }),
    ),
  ).flat()
  await store(shop.world.services, rows)

  const pages = []
  for (const page of [1, 2, 3]) {
    const { ranked } = await byPage(visit(shop, `/statistics/pages?page=${String(page)}`))
    pages.push(ranked)
  }

  expect(pages.map((one) => one.rows.length)).toEqual([25, 25, 10])
  expect(pages.map(({ hasNext }) => hasNext)).toEqual([true, true, false])
  expect(pages.flatMap((one) => one.rows.map(({ name }) => name))).toEqual(
    Array.from({ length: 60 }, (_one, at) => `/page-${String(59 - at)}`),
  )
  const odd = await byPage(visit(shop, '/statistics/pages?page=x&sort=nothing&by=planet'))
  expect(odd).toMatchObject({ by: 'page', ranked: { page: 1, sort: 'visit' } })
})

test('a file has the site and the days in its name, and no cell that a spreadsheet would run', async () => {
  const shop = await openShop()
  const receivedAt = shop.world.services.now()
  const nudge = shop.nudgeIds[0] ?? null
  await store(shop.world.services, [
    eventRow(shop.site, { receivedAt, type: 'impression', nudge }),
    eventRow(shop.site, { receivedAt, page: '/a,"b"' }),
  ])

  const { headers, text } = await file(shop, 'table=nudges&from=2026-03-01&to=2026-03-02')
  const pages = await file(shop, 'table=page')

  expect(headers.get('Content-Disposition')).toBe(
    'attachment; filename="kettles.example-nudges-2026-03-01-2026-03-02.csv"',
  )
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(text).toBe(
    '\uFEFFNudge,Impressions,Hovers,Clicks,Dismissals,View-through\r\n"\'=HYPERLINK(""https://evil.example"",""Win"")",1,0,0,0,0\r\n',
  )
  expect(pages.text).toContain('\r\n"/a,""b""",1,0,0,0\r\n')
  for (const table of ['days', 'device', 'country', 'goal', 'products', 'not-shown', 'effect']) {
    expect((await file(shop, `table=${table}`)).text).toMatch(/^\uFEFF[^\r]+\r\n/)
  }
  await expect(file(shop, 'table=secrets')).rejects.toMatchObject({ code: 'not_found' })
})

/** Visitors in both groups, some of whom reach the goal. */
async function visitBy(shop: Shop, arm: 'shown' | 'holdout', counts: [number, number]) {
  const { world, site, goalId } = shop
  const receivedAt = world.services.now()
  const rows = Array.from({ length: counts[0] }, (_one, number) => {
    const seen = eventRow(site, { receivedAt, arm })
    const who = { receivedAt, arm, visitor: seen.visitor }
    const uniqueKey = `order:${arm}-${String(number)}`
    const goal = { goalId, uniqueKey, amountCents: null, currency: null }
    return number < counts[1] ? [seen, eventRow(site, { ...who, type: 'goal', goal })] : [seen]
  }).flat()
  await store(world.services, rows)
}

test('the impact shows for both groups, and not at all when their sizes don’t match', async () => {
  const shop = await openShop(50)
  const none = await shop.world.site()
  await visitBy(shop, 'shown', [900, 120])
  await visitBy(shop, 'holdout', [900, 60])

  const without = await effect(shop.world.visit('/statistics/effect', { as: none.owner }))
  const accounted = await effect(visit(shop, '/statistics/effect'))
  await visitBy(shop, 'shown', [600, 0])
  const alarmed = await effect(visit(shop, '/statistics/effect'))

  expect(without.effect.kind).toBe('no_experiment')
  expect(accounted.effect).toMatchObject({
    kind: 'compared',
    arms: {
      shown: { visitors: 900, converters: 120 },
      holdout: { visitors: 900, converters: 60 },
    },
    comparison: { kind: 'estimate', lift: { value: expect.closeTo(1) as number } },
  })
  expect(alarmed.effect.kind).toBe('untrusted')
})

test('another organization’s figures are nowhere on the screens', async () => {
  const shop = await openShop()
  await live(shop, 2)
  const stranger = await shop.world.site()

  const as = stranger.owner
  const seen = await overview(shop.world.visit('/statistics', { as }))
  const ranked = await byNudge(shop.world.visit('/statistics/nudges', { as }))

  expect(seen.totals.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect(ranked.ranked.rows).toEqual([])
})
