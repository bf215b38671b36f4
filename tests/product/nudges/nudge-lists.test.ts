/** Lists and libraries of nudges: what they show and accept. */
import { expect, test } from 'vitest'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import { products, rolledDays } from '#app/db/schema/index.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { schedulePublishing } from '#app/domain/nudges/editing/publish.server.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { readReadiness } from '#app/presenters/nudge-list/gallery.server.ts'
import { action as useInline, loader as openLibrary } from '#app/routes/nudge-lists/library.tsx'
import { loader as openInline } from '#app/routes/nudge-lists/inline-nudges.tsx'
import { loader as openCards } from '#app/routes/nudge-lists/cards.ts'
import { action as change, loader as openList } from '#app/routes/nudge-lists/list.tsx'
import { action as begin, loader as openGallery } from '#app/routes/nudge-lists/popup-nudges.tsx'
import { shortIdOf } from '#app/lib/short-id.ts'
import type { TestSite } from '../../support/makers.ts'
import { impressionEvent, newEventId, serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

const path = '/popup-nudges/list'

const make = (
  { services }: World,
  { scope, owner }: TestSite,
  { name, type = 'custom' }: { name: string; type?: NudgeType },
) => createNudge(services, scope, { type, surface: 'popup', name, userId: owner.id })

const show = (world: World, { owner }: TestSite, query = '') =>
  openList(world.visit(`${path}${query}`, { as: owner }))

const press = (world: World, { owner }: TestSite, form: Record<string, string>) =>
  change(world.visit(path, { as: owner, form }))

const names = async (world: World, site: TestSite, query = '') =>
  (await show(world, site, query)).list.rows.map(({ name }) => name)

test('a nudge moves up, down and in front of another, and stays at the ends', async () => {
  const world = await createWorld()
  const site = await world.site()
  const [first, , third] = [
    await make(world, site, { name: 'One' }),
    await make(world, site, { name: 'Two' }),
    await make(world, site, { name: 'Three' }),
  ]

  await press(world, site, { act: `up ${first}` })
  const stayed = await names(world, site)
  const listed = await press(world, site, { act: `down ${first}` })
  const down = await names(world, site)
  await press(world, site, { act: `place ${third}`, before: first })
  const placed = await names(world, site)
  await press(world, site, { act: `place ${third}`, before: '' })

  expect(stayed).toEqual(['One', 'Two', 'Three'])
  expect(listed).toMatchObject({ data: { moved: 'One moved to position 2 of 3' } })
  expect(down).toEqual(['Two', 'One', 'Three'])
  expect(placed).toEqual(['Two', 'Three', 'One'])
  expect(await names(world, site)).toEqual(['Two', 'One', 'Three'])
})

test('the figures of a row are what its pages reported, and the switch takes it off the pages', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  const { uuid } = await world.nudge(site)
  const page = (await serveEdge(world.services)).page(site)
  const shown = impressionEvent(await page.payload())
  await page.report(shown, { ...shown, id: newEventId(), type: 'click' })

  const [row] = (await show(world, site)).list.rows
  const cards = await openCards(
    world.visit(`/popup-nudges/cards?nudge=${uuid}`, { as: site.owner }),
  )
  await press(world, site, { act: `off ${uuid}` })

  expect(row).toMatchObject({
    uuid,
    state: 'published',
    issues: [],
    figures: { shown: 1, hovers: 0, clicks: 1, closes: 0 },
    newestAt: new Date(world.clock.now().getTime() - 60_000),
  })
  expect(await cards.json()).toMatchObject({
    nudges: [{ id: shortIdOf(uuid), items: [{ title: 'Ann in the Netherlands' }] }],
  })
  expect((await page.payload()).nudges).toEqual([])
  expect(await names(world, site, '?state=off')).toEqual(['Recent purchase'])
})

test('figures of days that are closed and of hours that are not are summed', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  const page = (await serveEdge(world.services)).page(site)
  const shown = impressionEvent(await page.payload())
  await page.report(shown)
  world.clock.advance(2 * 86_400_000)
  await rollDays(world.services)
  await page.report({ ...shown, id: newEventId(), type: 'hover' })

  const { list } = await openList(
    world.visit(path, { as: await world.member(site.team, { role: 'analyst' }) }),
  )

  expect(await world.services.db.system.$count(rolledDays)).toBeGreaterThan(0)
  expect(list.rows[0]?.figures).toEqual({ shown: 1, hovers: 1, clicks: 0, closes: 0 })
})

test('a published nudge without data says why, and the filters find it', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.nudge(site)
  await make(world, site, { name: 'Summer 50%' })

  const { list } = await show(world, site)
  const silent = await names(world, site, '?problem=silent')
  const blocked = await names(world, site, '?problem=blocked')
  const found = await names(world, site, '?text=summer%2050%25&state=draft&type=custom')
  const missed = await show(world, site, '?text=winter')

  expect(list.rows[0]?.issues).toEqual([
    { kind: 'silent', sentence: 'No orders to show from the last 7 days.' },
  ])
  expect([silent, blocked, found]).toEqual([['Recent purchase'], ['Summer 50%'], ['Summer 50%']])
  expect(missed.list).toMatchObject({ rows: [], total: 0, counts: { listed: 2 } })
})

test('nudges are archived in bulk, restored switched off, and copied', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { uuid } = await world.nudge(site)

  const nothing = await press(world, site, { act: 'archive' })
  await press(world, site, { act: 'archive', uuid })
  const gone = await names(world, site)
  const archived = await names(world, site, '?view=archived')
  await press(world, site, { act: 'restore', uuid })
  await press(world, site, { act: `duplicate ${uuid}` })

  expect(nothing).toMatchObject({
    init: { status: 422 },
    data: { message: 'Select at least one nudge.' },
  })
  expect([gone, archived]).toEqual([[], ['Recent purchase']])
  const { list } = await show(world, site)
  expect(list.rows.map(({ name, state }) => [name, state])).toEqual([
    ['Recent purchase', 'paused'],
    ['Recent purchase (copy)', 'draft'],
  ])
})

/** Fields that the form behind a toast's "Undo" sends. */
const undoFields = (answer: unknown) => {
  const { data } = answer as { data: { undo?: { fields: [string, string][] } } }
  return new URLSearchParams(data.undo?.fields)
}

test('archiving, restoring and switching are undone, each nudge to its earlier state', async () => {
  const world = await createWorld()
  const [site, other] = [await world.site(), await world.site()]
  await storePurchase(world.services, site)
  const { uuid: live } = await world.nudge(site)
  const draft = await make(world, site, { name: 'Draft' })
  const states = async () =>
    (await show(world, site)).list.rows.map(({ name, state }) => [name, state])
  const before = await states()
  const body = new URLSearchParams([
    ['act', 'archive'],
    ['uuid', live],
    ['uuid', draft],
  ])
  const undo = (answer: unknown, as = site.owner) =>
    change(world.visit(path, { as, form: undoFields(answer) }))

  const archived = await change(world.visit(path, { as: site.owner, form: body }))
  const gone = await states()
  await undo(archived, other.owner)
  const stillGone = await states()
  const undone = await undo(archived)
  const back = await states()
  const off = await press(world, site, { act: `off ${live}` })
  await undo(off)
  const on = await states()
  const nothing = await press(world, site, { act: `on ${live}` })
  await press(world, site, { act: `archive ${live}` })
  const restored = await press(world, site, { act: `restore ${live}` })
  await undo(restored)

  expect(before).toEqual([
    ['Recent purchase', 'published'],
    ['Draft', 'draft'],
  ])
  expect([gone, stillGone]).toEqual([[], []])
  expect(undone).toMatchObject({ data: { saved: 'Change undone' } })
  expect([back, on]).toEqual([before, before])
  expect(nothing).not.toHaveProperty('data.undo')
  expect(await names(world, site)).toEqual(['Draft'])
  expect(await names(world, site, '?view=archived')).toEqual(['Recent purchase'])
})

test('an archived nudge gets its schedule back, and pausing everything is undone', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  const { uuid } = await world.nudge(site)
  const publishAt = new Date(world.clock.now().getTime() + 3_600_000)
  await schedulePublishing(world.services, site.scope, { uuid, publishAt })

  const archived = await press(world, site, { act: `archive ${uuid}` })
  await change(world.visit(path, { as: site.owner, form: undoFields(archived) }))
  const paused = await press(world, site, { act: 'pause' })
  const { pausedAt } = await show(world, site)
  await change(world.visit(path, { as: site.owner, form: undoFields(paused) }))

  const { list, ...screen } = await show(world, site)
  expect(list.rows).toMatchObject([{ uuid, publishAt, state: 'published' }])
  expect(pausedAt).not.toBeNull()
  expect(screen.pausedAt).toBeNull()
})

test('a list is sorted by its headings, and by nothing else', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  await make(world, site, { name: 'apple' })
  await make(world, site, { name: 'Zebra' })
  const page = (await serveEdge(world.services)).page(site)
  await page.report(impressionEvent(await page.payload()))
  const { fetch } = await world.serve()
  const open = async (query: string) =>
    (await fetch(`${path}${query}`, { headers: { Cookie: site.owner.cookie } })).text()

  const orders = {
    unknown: await names(world, site, '?sort=id'),
    name: await names(world, site, '?sort=name'),
    'name, back': await names(world, site, '?sort=-name'),
    shown: await names(world, site, '?sort=shown'),
    'shown, most first': await names(world, site, '?sort=-shown'),
  }
  const plain = await open('')
  const sorted = await open('?sort=-shown&state=draft')

  expect(orders).toEqual({
    unknown: ['Recent purchase', 'apple', 'Zebra'],
    name: ['apple', 'Recent purchase', 'Zebra'],
    'name, back': ['Zebra', 'Recent purchase', 'apple'],
    shown: ['apple', 'Zebra', 'Recent purchase'],
    'shown, most first': ['Recent purchase', 'apple', 'Zebra'],
  })
  expect(plain).not.toContain('aria-sort')
  expect(plain).toContain(`href="${path}?sort=-shown"`)
  expect(plain).toContain('Move apple up')
  expect(sorted.match(/aria-sort="descending"/g)).toHaveLength(1)
  expect(sorted).toContain(`href="${path}?state=draft&amp;sort=shown"`)
  expect(sorted).not.toContain('Move apple up')
})

test('pages hold 25 nudges, and the next one begins where the last one ended', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (let number = 1; number <= 27; number += 1) {
    await make(world, site, { name: `Nudge ${String(number)}` })
  }

  const first = (await show(world, site)).list
  const second = (await show(world, site, '?page=2')).list

  expect(first).toMatchObject({ total: 27, hasNext: true })
  expect(first.rows).toHaveLength(25)
  expect(second.rows.map(({ name }) => name)).toEqual(['Nudge 26', 'Nudge 27'])
  expect(second.hasNext).toBe(false)
})

test('another team sees and changes nothing, an analyst sees and changes nothing, an editor does not pause', async () => {
  const world = await createWorld()
  const [site, other] = [await world.site(), await world.site()]
  const { uuid } = await world.nudge(site)
  const analyst = await world.member(site.team, { role: 'analyst' })
  const editor = await world.member(site.team, { role: 'editor' })
  const form = { act: `off ${uuid}` }

  await press(world, other, form)
  await expect(press(world, other, { act: `up ${uuid}` })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(change(world.visit(path, { as: analyst, form }))).rejects.toBeDefined()
  await expect(
    change(world.visit(path, { as: editor, form: { act: 'pause' } })),
  ).rejects.toBeDefined()

  expect(await names(world, other)).toEqual([])
  const seen = await openList(world.visit(path, { as: analyst }))
  expect(seen).toMatchObject({ may: { edit: false, pause: false }, pausedAt: null })
  expect(seen.list.rows).toMatchObject([{ uuid, state: 'published' }])
})

test('readiness says what is there and no more', async () => {
  const world = await createWorld()
  const site = await world.site()
  const before = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000)
  await storePurchase(world.services, site)
  await storePurchase(world.services, site, { occurredAt: before(20) })
  await storePurchase(world.services, site, { occurredAt: before(40) })
  await storePurchase(world.services, site, { approval: 'hidden' })

  const all = await readReadiness(world.services, site.scope)

  const of = (type: NudgeType) => all.find((one) => one.type === type)?.readiness
  expect(all).toHaveLength(15)
  expect(of('purchase')).toEqual({
    state: 'ready',
    sentence: 'Ready: 2 orders in the last 30 days',
  })
  expect(of('purchases')).toEqual({
    state: 'needs',
    sentence: 'Not yet: Only 1 order in the last 7 days. It needs at least 5.',
    missing: 'purchase',
  })
  expect(of('conversion')).toEqual({
    state: 'needs',
    sentence: 'Needs sign-ups',
    missing: 'signup',
  })
  expect(of('visitor')?.state).toBe('needs')
})

test('a nudge that needs page data is ready as far as pages reported it', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { services } = world
  const needy = await sentences()
  await services.db.system.insert(products).values({
    teamId: site.scope.teamId,
    siteId: site.scope.siteId,
    externalId: 'mug',
    title: 'Mug',
    url: 'https://shop.example/mug',
    stock: 3,
    updatedAt: world.clock.now(),
  })
  const stocked = await sentences()
  const page = (await serveEdge(services)).page(site)
  await page.report(
    { id: newEventId(), type: 'cart', page: '/mug', product: 'mug' },
    { id: newEventId(), type: 'product_view', page: '/mug', product: 'mug' },
  )
  for (let order = 0; order < 5; order += 1) await storePurchase(services, site)
  const listed = await sentences()
  world.clock.advance(25 * 3_600_000)

  expect(needy).toEqual({
    cart_counter: 'needs: Needs add-to-cart events from your pages',
    stock_level: 'needs: Needs stock from your page or a product feed',
    selling_out: 'needs: Needs orders, and stock from your page or a product feed',
  })
  expect(stocked['stock_level']).toBe('yours: Your product data has the stock of 1 product')
  expect(listed).toEqual({
    cart_counter:
      'yours: 1 product added to carts in the last 24 hours. Shows where enough other visitors added the same one',
    stock_level: 'yours: Your product data has the stock of 1 product',
    selling_out: 'yours: You have enough orders. Your product data has the stock of 1 product',
  })
  const later = await sentences()
  expect(later['cart_counter']).toMatch(/^needs:/)
  // Stock that was read more than a day ago isn't shown.
  expect(later['stock_level']).toBe('needs: Needs stock from your page or a product feed')

  async function sentences() {
    const all = await readReadiness(services, site.scope)
    return Object.fromEntries(
      (['cart_counter', 'stock_level', 'selling_out'] as const).map((type) => {
        const { state = '', sentence = '' } = all.find((one) => one.type === type)?.readiness ?? {}
        return [type, `${state}: ${sentence}`]
      }),
    )
  }
})

test('the gallery logs nothing about types that an owner has to fill in', async () => {
  const world = await createWorld()
  const site = await world.site()

  await openGallery(world.visit('/popup-nudges', { as: site.owner }))
  await openLibrary(world.visit('/inline-nudges/library', { as: site.owner }))

  expect(world.logged.filter(({ level }) => level >= warningLevel)).toEqual([])
})

/** Pino's. */
const warningLevel = 40

test('the gallery draws every type, marks examples, and begins a draft; the library an inline one', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  const form = { type: 'purchase' }

  const gallery = await openGallery(world.visit('/popup-nudges', { as: site.owner }))
  const made = (await begin(world.visit('/popup-nudges', { as: site.owner, form }))) as Response
  const address = '/inline-nudges/library'
  await useInline(world.visit(address, { as: site.owner, form }))
  const refused = await useInline(
    world.visit(address, { as: site.owner, form: { type: 'purchases' } }),
  )
  const library = await openLibrary(world.visit(address, { as: site.owner }))

  expect(gallery.nudgeCount).toBe(0)
  expect(gallery.types.filter(({ isExample }) => !isExample)).toMatchObject([{ type: 'purchase' }])
  const pictures = gallery.pictures?.nudges ?? []
  expect(pictures.map(({ id }) => id).sort()).toEqual([...nudgeTypes].sort())
  const [drawn] = pictures.filter(({ id }) => id === 'purchase')
  expect(drawn?.items[0]?.title).not.toContain('Name')
  expect(made.headers.get('Location')).toMatch(/^\/nudges\/[-0-9a-f]{36}$/)
  expect(refused).toMatchObject({ init: { status: 422 } })
  expect(library.nudgeCount).toBe(1)
  expect(new Set(library.pictures?.nudges.map(({ surface }) => surface))).toEqual(
    new Set(['inline']),
  )
  expect(library.types.map(({ type }) => type)).not.toContain('purchases')
  const inline = await openInline(world.visit('/inline-nudges', { as: site.owner }))
  expect(inline.list.rows).toMatchObject([{ name: 'Recent purchase', state: 'draft' }])
})
