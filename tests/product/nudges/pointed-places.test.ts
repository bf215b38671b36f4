/** The place of an inline nudge that a page sends back: who can send it, and who receives it. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { nudges, previewTabs } from '#app/db/schema/index.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import type { PlaceLink, PlaceState } from '#app/domain/serving/preview-place.server.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { action as editorAction } from '#app/routes/nudges/nudge.tsx'
import { loader as placeLoader } from '#app/routes/nudges/place.ts'
import { storeNudge } from '../../support/nudges.ts'
import { serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const oneTab = '0123456789abcdef0123456789abcdef'
const closed = {
  message: 'This preview link has expired or was opened in another tab.',
  errors: {},
}
const place = {
  selector: '.product-info .price',
  where: 'after',
  page: '/products/tote',
  kind: 'product',
  found: 2,
  missing: ['/products/cap'],
}

async function openStudio() {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  const store = (wanted: Partial<Parameters<typeof storeNudge>[2]> = {}) =>
    storeNudge(services, site, { type: 'purchase', surface: 'inline', state: 'draft', ...wanted })
  const uuid = await store()
  const edge = await serveEdge(services)

  const point = async (page = '', as = site.owner, of = uuid): Promise<unknown> => {
    const form = { intent: 'point', page }
    const answer = await editorAction(
      world.visit(`/nudges/${of}`, { as, params: { id: of }, form }),
    )
    return (answer as { data: unknown }).data
  }
  const makeLink = async () => (await point()) as PlaceLink
  const addressOf = (link: string, rest: string, tab = oneTab) => {
    const preview = new URL(link).hash.replace('#footfall-preview=', '')
    const query = new URLSearchParams({ preview, tab }).toString()
    return `${edge.baseUrl}/api/pixel/${site.uuid}${rest}?${query}`
  }
  const open = async (link: string) => {
    const response = await fetch(addressOf(link, ''), { headers: { Origin: site.url } })
    return (await response.json()) as PixelPayload
  }
  const send = async (link: string, body: unknown, from: Partial<Sender> = {}) => {
    const { origin = site.url, tab = oneTab } = from
    const response = await fetch(addressOf(link, '/events', tab), {
      method: 'POST',
      headers: { Origin: origin },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    return {
      status: response.status,
      cors: response.headers.get('access-control-allow-origin'),
      answer,
    }
  }
  const ask = async (id: string, as = site.owner, of = uuid) => {
    const address = `/nudges/${of}/place?link=${id}`
    const answer = await placeLoader(world.visit(address, { as, params: { id: of } }))
    return (await answer.json()) as PlaceState
  }
  return { world, services, site, uuid, store, edge, point, makeLink, open, send, ask }
}

type Sender = { origin: string; tab: string }

const waiting = { isOpen: false, place: null, count: 0 }

test('the place comes back to the studio, and leaves the nudge and its draft as they are', async () => {
  const { services, uuid, makeLink, open, send, ask } = await openStudio()
  const before = await services.db.system.select().from(nudges).where(eq(nudges.uuid, uuid))
  const { link, id } = await makeLink()
  const unopened = await ask(id)
  await open(link)
  const opened = await ask(id)

  const sent = await send(link, { place })
  const placed = await ask(id)
  await send(link, { place: { ...place, where: 'append' } })

  expect(unopened).toEqual(waiting)
  expect(opened).toEqual({ ...waiting, isOpen: true })
  expect(sent).toEqual({ status: 200, cors: '*', answer: { isKept: true } })
  expect(placed).toEqual({ isOpen: true, place, count: 1 })
  expect(await ask(id)).toMatchObject({ place: { where: 'append' }, count: 2 })
  expect(await services.db.system.select().from(nudges).where(eq(nudges.uuid, uuid))).toEqual(
    before,
  )
})

test('the page gets the one nudge with an example where there is no data, and the pages that were seen', async () => {
  const { site, uuid, store, edge, makeLink, open } = await openStudio()
  await store({ type: 'review' })
  await edge.page(site).report({ ...visitEvent(), page: '/products/cap' })

  const payload = await open((await makeLink()).link)

  expect(payload.nudges.map(({ id }) => id)).toEqual([shortIdOf(uuid)])
  expect(payload.nudges[0]?.items.length).toBeGreaterThan(0)
  expect(payload.nudges[0]?.heading).toBe('Example – only you can see this')
  expect(payload.preview?.pointing).toMatchObject({
    pages: ['/products/cap'],
    texts: { use: 'Use this place' },
  })
  expect(payload.preview?.pointing?.reportTo).toContain(`/api/pixel/${site.uuid}/events`)
})

test.each([
  ['', '/'],
  ['/products/tote?color=red', '/products/tote?color=red'],
  ['products/tote', '/products/tote'],
])('a link to the page %j leads to %s of the site', async (typed, path) => {
  const { site, point } = await openStudio()

  const { link } = (await point(typed)) as PlaceLink

  const { origin, pathname, search, hash } = new URL(link)
  expect(origin + pathname + search).toBe(site.url + path)
  expect(hash).toMatch(/^#footfall-preview=[\w.-]+$/)
})

test.each(['https://elsewhere.example/', '//elsewhere.example/x', 'javascript:alert(1)'])(
  'no link leads to %s',
  async (typed) => {
    const { point } = await openStudio()

    expect(await point(typed)).toMatchObject({
      errors: { page: [expect.stringContaining('Enter a page on')] },
    })
  },
)

test.each<[string, object]>([
  ['CSS beyond names and steps', { selector: 'a:has(b)' }],
  ['an escape', { selector: '.a\\:b' }],
  ['a list', { selector: '.a, body' }],
  ['a rule', { selector: 'p{color:red}' }],
  ['markup', { selector: '<img src=x onerror=alert(1)>' }],
  ['an address in an attribute', { selector: '[style="url(//x.example)"]' }],
  ['nothing', { selector: '' }],
  ['a space', { selector: ' p' }],
  ['a selector without an end', { selector: 'p > '.repeat(60) }],
  ['too many steps', { selector: Array.from({ length: 11 }, () => 'p').join(' > ') }],
  ['a position of its own', { where: 'instead' }],
  ['a page elsewhere', { page: 'https://x.example/' }],
  ['a script as a missing page', { missing: ['javascript:alert(1)'] }],
  ['more pages than are looked at', { missing: ['/a', '/b', '/c', '/d'] }],
  ['a count that can’t be', { found: 4 }],
])('%s is refused as a place', async (_case, changed) => {
  const { makeLink, send, ask } = await openStudio()
  const { link, id } = await makeLink()

  const { status } = await send(link, { place: { ...place, ...changed } })

  expect(status).toBe(422)
  expect(await ask(id)).toEqual({ ...waiting, isOpen: true })
})

test('fields that no place has are dropped', async () => {
  const { makeLink, send, ask } = await openStudio()
  const { link, id } = await makeLink()

  await send(link, { place: { ...place, state: 'published', kind: 'admin' }, nudge: 'other' })

  expect((await ask(id)).place).toEqual({ ...place, kind: 'other' })
})

test('another tab, another host, another kind of link and an old link suggest nothing', async () => {
  const { world, services, site, uuid, makeLink, open, send, ask } = await openStudio()
  const { link, id } = await makeLink()
  await open(link)
  const preview = await createPreviewLink(services, site.scope, { kind: 'nudge', uuid })
  const body = { place }

  const refused = [
    await send(link, body, { tab: 'fedcba9876543210fedcba9876543210' }),
    await send(link, body, { origin: 'https://elsewhere.example' }),
    await send(preview, body),
    await send(
      link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      body,
    ),
  ]
  world.clock.advance(15 * 60_000)
  refused.push(await send(link, body))

  expect(refused.map(({ status, answer }) => ({ status, answer }))).toEqual(
    refused.map(() => ({ status: 403, answer: closed })),
  )
  expect(await ask(id)).toEqual(waiting)
  expect(await services.db.system.select({ place: previewTabs.place }).from(previewTabs)).toEqual([
    { place: null },
    { place: null },
  ])
})

test('a page that keeps sending is stopped', async () => {
  const { makeLink, send, ask } = await openStudio()
  const { link, id } = await makeLink()
  const statuses: number[] = []

  for (let turn = 0; turn < 31; turn++) statuses.push((await send(link, { place })).status)

  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  expect((await ask(id)).count).toBe(30)
})

test('only the person who made the link receives its place, for this nudge alone', async () => {
  const { world, site, store, makeLink, send, ask } = await openStudio()
  const other = await store({ type: 'review' })
  const colleague = await world.member(site.team)
  const stranger = await world.site()
  const { link, id } = await makeLink()
  await send(link, { place })

  expect(await ask(id, site.owner, other)).toEqual(waiting)
  expect(await ask(id, colleague)).toEqual(waiting)
  await expect(ask(id, stranger.owner)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask('not-a-link')).rejects.toMatchObject({ code: 'not_found' })
  expect((await ask(id)).place).toEqual(place)
})

test('pointing is refused for a popup and for another organization’s nudge', async () => {
  const { world, store, site, point } = await openStudio()
  const popup = await store({ surface: 'popup' })
  const stranger = await world.site()

  await expect(point('', site.owner, popup)).rejects.toMatchObject({ code: 'not_found' })
  await expect(point('', stranger.owner)).rejects.toMatchObject({ code: 'not_found' })
})
