/** Orders, products, members and invoices that the palette finds by typing. */
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { activities, invoices, products } from '#app/db/schema/index.ts'
import { loader } from '#app/routes/layouts/palette.ts'
import type { PaletteFound } from '#app/platforms/palette/palette-data.ts'
import type { TestSite } from '../../support/makers.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

async function type(world: World, text: string, { cookie }: { cookie: string }) {
  const path = `/palette?text=${encodeURIComponent(text)}`
  const answer = await loader(world.visit(path, { as: { cookie } }))
  const { text: searched, found } = (await answer.json()) as PaletteFound
  expect(searched).toBe(text)
  return found
}

const labels = async (world: World, text: string, as: { cookie: string }) =>
  (await type(world, text, as)).map(({ label }) => label)

const storeProduct = ({ services }: World, { scope }: TestSite, title: string) =>
  services.db.system.insert(products).values({
    teamId: scope.teamId,
    siteId: scope.siteId,
    externalId: `sku-${title}`,
    title,
    updatedAt: services.now(),
  })

async function openShop() {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site, {
    externalId: 'gid-9',
    orderNumber: '#1042',
    firstName: 'Zoe',
    lastName: 'Miller',
  })
  await storePurchase(world.services, site, { externalId: '2077', firstName: 'Bea' })
  await storeProduct(world, site, 'Speckled mug')
  await storeProduct(world, site, 'Blue mug')
  return { world, site }
}

test.each([
  ['1042', 'Order #1042'],
  ['#104', 'Order #1042'],
  ['gid-9', 'Order #1042'],
  ['zoe', 'Order #1042'],
  ['Zoe Mil', 'Order #1042'],
  ['MILLER', 'Order #1042'],
  ['2077', 'Order 2077'],
  ['Speckled', 'Speckled mug'],
])('%s finds %s', async (text, label) => {
  const { world, site } = await openShop()

  expect(await labels(world, text, site.owner)).toEqual([label])
})

test('an order leads to its screen, with its buyer and product', async () => {
  const { world, site } = await openShop()

  const [order] = await type(world, '1042', site.owner)

  expect(order).toMatchObject({
    group: 'Orders',
    detail: 'Zoe Miller · Blue Kettle · Mar 2, 9:59 AM',
    to: expect.stringMatching(/^\/data-feeds\/activities\/[\da-f-]{36}$/) as string,
  })
})

test('a word within a title finds products after those that begin with it', async () => {
  const { world, site } = await openShop()
  await storeProduct(world, site, 'Mug rack')

  expect(await labels(world, 'mug', site.owner)).toEqual(['Mug rack', 'Blue mug', 'Speckled mug'])
})

test('members and invoices are found by those who can open them', async () => {
  const { world, site } = await openShop()
  const editor = await world.member(site.team)
  const at = world.services.now()
  await world.services.db.system.insert(invoices).values({
    teamId: site.scope.teamId,
    channel: 'card',
    providerId: 'in_1',
    number: 'FF-0007',
    state: 'paid',
    subtotalCents: 2_900,
    taxCents: 0,
    totalCents: 2_900,
    paidCents: 2_900,
    lines: [],
    issuedAt: at,
    createdAt: at,
    updatedAt: at,
  })
  const list = `/settings/teams/${String(site.scope.teamId)}/members`

  expect(await type(world, editor.email, site.owner)).toMatchObject([
    { group: 'Members', label: editor.name, to: `${list}/${String(editor.id)}` },
  ])
  expect(await type(world, editor.name, editor)).toMatchObject([{ group: 'Members', to: list }])
  expect(await type(world, 'ff-0007', site.owner)).toMatchObject([
    { group: 'Invoices', label: 'Invoice FF-0007', detail: '$29 · paid · Mar 2, 10:00 AM' },
  ])
  expect(await type(world, 'ff-0007', editor)).toEqual([])
})

test('people who see statistics alone, and another team, find nothing', async () => {
  const { world, site } = await openShop()
  const counter = await world.member(site.team, { role: 'statistics' })
  const other = await world.site()

  for (const text of ['1042', 'zoe', 'mug', site.owner.email]) {
    expect([text, await type(world, text, counter)]).toEqual([text, []])
    expect([text, await type(world, text, other.owner)]).toEqual([text, []])
  }
})

test.each(['z', ' ', '%%', '__', String.raw`\\`, "'; drop"])('%j finds nothing', async (text) => {
  const { world, site } = await openShop()

  expect(await type(world, text, site.owner)).toEqual([])
})

test('the newest few of many matches are shown', async () => {
  const { world, site } = await openShop()
  const at = world.services.now().getTime()
  for (let nth = 1; nth <= 8; nth += 1) {
    const occurredAt = new Date(at - nth * 60_000)
    await storePurchase(world.services, site, {
      externalId: `a${String(nth)}`,
      firstName: 'Ida',
      occurredAt,
    })
  }

  expect(await labels(world, 'ida', site.owner)).toEqual(
    [1, 2, 3, 4, 5].map((nth) => `Order a${String(nth)}`),
  )
})

/** Rows of a large shop, as the planner sees them. */
async function fill({ services }: World, { scope }: TestSite) {
  const { system } = services.db
  await system.execute(sql`
    insert into ${activities} (team_id, site_id, kind, external_id, order_number, source, trust,
      first_name, last_name, is_showable, body_hash, occurred_at, received_at)
    select ${scope.teamId}, ${scope.siteId}, 'purchase', 'id-' || n, '#' || n, 'rest_api', 'signed',
      'Name' || n % 500, 'Other' || n % 700, true, 'none', now() - n * interval '1 minute', now()
    from generate_series(1, 3000) as n`)
  await system.execute(sql`
    insert into ${products} (team_id, site_id, external_id, title, updated_at)
    select ${scope.teamId}, ${scope.siteId}, 'sku-' || n, 'Thing ' || n, now()
    from generate_series(1, 3000) as n`)
  // Without statistics any index looks as good as another. Only the tables' owner may write them.
  const owner = await services.pool.connect()
  try {
    await owner.query('set role footfall_owner')
    await owner.query('analyze activities, products')
  } finally {
    owner.release(true)
  }
}

test('in a large shop each look-up reads an index, and none the table', async () => {
  const { world, site } = await openShop()
  await fill(world, site)
  const { pool } = world.services
  const spy = vi.spyOn(pool, 'query')
  await labels(world, '1042', site.owner)
  const asked = spy.mock.calls.map(([config, values]) => ({ config, values }) as unknown as Asked)
  spy.mockRestore()

  const client = await pool.connect()
  const plans: string[] = []
  try {
    // Three thousand rows are few. A query that no index answers reads the table all the same.
    await client.query('set enable_seqscan = off')
    for (const { config, values } of asked) {
      if (!/from "(?:activities|products)"/.test(config.text)) continue
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain ${config.text}`,
        values,
      )
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    }
  } finally {
    client.release(true)
  }
  const all = plans.join('\n')
  expect(all).not.toMatch(/Seq Scan/)
  for (const name of ['number_search', 'name_search', 'last_name_search', 'external']) {
    expect(all).toMatch(new RegExp(`activities_${name}`))
  }
  expect(all).toMatch(/Index (?:Only )?Scan using products_title/)
})

type Asked = { config: { text: string }; values: unknown[] }
