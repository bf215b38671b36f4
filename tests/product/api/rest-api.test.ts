import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { activities } from '#app/db/schema/index.ts'
import type { ServedPayload } from '#app/domain/serving/served-payload.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { createWorld, type World } from '../../support/world.ts'

const order = {
  kind: 'purchase',
  id: 'order-1',
  occurred_at: '2026-03-02T09:00:00Z',
  person: { first_name: 'Ann', last_name: 'Miller', city: 'Leeds', country: 'gb' },
  items: [
    { title: 'Oak board', url: 'https://shop.example/oak', image: 'https://shop.example/oak.jpg' },
    { title: 'Linen towel' },
  ],
  total: 39.5,
  currency: 'gbp',
}

/** A site, a token of its team and a client of its activities URL. */
async function shop(world: World) {
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const address = `/api/v1/sites/${site.uuid}/activities`
  const authorization = `Bearer ${token}`
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(address, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const read = (query = '') => fetch(address + query, { headers: { Authorization: authorization } })
  const rows = () => world.services.db.system.select().from(activities)
  return { site, token, fetch, address, send, read, rows }
}

test('an order is stored once and answered with 201, its repeat with 200', async () => {
  const { send, rows } = await shop(await createWorld())

  const first = await send(order)
  const again = await send({ ...order, occurred_at: '2026-03-02T10:00:00+01:00' })

  const firstBody: unknown = await first.json()
  const secondBody: unknown = await again.json()
  expect([first.status, again.status]).toEqual([201, 200])
  expect(secondBody).toEqual(firstBody)
  expect(firstBody).toMatchObject({
    data: {
      id: 'order-1',
      kind: 'purchase',
      occurred_at: '2026-03-02T09:00:00.000Z',
      is_showable: true,
      person: { first_name: 'Ann', last_name: 'Miller', city: 'Leeds', country: 'GB' },
      product: { title: 'Oak board', url: 'https://shop.example/oak' },
    },
  })
  expect(await rows()).toHaveLength(1)
})

test('the same id is another activity for another kind and for another site', async () => {
  const world = await createWorld()
  const { site, send, fetch, token, rows } = await shop(world)
  const other = await world.site({ team: site.team })
  await send(order)

  const signup = await send({ kind: 'signup', id: order.id, occurred_at: order.occurred_at })
  const elsewhere = await fetch(`/api/v1/sites/${other.uuid}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })

  expect([signup.status, elsewhere.status]).toEqual([201, 201])
  expect(await rows()).toHaveLength(3)
})

test('equal orders at the same time are one activity', async () => {
  const { send, rows } = await shop(await createWorld())

  const answers = await Promise.all(Array.from({ length: 8 }, () => send(order)))

  expect(answers.map(({ status }) => status).sort()).toEqual([
    200, 200, 200, 200, 200, 200, 200, 201,
  ])
  expect(await rows()).toHaveLength(1)
})

test.each([
  ['a test order', { test: true }],
  ['an order of nothing', { total: 0 }],
  ['a cancelled order', { state: 'cancelled' }],
  ['a refunded order', { state: 'refunded' }],
])('%s is stored and never shown', async (_what, fields) => {
  const { send } = await shop(await createWorld())

  const answer = await send({ ...order, ...fields })

  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ data: { is_showable: false } })
})

const firstBody = (payload: ServedPayload | null): unknown =>
  JSON.parse(gunzipSync(Buffer.from(payload?.shown.gzip ?? '', 'latin1')).toString())

test('a refund hides a shown order permanently, even when the first report is retried late', async () => {
  const world = await createWorld()
  const { site, send } = await shop(world)
  await world.nudge(site)
  await send(order)
  const shown = await world.services.siteCache.payload(site.uuid)

  const refund = await send({ ...order, state: 'refunded' })
  const retry = await send(order)

  const payload = await world.services.siteCache.payload(site.uuid)
  expect(firstBody(shown)).toMatchObject({ nudges: [{ items: [{}] }] })
  expect([refund.status, retry.status]).toEqual([200, 200])
  expect(await retry.json()).toMatchObject({ data: { is_showable: false } })
  expect(firstBody(payload)).toMatchObject({ nudges: [] })
})

test('a refund counts as one whatever else it says of the order', async () => {
  const { send } = await shop(await createWorld())
  await send(order)

  const { kind, id, occurred_at } = order
  const refund = await send({ kind, id, occurred_at, state: 'refunded', total: 0 })

  expect(refund.status).toBe(200)
  expect(await refund.json()).toMatchObject({ data: { is_showable: false } })
})

test('the address of a buyer is kept as a fingerprint only', async () => {
  const { send, read, rows } = await shop(await createWorld())

  const answer = await send({ ...order, person: { ...order.person, email: 'Ann@Home.example' } })

  const stored = JSON.stringify([await rows(), await answer.json(), await (await read()).json()])
  expect(answer.status).toBe(201)
  expect((await rows())[0]?.emailHash).toMatch(/^[0-9a-f]{64}$/)
  for (const secret of ['home.example', 'Home.example']) expect(stored).not.toContain(secret)
})

test('data of a buyer that no nudge needs is refused, and not repeated', async () => {
  const { send, rows } = await shop(await createWorld())
  const person = { ...order.person, street: '1 High Street', phone: '0113-55' }

  const answer = await send({ ...order, person, ip: '192.0.2.77' })

  const { errors } = (await answer.json()) as { errors: object }
  expect([answer.status, Object.keys(errors).sort()]).toEqual([
    422,
    ['ip', 'person.phone', 'person.street'],
  ])
  expect(JSON.stringify(errors)).not.toMatch(/High Street|0113|192\.0/)
  expect(await rows()).toEqual([])
})

test('wrong fields are named, each with a sentence, and nothing is stored', async () => {
  const { send, rows } = await shop(await createWorld())

  const answer = await send({
    kind: 'gift',
    id: ' ',
    occurred_at: '2026-03-02 09:00',
    person: { country: 'Germany', first_name: 'A\nB' },
    items: [{ title: 'x', url: 'javascript:alert(1)' }],
    total: -1,
  })

  const problem = (await answer.json()) as { errors: Record<string, string[]> }
  expect(answer.status).toBe(422)
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  expect(problem).toMatchObject({ status: 422, message: 'Some fields are invalid.' })
  expect(Object.keys(problem.errors).sort()).toEqual([
    'id',
    'items.0.url',
    'kind',
    'occurred_at',
    'person.country',
    'person.first_name',
    'total',
  ])
  expect(await rows()).toEqual([])
})

test.each([
  ['in six minutes', 422, '2026-03-02T10:06:00Z'],
  ['in four minutes', 201, '2026-03-02T10:04:00Z'],
  ['729 days ago', 201, '2024-03-03T10:00:00Z'],
  ['three years ago', 422, '2023-03-02T10:00:00Z'],
])('an order that happened %s is answered %i', async (_when, status, occurred_at) => {
  const { send } = await shop(await createWorld())

  const answer = await send({ ...order, occurred_at })

  expect(answer.status).toBe(status)
})

test.each([
  ['not JSON', '{"kind":', 'application/json', 400],
  ['nothing', '', 'application/json', 400],
  ['a form', 'kind=purchase', 'application/x-www-form-urlencoded', 415],
  ['a list', '[]', 'application/json', 422],
  ['a number', '7', 'application/json', 422],
  ['null', 'null', 'application/json', 422],
  ['an infinite total', JSON.stringify(order).replace('39.5', '1e999'), 'application/json', 422],
  ['half a character', JSON.stringify(order).replace('Oak', '\\ud83d'), 'application/json', 422],
  ['a NUL', JSON.stringify(order).replace('Oak', '\\u0000'), 'application/json', 422],
  ['64 thousand brackets', '['.repeat(64_000), 'application/json', 400],
  ['an empty batch', '{"activities":[]}', 'application/json', 422],
  [
    'a batch of 101',
    JSON.stringify({ activities: Array(101).fill(order) }),
    'application/json',
    422,
  ],
  [
    'more than 256 KiB',
    JSON.stringify({ ...order, note: 'x'.repeat(300_000) }),
    'application/json',
    413,
  ],
])('%s is answered with a problem and leaves no row', async (_what, body, type, status) => {
  const { send, rows } = await shop(await createWorld())

  const answer = await send(body, { 'Content-Type': type })

  expect(answer.status).toBe(status)
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status, errors: expect.any(Object) as object })
  expect(await rows()).toEqual([])
})

test('bytes that are no UTF-8 are malformed', async () => {
  const { fetch, address, token } = await shop(await createWorld())

  const answer = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: Buffer.from(JSON.stringify(order).replace('Ann', 'M\xfcnch'), 'latin1'),
  })

  expect(answer.status).toBe(400)
})

test('keys that name the prototype pollute nothing', async () => {
  const { send, rows } = await shop(await createWorld())
  const poison =
    '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1'

  const answer = await send(
    JSON.stringify(order)
      .replace('{"kind"', `{${poison},"kind"`)
      .replace('{"first_name"', `{${poison},"first_name"`),
  )

  expect(answer.status).toBe(422)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(await rows()).toEqual([])
})

test('team, site and trust are never taken from the body', async () => {
  const world = await createWorld()
  const { site, send, rows } = await shop(world)
  const other = await world.site()

  const fields = { team_id: other.scope.teamId, site_id: other.scope.siteId }
  const refused = await send({ ...order, ...fields, siteUuid: other.uuid, trust: 'x' })
  await send({ ...order, test: true })

  expect(refused.status).toBe(422)
  expect(await rows()).toMatchObject([
    { teamId: site.scope.teamId, siteId: site.scope.siteId, trust: 'signed', isShowable: false },
  ])
})

test('in a batch, a bad activity spoils none of the others', async () => {
  const { send, rows } = await shop(await createWorld())
  await send(order)

  const answer = await send({
    activities: [
      { ...order, id: 'order-2' },
      { ...order, id: 'order-3', total: 'much' },
      order,
      { ...order, person: { first_name: 'Bob' } },
      { ...order, id: 'order-2' },
      { ...order, id: 'order-4', occurred_at: '2036-01-01T00:00:00Z' },
      'nonsense',
      { ...order, id: 'order-5' },
    ],
  })

  const { data } = (await answer.json()) as {
    data: { outcome: string; id: string; errors?: object }[]
  }
  expect(answer.status).toBe(200)
  expect(data.map(({ outcome, id }) => [id, outcome])).toEqual([
    ['order-2', 'created'],
    ['order-3', 'rejected'],
    ['order-1', 'repeated'],
    ['order-1', 'conflict'],
    ['order-2', 'repeated'],
    ['order-4', 'rejected'],
    [null, 'rejected'],
    ['order-5', 'created'],
  ])
  expect(data[1]?.errors).toEqual({ total: ['Send a number.'] })
  expect(Object.keys(data[5]?.errors ?? {})).toEqual(['occurred_at'])
  expect((await rows()).map(({ externalId }) => externalId).sort()).toEqual([
    'order-1',
    'order-2',
    'order-5',
  ])
})

test('batches with the same ids in opposite order wait for each other', async () => {
  const { send, rows } = await shop(await createWorld())
  const some = Array.from({ length: 40 }, (_, number) => ({
    ...order,
    id: `order-${String(number)}`,
  }))

  const answers = await Promise.all([
    send({ activities: some }),
    send({ activities: some.toReversed() }),
    send({ activities: some }),
    send({ activities: some.map((one) => ({ ...one, state: 'refunded' })).toReversed() }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await rows()).toHaveLength(40)
})

test('a list is read page by page, newest first, without a gap or a repeat', async () => {
  const { send, read } = await shop(await createWorld())
  // Three of them have the same time, and the cursor has to distinguish them.
  const times = ['09:00', '08:00', '08:00', '08:00', '07:00']
  const some = times.map((time, number) => ({
    ...order,
    id: `order-${String(number)}`,
    occurred_at: `2026-03-02T${time}:00Z`,
  }))
  await send({ activities: some })

  const pages: string[][] = []
  let query = '?limit=2'
  for (;;) {
    const { data, next_cursor } = (await (await read(query)).json()) as {
      data: { id: string }[]
      next_cursor: string | null
    }
    pages.push(data.map(({ id }) => id))
    if (next_cursor === null) break
    query = `?limit=2&cursor=${next_cursor}`
  }

  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(pages.flat().sort()).toEqual(some.map(({ id }) => id))
  expect(pages.flat()[0]).toBe('order-0')
  expect(pages.flat()[4]).toBe('order-4')
})

test('a list can be narrowed to one kind', async () => {
  const { send, read } = await shop(await createWorld())
  await send({ activities: [order, { kind: 'signup', id: 's-1', occurred_at: order.occurred_at }] })

  const answer = await read('?kind=signup')

  expect(await answer.json()).toMatchObject({
    data: [{ id: 's-1', product: null }],
    next_cursor: null,
  })
})

test.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=x', '?kind=gift'])(
  'a list asked with %s is refused at that field',
  async (query) => {
    const { read } = await shop(await createWorld())

    const answer = await read(query)

    const { errors } = (await answer.json()) as { errors: object }
    expect(answer.status).toBe(422)
    expect(Object.keys(errors)).toEqual([query.slice(1, query.indexOf('='))])
  },
)

test('without a valid token in the Authorization header the answer is 401', async () => {
  const { fetch, address, token } = await shop(await createWorld())
  const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
  const ask = (query: string, headers: Record<string, string>) =>
    fetch(address + query, { headers }).then(({ status }) => status)

  expect(await ask('', {})).toBe(401)
  expect(await ask(`?api_token=${token}`, {})).toBe(401)
  expect(await ask('', { Authorization: `Bearer ${wrong}` })).toBe(401)
  expect(await ask('', { Authorization: `Basic ${token}` })).toBe(401)
  expect(await ask('', { Authorization: `Bearer ${token}` })).toBe(200)
})

test('a token without the ability is answered 403', async () => {
  const world = await createWorld()
  const { site, fetch, address } = await shop(world)
  const reader = await world.token(site.team, ['activities:read'])
  const headers = { Authorization: `Bearer ${reader}`, 'Content-Type': 'application/json' }

  const write = await fetch(address, { method: 'POST', headers, body: JSON.stringify(order) })
  const sites = await fetch('/api/v1/sites', { headers })
  const read = await fetch(address, { headers })
  const me = await fetch('/api/v1/me', { headers })

  expect([write.status, sites.status, read.status, me.status]).toEqual([403, 403, 200, 200])
})

test("another team's site, a missing one and one that the token is not for read the same", async () => {
  const world = await createWorld()
  const { site, fetch, token } = await shop(world)
  const [sibling, foreign] = [await world.site({ team: site.team }), await world.site()]
  const restricted = await createToken(
    world.services,
    { team: site.scope, actor: site.owner, siteId: site.scope.siteId },
    { name: 'One site', abilities: ['activities:write', 'activities:read', 'sites:read'] },
  )
  const post = async (uuid: string, bearer: string) => {
    const answer = await fetch(`/api/v1/sites/${uuid}/activities`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(order),
    })
    const firstBody = (await answer.json()) as { message?: string }
    return [answer.status, firstBody.message?.replace(uuid, 'UUID')]
  }

  const missing = await post('00000000-0000-4000-8000-000000000000', token)

  expect(missing).toEqual([404, 'Site not found for this token.'])
  expect(await post('nonsense', token)).toEqual(missing)
  expect(await post(foreign.uuid, token)).toEqual(missing)
  expect(await post(sibling.uuid, restricted)).toEqual(missing)
  expect((await post(sibling.uuid, token))[0]).toBe(201)
  expect((await post(site.uuid, restricted))[0]).toBe(201)

  const listed = await fetch('/api/v1/sites', {
    headers: { Authorization: `Bearer ${restricted}` },
  })
  expect(await listed.json()).toMatchObject({ data: [{ uuid: site.uuid }], next_cursor: null })
})

test('a token can look up its organization and abilities', async () => {
  const world = await createWorld()
  const site = await world.site({ team: await world.team({ name: 'Shop Ltd' }) })
  const token = await world.token(site.team, ['activities:write'])
  const { fetch } = await world.serve()

  const answer = await fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })

  expect(await answer.json()).toMatchObject({
    data: {
      organization: { name: 'Shop Ltd' },
      token: { name: 'Test', abilities: ['activities:write'], site: null },
    },
  })
})

test.each([
  ['/api/v1/me', 'POST', 'GET, HEAD'],
  ['/api/v1/sites', 'DELETE', 'GET, HEAD'],
  ['/api/v1/openapi.json', 'POST', 'GET, HEAD'],
  ['/api/v1/sites/x/activities', 'PUT', 'GET, HEAD, POST'],
  ['/api/v1/sites/x/activities', 'DELETE', 'GET, HEAD, POST'],
])('%s does not take %s, and says what it takes', async (path, method, allow) => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  const answer = await fetch(path, { method })

  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allow])
})
