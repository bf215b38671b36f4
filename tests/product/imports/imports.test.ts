/** Imports: reviewed first, committed once, with a message for each row with errors. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activityInput } from '#app/contract/activities.ts'
import { activities, imports, products } from '#app/db/schema/index.ts'
import { setApprovals } from '#app/domain/activities/approval.server.ts'
import { recordActivities } from '#app/domain/activities/record-activities.server.ts'
import { addExclusion } from '#app/domain/activities/exclusions.server.ts'
import { importKinds, type ImportKind } from '#app/domain/imports/import-kinds.ts'
import { beginImport, listImports, sweepImports } from '#app/domain/imports/imports.server.ts'
import { readImport } from '#app/presenters/import-preview.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { loader as downloadFaults } from '#app/routes/data-feeds/import-invalid-rows.ts'
import { loader as downloadSample } from '#app/routes/data-feeds/import-sample.ts'
import { action as decide } from '#app/routes/data-feeds/import.tsx'
import { action as bring, loader as openImports } from '#app/routes/data-feeds/imports.tsx'
import type { TestSite } from '../../support/makers.ts'
import { openNudgeShop } from '../../support/nudge-shop.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const begin = (
  { services }: Pick<World, 'services'>,
  site: TestSite,
  [kind, ...lines]: [ImportKind, ...string[]],
) =>
  beginImport(services, site.scope, {
    kind,
    fileName: 'old.csv',
    userId: site.owner.id,
    bytes: Buffer.from(lines.join('\r\n')),
  })

const look = ({ services }: World, site: TestSite, uuid: string) =>
  readImport(services, site.scope, uuid)

const take = ({ services }: Pick<World, 'services'>, site: TestSite, uuid: string) =>
  commitImport(services, site.scope, uuid)

const stored = ({ services }: Pick<World, 'services'>, { scope }: TestSite) =>
  services.db.system.select().from(activities).where(eq(activities.siteId, scope.siteId))

const dayOf = ({ services }: Pick<World, 'services'>, daysAgo: number) =>
  new Date(services.now().getTime() - daysAgo * dayMillis).toISOString()

test('each row is checked with its line, and only correct new rows are imported, once', async () => {
  const world = await createWorld()
  const site = await world.site()
  const at = dayOf(world, 1)
  const uuid = await begin(world, site, [
    'purchase',
    'Order ID;Paid at;Financial Status;First name;Email;Country;Product name;Total;Notes',
    `1;${at};paid;Ann;ann@shop.example;nl;Kettle;49,95;gift`,
    `2;${at};pending;Bea;;NL;Cup;1;`,
    `3;01/02/2026;paid;Cem;no address;Atlantis;Cup;much;`,
    `1;${at};paid;Ann;ann@shop.example;nl;Kettle;49,95;again`,
    `1;${at};paid;Dan;;nl;Cup;5;`,
    `4;${dayOf(world, 731)};paid;Eve;;;"Two`,
    `lines";;`,
    `5;${dayOf(world, -1)};paid;Fay;;;;;`,
    `;${at};paid;Gil;;;;;`,
  ])

  const { counts, faulty, notes, columns, samples: previewed, head } = await look(world, site, uuid)
  const before = await stored(world, site)
  const [first, second] = [await take(world, site, uuid), await take(world, site, uuid)]
  const [row, ...others] = await stored(world, site)

  expect(counts).toEqual({ fresh: 1, excluded: 0, repeated: 1, old: 0, faulty: 6 })
  expect(head.places).toMatchObject({ id: 0, occurred_at: 1, total: 7 })
  expect(columns.unused).toEqual(['Notes'])
  expect(notes).toEqual([])
  const columnsOf = faulty.map(({ line, faults }) => [
    line,
    ...faults.map(({ column }) => column).toSorted(),
  ])
  expect(columnsOf).toEqual([
    [3, 'state'],
    [4, 'email', 'occurred_at'],
    [6, 'id'],
    [7, 'product'],
    [9, 'occurred_at'],
    [10, 'id'],
  ])
  expect(previewed).toMatchObject([
    { line: 2, title: 'Ann in the Netherlands', text: 'bought Kettle' },
  ])
  expect(before).toEqual([])
  expect(first).toEqual({ state: 'taken', taken: 1 })
  expect(second).toEqual(first)
  expect(others).toEqual([])
  expect(row).toMatchObject({ source: 'import', trust: 'signed', approval: 'approved' })
  expect(row).toMatchObject({ tokenId: null, amountCents: 4995, country: 'NL' })
  expect(row?.emailHash).toMatch(/^[0-9a-f]{64}$/)
})

test('rows older than two years are counted separately, and no address is kept while a file waits', async () => {
  const world = await createWorld()
  const site = await world.site()
  const uuid = await begin(world, site, [
    'signup',
    'id,date,email',
    `1,${dayOf(world, 731)},ann@shop.example`,
    `2,2026-13-01,bea@shop.example`,
  ])

  const { counts } = await look(world, site, uuid)
  const [row] = await world.services.db.system.select().from(imports)

  expect(counts).toEqual({ fresh: 0, excluded: 0, repeated: 0, old: 1, faulty: 1 })
  expect(JSON.stringify(row)).not.toContain('@')
})

test('the same fact by the REST API and by a file is one, another under its id is refused', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.token(site.team)
  const at = dayOf(world, 2)
  const same = { kind: 'purchase', id: '1', occurred_at: at, items: [{ title: 'Kettle' }] }
  const inputs = [same, { ...same, id: '2' }].map((one) => activityInput.parse(one))
  const { rows } = await world.services.pool.query<{ id: string }>('select id from api_tokens')
  const tokenId = Number(rows[0]?.id)
  await recordActivities(world.services, site.scope, { inputs, tokenId })
  const uuid = await begin(world, site, [
    'purchase',
    'id,occurred_at,product,state',
    ...[`1,${at},Kettle,`, `2,${at},Cup,`, `2,${at},Cup,refunded`],
  ])

  const { counts } = await look(world, site, uuid)
  const { taken } = await take(world, site, uuid)
  const after = (await stored(world, site)).map(({ externalId, source, isShowable }) => [
    ...[externalId, source, isShowable],
  ])

  expect(counts).toEqual({ fresh: 0, excluded: 0, repeated: 2, old: 0, faulty: 1 })
  expect(taken).toBe(0)
  expect(after.toSorted()).toEqual([
    ['1', 'rest_api', true],
    ['2', 'rest_api', false],
  ])
})

test('reviews imported twice at the same time are stored once, and products by their last row', async () => {
  const world = await createWorld()
  const site = await world.site()
  const at = dayOf(world, 3)
  const many = Array.from({ length: 40 }, (_row, place) => `${String(place)},${at},4,Fine`)
  const reviews = await begin(world, site, ['review', 'id,date,rating,text', ...many])
  const list = await begin(world, site, [
    'product',
    'sku,name,price,currency,stock',
    ...['7,Cup,5,EUR,3', '7,Mug,5,EUR,2', '8,Kettle,much,EUR,-2', '9,,5,EUR,1'],
  ])

  const both = await Promise.all([take(world, site, reviews), take(world, site, reviews)])
  const product = await look(world, site, list)
  await take(world, site, list)
  const sold = await world.services.db.system.select().from(products).orderBy(products.externalId)

  expect(both).toEqual([
    { state: 'taken', taken: 40 },
    { state: 'taken', taken: 40 },
  ])
  expect(await stored(world, site)).toHaveLength(40)
  expect(product.counts).toEqual({ fresh: 2, excluded: 0, repeated: 1, old: 0, faulty: 1 })
  expect(product.notes).toMatchObject([{ line: 4, faults: [{ column: 'price' }] }])
  expect(sold).toMatchObject([
    { externalId: '7', title: 'Mug', feedId: null, stock: 2 },
    { externalId: '8', title: 'Kettle', priceCents: null, stock: 0 },
  ])
})

test('exclusions hide imported activities, as they hide those that arrive', async () => {
  const world = await createWorld()
  const site = await world.site()
  const rule = { field: 'email_domain' as const, value: 'shop.example' }
  await addExclusion(world.services, site.scope, rule)
  const uuid = await begin(world, site, [
    'purchase',
    'id,date,email',
    `1,${dayOf(world, 1)},ann@shop.example`,
  ])

  await take(world, site, uuid)

  expect(await stored(world, site)).toMatchObject([{ approval: 'hidden' }])
})

test('the download of faulty rows runs no formula, and brought again they are read', async () => {
  const world = await createWorld()
  const site = await world.site()
  const uuid = await begin(world, site, [
    'signup',
    'id,date,first name,email',
    '1,yesterday,"=HYPERLINK(""https://evil.example"")",ann@shop.example',
  ])
  const visit = world.visit('/', { as: site.owner, params: { uuid } })

  const text = await (await downloadFaults(visit)).text()

  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).toContain('occurred_at: Use a date like 2026-01-31 09:30.')
  expect(text).not.toContain('@')
  const again = await begin(world, site, ['signup', ...text.slice(1).trimEnd().split('\r\n')])
  expect((await look(world, site, again)).counts.faulty).toBe(1)
})

test('each sample is read without a fault, all of its columns', async () => {
  const world = await createWorld()
  const site = await world.site()
  world.clock.advance(Math.max(0, Date.UTC(2026, 1, 1) - world.services.now().getTime()))

  for (const kind of importKinds) {
    const visit = world.visit(`/data-feeds/imports/sample?kind=${kind}`, { as: site.owner })
    const bytes = Buffer.from(await (await downloadSample(visit)).arrayBuffer())
    const given = { kind, fileName: 'sample.csv', bytes, userId: site.owner.id }
    const uuid = await beginImport(world.services, site.scope, given)

    const { counts, columns } = await look(world, site, uuid)
    expect(counts).toEqual({ fresh: 1, excluded: 0, repeated: 0, old: 0, faulty: 0 })
    expect(columns.unused).toEqual([])
  }
})

test('a link can choose the data type of the next file', async () => {
  const world = await createWorld()
  const site = await world.site()
  const kindAt = async (query: string) => {
    const visit = world.visit(`/data-feeds/imports${query}`, { as: site.owner })
    return (await openImports(visit)).kind
  }

  expect(await kindAt('?kind=review')).toBe('review')
  expect(await kindAt('?kind=refund')).toBe('purchase')
  expect(await kindAt('')).toBe('purchase')
})

const refused: [BlobPart, string][] = [
  ['', 'Choose a file first.'],
  ['id,date', 'The file has no rows below the column names.'],
  [
    `id,date\n${'1,now\n'.repeat(5001)}`,
    'The file has more than 5000 rows. Split it into smaller files.',
  ],
  ['id,date\n1,"'.padEnd(20_000, 'x'), 'Line 2 isn’t valid CSV.'],
  [`${'id,'.repeat(200)}date\n1,2`, 'There are too many columns.'],
  [`id,date\n${','.repeat(200)}`, 'There are too many columns.'],
  [Buffer.from([0x69, 0x64, 0x2c, 0x81, 0xe9]), 'This isn’t a CSV file.'],
  [Buffer.alloc(2 * 1024 * 1024 + 1, 0x61), 'The file is larger than 2 MB.'],
]

test('a file that isn’t a valid import is refused with its reason, and nothing is kept', async () => {
  const world = await createWorld()
  const site = await world.site()

  for (const [content, sentence] of refused) {
    const form = new FormData()
    form.set('kind', 'signup')
    form.set('file', new File([content], 'old.csv'))
    const { request, ...args } = world.visit('/data-feeds/imports', { as: site.owner })
    const cookie = { Cookie: request.headers.get('Cookie') ?? '' }
    const sent = new Request(request.url, { method: 'POST', body: form, headers: cookie })

    expect(await bring({ ...args, request: sent })).toMatchObject({
      data: { errors: { file: [expect.stringContaining(sentence)] } },
      init: { status: 422 },
    })
  }
  expect(await listImports(world.services, site.scope)).toEqual([])
})

test('analysts decide nothing; a file thrown away, or left for a week, is empty and brings nothing', async () => {
  const world = await createWorld()
  const site = await world.site()
  const analyst = await world.member(site.team, { role: 'analyst' })
  const lines: [ImportKind, ...string[]] = ['signup', 'id,date', `1,${dayOf(world, 1)}`]
  const [thrown, left] = [await begin(world, site, lines), await begin(world, site, lines)]
  const form = { intent: 'throw' }
  const visit = (as: { cookie: string }) =>
    world.visit(`/data-feeds/imports/${thrown}`, { as, form, params: { uuid: thrown } })

  await expect(decide(visit(analyst))).rejects.toMatchObject({ code: 'forbidden' })
  await decide(visit(site.owner))
  const early = await sweepImports(world.services)
  world.clock.advance(7 * dayMillis + 1)
  const late = await sweepImports(world.services)
  const both = [await take(world, site, thrown), await take(world, site, left)]

  expect([early, late]).toEqual([0, 1])
  expect(both).toEqual([
    { state: 'thrown', taken: 0 },
    { state: 'thrown', taken: 0 },
  ])
  expect(await stored(world, site)).toEqual([])
  const rows = await world.services.db.system.select({ rows: imports.rows }).from(imports)
  expect(rows).toEqual([{ rows: [] }, { rows: [] }])
})

test('the panel and the claim show that a file is the source', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'purchase' })
  await shop.store({ firstName: 'Bea' })
  const before = (await shop.shown())?.why ?? []
  const uuid = await begin(shop, shop.site, [
    'purchase',
    'id,date,product',
    `1,${dayOf(shop, 1)},Kettle`,
  ])
  await take(shop, shop.site, uuid)

  const { why = [], items = [] } = (await shop.shown()) ?? {}
  const { rows } = await shop.services.pool.query<{ rule: string }>(
    'select rule from claims where short_id = any($1)',
    [items.map(({ claim }) => claim)],
  )

  expect(before.join(' ')).not.toContain('imported')
  expect(why.join(' ')).toContain('imported by the shop')
  expect(items).toHaveLength(2)
  expect(
    rows.filter(({ rule }) => rule.endsWith('The shop imported it from a file.')),
  ).toHaveLength(1)
  const [row] = (await stored(shop, shop.site)).filter(({ source }) => source === 'import')
  await setApprovals(shop.services, shop.site.scope, {
    uuids: [row?.uuid ?? ''],
    approval: 'hidden',
  })
  expect((await shop.shown())?.why.join(' ')).not.toContain('imported')
})
