/** Columns of a file: recognized by name, chosen by the owner, stored, and used by the import. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, imports } from '#app/db/schema/index.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { addExclusion } from '#app/domain/activities/exclusions.server.ts'
import { openTable } from '#app/domain/imports/file-table.server.ts'
import type { ImportKind } from '#app/domain/imports/import-kinds.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { readRows } from '#app/domain/imports/import-draft.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { action, loader } from '#app/routes/data-feeds/import.tsx'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

async function bring(...[kind, ...lines]: [ImportKind, ...string[]]) {
  const world = await createWorld()
  const site = await world.site()
  const at = new Date(world.services.now().getTime() - dayMillis).toISOString()
  const uuid = await beginImport(world.services, site.scope, {
    kind,
    fileName: 'old.csv',
    userId: site.owner.id,
    bytes: Buffer.from(lines.join('\n').replaceAll('AT', at)),
  })
  return { ...handle(world, site, uuid), world, site, uuid }
}

function handle(world: World, site: TestSite, uuid: string) {
  const visit = (form?: Record<string, string>, as: { cookie: string } = site.owner) =>
    world.visit(`/data-feeds/imports/${uuid}`, { as, params: { uuid }, ...(form && { form }) })
  return {
    look: async () => (await loader(visit())).one,
    choose: (places: Record<string, string>, as?: { cookie: string }) =>
      action(visit({ intent: 'columns', ...places }, as)),
    take: () => commitImport(world.services, site.scope, uuid),
    stored: () =>
      world.services.db.system
        .select()
        .from(activities)
        .where(eq(activities.siteId, site.scope.siteId)),
  }
}

const saved = { data: { saved: 'Columns updated' } }
const refused = (errors: object) => ({ data: { errors }, init: { status: 422 } })

test('a file with unknown columns is kept, and read by the columns that are chosen', async () => {
  const { look, choose, take, stored } = await bring(
    ...(['purchase', 'Bestellung,Wann,Wer,Was'] as const),
    ...['1,AT,Ann,Kettle', '2,yesterday,Bea,Cup'],
  )

  const before = await look()
  const answer = await choose({ id: '0', occurred_at: '1', first_name: '2', product: '3' })
  const after = await look()
  const taken = await take()

  expect(before.head).toMatchObject({
    names: ['Bestellung', 'Wann', 'Wer', 'Was'],
    places: {},
    preset: null,
  })
  expect(before.values.map(([first]) => first)).toEqual(['1', expect.any(String), 'Ann', 'Kettle'])
  expect(before.counts).toEqual({ fresh: 0, excluded: 0, repeated: 0, old: 0, faulty: 0 })
  expect(answer).toMatchObject(saved)
  expect(after.counts).toEqual({ fresh: 1, excluded: 0, repeated: 0, old: 0, faulty: 1 })
  expect(after.samples).toMatchObject([{ line: 2, title: 'Ann', text: 'bought Kettle' }])
  expect(after.errors).toMatchObject([{ lines: [3], column: 'occurred_at', values: ['yesterday'] }])
  expect(after.head.places).toEqual({ id: 0, occurred_at: 1, first_name: 2, product: 3 })
  expect(taken).toEqual({ state: 'taken', taken: 1 })
  expect(await stored()).toMatchObject([{ externalId: '1', productTitle: 'Kettle' }])
})

test('a column that was recognised gives way to another one, or to none', async () => {
  const { look, choose, take, stored } = await bring(
    ...(['purchase', 'id,date,product,variant,city'] as const),
    '1,AT,Kettle,Blue Kettle,Utrecht',
  )

  await choose({ id: '0', occurred_at: '1', product: '3', city: '' })
  const { samples: previewed, head } = await look()
  await take()

  expect(previewed).toMatchObject([{ text: 'bought Blue Kettle' }])
  expect(head.places).toEqual({ id: 0, occurred_at: 1, product: 3 })
  expect(await stored()).toMatchObject([{ productTitle: 'Blue Kettle', city: null }])
})

test('columns that share a name can be chosen, and so can columns without a name', async () => {
  const { look, choose } = await bring(
    ...(['purchase', 'id,date,name,name,,ann@shop.example'] as const),
    '1,AT,Ann,Kettle,Utrecht,x',
  )

  const { head } = await look()
  await choose({ id: '0', occurred_at: '1', first_name: '2', product: '3', city: '4' })
  const { samples: previewed } = await look()

  // Without a header line, the first line may contain an email address.
  expect(head.names).toEqual(['id', 'date', 'name', 'name', '', ''])
  expect(previewed).toMatchObject([{ title: 'Ann', text: 'bought Kettle' }])
})

test.each([
  [{ id: '0', occurred_at: '9' }, { occurred_at: ['Choose a column from your file.'] }],
  [{ id: '0', occurred_at: '-1' }, { occurred_at: ['Choose a column from your file.'] }],
  [{ id: 'id', occurred_at: '1' }, { id: ['Choose a column from your file.'] }],
  [{ id: '', occurred_at: '1' }, { id: ['Required for every purchase. Choose a column.'] }],
  [{ id: '0' }, { occurred_at: ['Required for every purchase. Choose a column.'] }],
  [
    { id: '0', occurred_at: '1', first_name: '2', last_name: '2' },
    { last_name: ['“name” is already matched to “First name”. Use each column once.'] },
  ],
  [
    { id: '3', occurred_at: '1', email: '3' },
    { email: ['“mail” is already matched to “Order number”. Use each column once.'] },
  ],
])('%j is refused at its field, and the file is read as before', async (places, errors) => {
  const { look, choose } = await bring(
    ...(['purchase', 'id,date,name,mail'] as const),
    '1,AT,Ann,ann@shop.example',
  )
  const before = await look()

  expect(await choose(places)).toMatchObject(refused(errors))
  expect(await look()).toEqual(before)
})

test.each([
  { id: '0', email: '0', occurred_at: '1' },
  { id: '0', occurred_at: '1' },
])(
  'a sign-up is recognized and erased by its address with %j, though no one can read the address',
  async (places) => {
    const { look, choose, take, stored, world, site, uuid } = await bring(
      ...(['signup', 'Email,Joined,Notes'] as const),
      ...['ann@shop.example,AT,call Ann', 'Ann@Shop.example ,AT,again', 'bea@tea.example,AT,'],
    )
    await addExclusion(world.services, site.scope, { field: 'email_domain', value: 'tea.example' })

    const { head } = await look()
    await choose(places)
    const { counts } = await look()
    const [row] = await world.services.db.system.select().from(imports)
    const { table } = readRows(row?.rows ?? [])
    await take()
    const rows = await stored()

    expect(head.places).toEqual({ email: 0 })
    expect(counts).toEqual({ fresh: 2, excluded: 1, repeated: 1, old: 0, faulty: 0 })
    expect(JSON.stringify(row)).not.toMatch(/@|call Ann/)
    const opened = JSON.stringify(openTable(world.services.security.secrets, table ?? '', uuid))
    expect(opened).toContain('call Ann')
    expect(opened).not.toContain('@')
    expect(JSON.stringify(rows)).not.toContain('@')
    expect(rows.map(({ approval }) => approval).toSorted()).toEqual(['approved', 'hidden'])
    expect(await eraseShopper(world.services, 'ANN@shop.example')).toBe(1)
  },
)

test('an address in any other field is a fault of its row', async () => {
  const { look, choose } = await bring(
    ...(['purchase', 'id,date,who'] as const),
    ...['1,AT,ann@shop.example', '2,AT,Bea'],
  )

  await choose({ id: '0', occurred_at: '1', first_name: '2' })
  const { counts, errors } = await look()

  expect(counts).toMatchObject({ fresh: 1, faulty: 1 })
  expect(errors).toMatchObject([
    { lines: [2], column: 'first_name', sentence: 'Contains an email address.' },
  ])
})

test('analysts and others choose nothing, and what is done stays as it is', async () => {
  const { choose, take, stored, world, site, uuid } = await bring('signup', 'id,date', '1,AT')
  const analyst = await world.member(site.team, { role: 'analyst' })
  const other = await world.site()
  const places = { id: '0', occurred_at: '1' }

  await expect(choose(places, analyst)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(handle(world, other, uuid).choose(places)).rejects.toMatchObject({
    code: 'not_found',
  })
  await take()
  expect(await choose(places)).toMatchObject({
    data: { saved: 'This file has already been imported.' },
  })
  expect(await stored()).toHaveLength(1)
})

test('a file uploaded before columns could be chosen is imported as it was read', async () => {
  const { look, choose, take, world } = await bring('signup', 'id,date', '1,AT')
  const [row] = await world.services.db.system.select().from(imports)
  const [, , ...rest] = row?.rows ?? []
  const head = { columns: { id: 'id', occurred_at: 'date' }, ignored: [] }
  await world.services.db.system.update(imports).set({ rows: [head, ...rest] })

  const { counts } = await look()
  const answer = await choose({ id: '0', occurred_at: '1' })

  expect(counts.fresh).toBe(1)
  expect(answer).toMatchObject(refused({ '': ['Upload the file again to match its columns.'] }))
  expect(await take()).toEqual({ state: 'taken', taken: 1 })
})

const shopifyHead = 'Name,Financial Status,Paid at,Lineitem name,Billing Name,Id'

test('a shop’s file is recognized, and what it is can be changed and chosen again', async () => {
  const { look, choose } = await bring(
    ...(['purchase', shopifyHead] as const),
    ...['#1,paid,AT,Kettle,Ann Lee,71', '#1,,,Cup,,'],
  )

  const { head, samples, counts } = await look()
  await choose({ preset: '' })
  const plain = (await look()).head
  await choose({ preset: 'shopify' })
  const again = await look()
  await choose({ preset: 'shopify', id: '0', occurred_at: '2', product: '3' })
  const chosen = await look()

  expect(head.preset).toBe('shopify')
  expect(head.places).toEqual({ id: 5, state: 1, occurred_at: 2, full_name: 4, product: 3 })
  expect(samples).toMatchObject([{ title: 'Ann', text: 'bought Kettle' }])
  expect(counts).toEqual({ fresh: 1, excluded: 0, repeated: 0, old: 0, faulty: 0 })
  expect(plain).toMatchObject({ preset: null, places: { id: 5, occurred_at: 2 } })
  expect(again.head).toEqual(head)
  expect(chosen.head).toMatchObject({ preset: 'shopify', places: { id: 0, product: 3 } })
})

test('the owner chooses what a small file’s dates mean, and the preview and the import follow', async () => {
  const { look, choose, take, stored, world } = await bring(
    ...(['purchase', 'id,date,product'] as const),
    ...['1,01/02/2026,Kettle', '2,03/02/2026,Cup'],
  )
  world.clock.advance(Math.max(0, Date.UTC(2026, 3, 1) - world.services.now().getTime()))
  const places = { id: '0', occurred_at: '1', product: '2' }

  const before = await look()
  await choose({ ...places, day_order: 'month-first' })
  const american = await look()
  await choose({ ...places, day_order: 'day-first' })
  const european = await look()
  await choose({ ...places, product: '' })
  const again = await look()
  await take()

  expect(before.head.dayOrder).toEqual({ isOpen: true, choice: null })
  expect(before.counts).toMatchObject({ fresh: 0, faulty: 2 })
  expect(before.errors).toMatchObject([
    { sentence: 'This can be two dates. Choose the order of day and month.', total: 2 },
  ])
  const days = ({ samples }: typeof before) =>
    samples.map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10))
  expect(days(american)).toEqual(['2026-01-02', '2026-03-02'])
  expect(days(european)).toEqual(['2026-02-01', '2026-02-03'])
  expect(again.head.dayOrder).toEqual({ isOpen: true, choice: 'day-first' })
  expect(days(again)).toEqual(days(european))
  const dates = (await stored()).map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10))
  expect(dates.toSorted()).toEqual(['2026-02-01', '2026-02-03'])
})

test('a file whose dates show their order asks nothing', async () => {
  const { look } = await bring(
    ...(['purchase', 'id,date,product'] as const),
    ...['1,01/02/2026,Kettle', '2,31/01/2026,Cup'],
  )

  expect((await look()).head.dayOrder).toEqual({ isOpen: false, choice: null })
})
