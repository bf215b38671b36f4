/** Reviews, products, nudges, single activities and sites of the REST API. */
import { expect, test } from 'vitest'
import { abilities, type Ability } from '#app/domain/tokens/token.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { openNudgeShop } from '../../support/nudge-shop.ts'
import { eventRow, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import type { TestSite } from '../../support/makers.ts'

type Answer = { status: number; body: { data: Row & Row[]; next_cursor: string | null } & Row }
type Row = Record<string, unknown>

async function callerOf(world: World, site: TestSite, granted?: string) {
  const token = granted ?? (await world.token(site.team))
  const { fetch } = await world.serve()
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`/api/v1/sites/${site.uuid}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] }
  }
}

async function shop() {
  const world = await createWorld()
  const site = await world.site()
  return { world, site, call: await callerOf(world, site) }
}

const order = { kind: 'purchase', id: 'order-1', occurred_at: '2026-03-02T09:00:00Z' }
const review = {
  id: 'review-1',
  occurred_at: '2026-03-02T09:00:00Z',
  stars: 4,
  body: 'Solid.\nWould buy again.',
  person: { first_name: 'Mia', email: 'mia@home.example' },
  items: [{ title: 'Oak board', url: 'https://shop.example/oak' }],
}
const uuidOf = ({ body }: Answer) => String(body.data['uuid'])
const idsOf = ({ body }: Answer) => body.data.map(({ id }) => id)

test('a review is stored once, as an activity with stars and text', async () => {
  const { world, call } = await shop()

  const first = await call('POST', '/reviews', review)
  const again = await call('POST', '/reviews', review)
  const other = await call('POST', '/reviews', { ...review, stars: 1 })

  expect([first.status, again.status, other.status]).toEqual([201, 200, 200])
  expect(first.body.data).toMatchObject({
    id: 'review-1',
    kind: 'review',
    stars: 4,
    body: 'Solid.\nWould buy again.',
    trust: 'signed',
    approval: 'approved',
    person: { first_name: 'Mia' },
    product: { title: 'Oak board' },
  })
  expect(other.body.data).toMatchObject({ stars: 1 })
  const { rows } = await world.services.pool.query<{ row: string }>(
    'select a::text as row from activities a',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain('mia@home.example')
})

test('a published nudge shows a review from its commit on, and not once it is deleted', async () => {
  const opened = await openNudgeShop()
  const call = await callerOf(opened.world, opened.site)
  await opened.publish({ type: 'review' })

  const made = await call('POST', '/reviews', review)
  const shown = await opened.shown()
  const gone = await call('DELETE', `/reviews/${uuidOf(made)}`)

  expect(shown?.items).toHaveLength(1)
  expect(gone.status).toBe(204)
  expect(await opened.shown()).toBeUndefined()
  expect((await call('GET', `/reviews/${uuidOf(made)}`)).status).toBe(404)
  expect((await call('POST', '/reviews', review)).status).toBe(201)
})

test('in a batch of reviews, a bad one spoils none of the others', async () => {
  const { call } = await shop()

  const answer = await call('POST', '/reviews', {
    reviews: [review, { ...review, id: 'review-2', stars: 9 }, 'x', { ...review, id: 'review-3' }],
  })

  expect(answer.status).toBe(200)
  expect(answer.body.data.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['review-1', 'created'],
    ['review-2', 'rejected'],
    [null, 'rejected'],
    ['review-3', 'created'],
  ])
})

test('an order is no review: neither read nor deleted at the address of reviews', async () => {
  const { call } = await shop()
  const made = await call('POST', '/activities', order)

  const answers = [
    await call('GET', `/reviews/${uuidOf(made)}`),
    await call('DELETE', `/reviews/${uuidOf(made)}`),
    await call('GET', '/reviews'),
    await call('GET', `/activities/${uuidOf(made)}`),
    await call('DELETE', `/activities/${uuidOf(made)}`),
    await call('DELETE', `/activities/${uuidOf(made)}`),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 200, 204, 404])
  expect(answers[2]?.body.data).toEqual([])
})

test('lists are narrowed by time, from the first moment on and before the last', async () => {
  const { call } = await shop()
  const at = (time: string) => `2026-03-01T${time}:00Z`
  const times = ['08:00', '09:00', '10:00', '11:00']
  await call('POST', '/activities', {
    activities: times.map((time) => ({ ...order, id: time, occurred_at: at(time) })),
  })
  await call('POST', '/reviews', {
    reviews: times.map((time) => ({ ...review, id: `r ${time}`, occurred_at: at(time) })),
  })

  const range = `from=${at('09:00')}&to=${encodeURIComponent('2026-03-01T12:00:00+01:00')}`
  const activities = await call('GET', `/activities?${range}&kind=purchase`)
  const reviews = await call('GET', `/reviews?${range}`)
  const both = await call('GET', `/activities?from=${at('11:00')}`)

  expect(idsOf(activities)).toEqual(['10:00', '09:00'])
  expect(idsOf(reviews)).toEqual(['r 10:00', 'r 09:00'])
  expect(idsOf(both).toSorted()).toEqual(['11:00', 'r 11:00'])
})

test('each state lists its activities, and together they list all', async () => {
  const { world, call } = await shop()
  const states = {
    approved: "trust = 'signed'",
    waiting: "trust = 'origin', approval = 'quarantined', source = 'pixel'",
    hidden: "approval = 'hidden'",
    withheld: 'is_showable = false',
    unsigned: "trust = 'unknown', approval = 'quarantined', source = 'pixel'",
  }
  for (const [id, change] of Object.entries(states)) {
    await call('POST', '/activities', { ...order, id })
    await world.services.pool.query(`update activities set ${change} where external_id = $1`, [id])
  }

  for (const state of Object.keys(states)) {
    expect(idsOf(await call('GET', `/activities?state=${state}`))).toEqual([state])
  }
  expect((await call('GET', '/activities?state=approved&limit=1')).body.next_cursor).toBeNull()
})

const product = {
  title: 'Kettle',
  url: 'https://shop.example/kettle',
  image: 'https://shop.example/kettle.jpg',
  price: 12.5,
  currency: 'eur',
  stock: 3,
}

test('a product is created, replaced as a whole and deleted', async () => {
  const { call } = await shop()

  const created = await call('PUT', '/products/kettle%2F1', product)
  const replaced = await call('PUT', '/products/kettle%2F1', { title: 'Kettle', stock: 0 })
  const read = await call('GET', '/products/kettle%2F1')
  const gone = await call('DELETE', '/products/kettle%2F1')

  expect([created.status, replaced.status, gone.status]).toEqual([201, 200, 204])
  expect(created.body.data).toEqual({
    ...product,
    id: 'kettle/1',
    currency: 'EUR',
    is_available: null,
    is_hidden: false,
    updated_at: '2026-03-02T10:00:00.000Z',
  })
  expect(read.body).toEqual(replaced.body)
  expect(read.body.data).toMatchObject({ url: null, price: null, currency: null, stock: 0 })
  expect((await call('GET', '/products/kettle%2F1')).status).toBe(404)
  expect((await call('DELETE', '/products/kettle%2F1')).status).toBe(404)
})

test('in a batch of products each has its outcome, and the last of equal ids counts', async () => {
  const { call } = await shop()
  await call('PUT', '/products/a', product)

  const answer = await call('POST', '/products', {
    products: [
      { ...product, id: 'a', stock: 1 },
      { ...product, id: 'b', stock: 'many' },
      { ...product, id: 'c', stock: 1 },
      { ...product, id: 'c', stock: 2 },
    ],
  })

  expect(answer.body.data.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['a', 'updated'],
    ['b', 'rejected'],
    ['c', 'created'],
    ['c', 'updated'],
  ])
  expect((await call('GET', '/products/c')).body.data).toMatchObject({ stock: 2 })
  for (const products of [[], Array(101).fill({ ...product, id: 'x' }), 'x', undefined]) {
    expect((await call('POST', '/products', { products })).status).toBe(422)
  }
})

test('stock that the API reports is shown on its page, until it is sold out, old or deleted', async () => {
  const opened = await openNudgeShop()
  const call = await callerOf(opened.world, opened.site)
  await opened.publish({ type: 'stock_level', query: { javascript: false } })
  const totals = async () => (await opened.shown())?.items[0]?.count?.totals

  const before = await totals()
  await call('PUT', '/products/kettle', product)
  const three = await totals()
  await call('POST', '/products', { products: [{ ...product, id: 'kettle', stock: 2 }] })
  const two = await totals()
  await call('PUT', '/products/kettle', { ...product, stock: 0 })
  const none = await totals()
  await call('PUT', '/products/kettle', { ...product, is_available: false })
  const unavailable = await totals()
  await call('PUT', '/products/kettle', product)
  opened.world.clock.advance(dayMillis + 1)
  const old = await totals()
  await call('PUT', '/products/kettle', product)
  const renewed = await totals()
  await call('DELETE', '/products/kettle')

  expect([before, none, unavailable, old]).toEqual([undefined, undefined, undefined, undefined])
  expect([three, two, renewed]).toEqual([{ '/kettle': 3 }, { '/kettle': 2 }, { '/kettle': 3 }])
  expect(await totals()).toBeUndefined()
})

test('a URL with spaces and letters beyond ASCII is stored as browsers write it', async () => {
  const { call } = await shop()

  const { body } = await call('PUT', '/products/k', { ...product, url: 'https://shop.example/é a' })

  expect(body.data).toMatchObject({ url: 'https://shop.example/%C3%A9%20a' })
})

test('a product that its owner hid stays hidden', async () => {
  const { world, call } = await shop()
  await call('PUT', '/products/kettle', product)
  await world.services.pool.query('update products set is_hidden = true')

  const { body } = await call('PUT', '/products/kettle', product)

  expect(body.data).toMatchObject({ is_hidden: true })
})

/** Reads all pages, and adds something after the first one. */
async function readPages(
  call: Awaited<ReturnType<typeof callerOf>>,
  path: string,
  addMore: () => Promise<unknown>,
): Promise<Row[][]> {
  const pages: Row[][] = []
  let query = '?limit=2'
  for (;;) {
    const { body } = await call('GET', path + query)
    pages.push(body.data)
    if (body.next_cursor === null) return pages
    if (pages.length === 1) await addMore()
    query = `?limit=2&cursor=${body.next_cursor}`
  }
}

test('pages neither skip nor repeat anything while more is added', async () => {
  const { world, site, call } = await shop()
  const ids = ['a', 'b/c', 'é', '👟', 'z']
  await call('POST', '/products', { products: ids.map((id) => ({ ...product, id })) })
  await call('POST', '/reviews', { reviews: ids.map((id) => ({ ...review, id })) })
  const addNudge = (name: string) =>
    world.services.pool.query(
      `insert into nudges (team_id, site_id, surface, type, name, state, position, created_at, updated_at)
       values ($1, $2, 'popup', 'purchase', $3, 'draft', 1, now(), now())`,
      [site.scope.teamId, site.scope.siteId, name],
    )
  for (const name of ['one', 'two', 'three']) await addNudge(name)

  const products = await readPages(call, '/products', () => call('PUT', '/products/0', product))
  const later = { ...review, id: 'later', occurred_at: '2026-03-02T09:59:00Z' }
  const reviews = await readPages(call, '/reviews', () => call('POST', '/reviews', later))
  const nudges = await readPages(call, '/nudges', () => addNudge('four'))

  expect(products.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(
    products
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect(
    reviews
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect(nudges.flat().map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four'])
})

test('a nudge is listed with its state and what was counted in 30 days, without archived ones', async () => {
  const { world, site, call } = await shop()
  const nudge = await world.nudge(site)
  const receivedAt = world.clock.now()
  const event = (type: 'impression' | 'click') =>
    eventRow(site, { receivedAt, type, nudge: nudge.uuid })
  await store(world.services, [event('impression'), event('impression'), event('click')])

  const listed = await call('GET', '/nudges')
  const one = await call('GET', `/nudges/${nudge.uuid}`)
  world.clock.advance(31 * dayMillis)
  const later = await call('GET', `/nudges/${nudge.uuid}`)
  await world.services.pool.query('update nudges set archived_at = now()')

  expect(listed.body.data).toEqual([
    {
      uuid: nudge.uuid,
      name: 'Recent purchase',
      type: 'purchase',
      surface: 'popup',
      state: 'published',
      published_at: null,
      impressions: 2,
      clicks: 1,
    },
  ])
  expect(one.body.data).toMatchObject(listed.body.data[0] ?? {})
  expect(later.body.data).toMatchObject({ impressions: 0, clicks: 0 })
  expect((await call('GET', '/nudges')).body.data).toEqual([])
  expect((await call('GET', `/nudges/${nudge.uuid}`)).status).toBe(404)
})

test('one site reads like in the list', async () => {
  const { world, site, call } = await shop()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const list = await fetch('/api/v1/sites', { headers: { Authorization: `Bearer ${token}` } })

  const { body } = await call('GET', '')

  expect({ data: [body.data], next_cursor: null }).toEqual(await list.json())
})

/** The ability of each call, and what it is answered with it. */
const needed: [method: string, path: string, ability: Ability][] = [
  ['GET', '', 'sites:read'],
  ['GET', '/activities', 'activities:read'],
  ['POST', '/activities', 'activities:write'],
  ['DELETE', '/activities/00000000-0000-4000-8000-000000000000', 'activities:delete'],
  ['GET', '/reviews', 'reviews:read'],
  ['POST', '/reviews', 'reviews:write'],
  ['DELETE', '/reviews/00000000-0000-4000-8000-000000000000', 'reviews:write'],
  ['GET', '/products', 'products:read'],
  ['GET', '/products/x', 'products:read'],
  ['POST', '/products', 'products:write'],
  ['PUT', '/products/x', 'products:write'],
  ['DELETE', '/products/x', 'products:write'],
  ['GET', '/goals', 'goals:read'],
  ['POST', '/goals', 'goals:write'],
  ['GET', '/nudges', 'nudges:read'],
  ['GET', '/nudges/00000000-0000-4000-8000-000000000000', 'nudges:read'],
  ['POST', '/nudges', 'nudges:write'],
  ['POST', '/nudges/00000000-0000-4000-8000-000000000000/publish', 'nudges:write'],
  ['GET', '/statistics', 'statistics:read'],
]

test('each call needs its ability, and no other ability replaces it', async () => {
  const { world, site } = await shop()

  const differences: string[] = []
  for (const [method, path, ability] of needed) {
    const others = abilities.filter((one) => one !== ability)
    const refused = await callerOf(world, site, await world.token(site.team, others))
    const granted = await callerOf(world, site, await world.token(site.team, [ability]))
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    const statuses = [
      (await refused(method, path, body)).status,
      (await granted(method, path, body)).status,
    ]
    const isRight = statuses[0] === 403 && [200, 404, 422].includes(statuses[1] ?? 0)
    if (!isRight) differences.push(`${method} ${path}: ${statuses.join(', ')}`)
  }

  expect(differences).toEqual([])
})

test('a token for one site opens none of the addresses of another site', async () => {
  const { world, site } = await shop()
  const sibling = await world.site({ team: site.team })
  const token = await createToken(
    world.services,
    { team: site.scope, actor: site.owner, siteId: site.scope.siteId },
    { name: 'One site', abilities: [...abilities] },
  )
  const [here, there] = [await callerOf(world, site, token), await callerOf(world, sibling, token)]

  for (const [method, path] of needed) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    expect([path, (await there(method, path, body)).status]).toEqual([path, 404])
    expect([path, (await here(method, path, body)).status]).not.toEqual([path, 403])
  }
})
