import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createClock } from '#tests/support/clock.ts'
import { startProviderServer } from '#workshop/doubles/provider-server.ts'
import {
  createProviderClients,
  type ProviderAccount,
  type ProviderRequest,
} from './provider-client.server.ts'
import {
  BadRecord,
  ConnectionLost,
  ForgedDelivery,
  HeldUp,
  Intercepted,
  RefusedAddress,
  TryLater,
} from './provider-errors.ts'
import { ProviderReply } from './provider-reply.ts'

const plenty = { key: 'shop', budget: { requests: 1_000, seconds: 1 } }

/** Distributes over the shapes of a request, because `Omit` of their union would merge them. */
type WithoutUrl<Request> = Request extends unknown ? Omit<Request, 'url'> : never

/** A provider, and a client that is connected to it. */
async function connect(account: Partial<ProviderAccount> = {}) {
  const provider = await startProviderServer()
  onTestFinished(provider.stop)
  const clock = createClock()
  const clients = createProviderClients({
    now: clock.now,
    internet: { doubles: [provider.url] },
  })
  const client = clients({ ...plenty, ...account })
  const call = (path: string, request: WithoutUrl<ProviderRequest> = {}) =>
    client.request({
      url: provider.url + path,
      headers: { Authorization: `Bearer ${provider.token}` },
      ...request,
    })
  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  return { provider, clock, clients, call, inSeconds }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'succeeded',
    (error: unknown) => error,
  )

test('JSON goes out and comes back, with method, headers and query', async () => {
  const { provider, call } = await connect()

  const created = await call('/orders', { method: 'POST', json: { title: 'Täßchen', price: 1.5 } })
  const listed = await call('/orders?a=1', { query: { page: '2', name: 'x&y' } })

  expect(created.status).toBe(201)
  expect(created.read(z.object({ id: z.number() }))).toEqual({ id: 1 })
  expect(listed.read(z.object({ orders: z.array(z.unknown()) }))).toEqual({
    orders: [{ title: 'Täßchen', price: 1.5 }],
  })
  expect(listed.header('content-type')).toBe('application/json')
  expect(provider.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /orders',
    'GET /orders?a=1&page=2&name=x%26y',
  ])
  expect(provider.seen[0]?.headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(provider.seen[0]?.body ?? '')),
    'user-agent': 'Footfall',
  })
  expect(provider.seen[1]?.body).toBe('')
})

test('a form goes out as a form', async () => {
  const { provider, call } = await connect()

  await call('/orders', { method: 'POST', form: { title: 'a=b&c', city: 'Köln' } })

  expect(provider.orders).toEqual([{ title: 'a=b&c', city: 'Köln' }])
  expect(provider.seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s needs no body', async (method) => {
  const { provider, call } = await connect()
  provider.failNext({ status: 204 })

  const reply = await call('/orders/1', { method })

  expect(reply.status).toBe(204)
  expect(provider.seen).toMatchObject([{ method, body: '' }])
})

test('a revoked token loses the connection', async () => {
  const { provider, call } = await connect()
  await call('/orders')
  provider.revoke()

  const failure = await failureOf(call('/orders'))

  expect(failure).toBeInstanceOf(ConnectionLost)
  expect(failure).toMatchObject({ message: 'The provider answered 401.', reply: { status: 401 } })
})

test.each([
  [400, BadRecord],
  [401, ConnectionLost],
  [402, HeldUp],
  [403, ConnectionLost],
  [404, BadRecord],
  [408, TryLater],
  [409, BadRecord],
  [410, BadRecord],
  [422, BadRecord],
  [423, HeldUp],
  [425, TryLater],
  [429, TryLater],
  [430, TryLater],
  [500, TryLater],
  [502, TryLater],
  [503, TryLater],
  [504, TryLater],
  // Neither a success nor a redirect.
  [300, BadRecord],
  [304, BadRecord],
])('status %i has the consequence %o', async (status, outcome) => {
  const { provider, call } = await connect()
  provider.failNext({ status })

  const failure = await failureOf(call('/orders'))

  expect(failure).toBeInstanceOf(outcome)
  expect(failure).toMatchObject({ reply: { status } })
})

test.each([
  ['seconds', '120', 120],
  ['a date', 'Mon, 02 Mar 2026 10:05:00 GMT', 300],
  ['nothing', undefined, 60],
  ['nonsense', 'soon', 60],
  ['years', '99999999999', 86_400],
  ['a date that has passed', 'Mon, 02 Mar 2026 09:00:00 GMT', 1],
])('a limit that names %s is respected', async (_what, retryAfter, seconds) => {
  const { provider, call, inSeconds } = await connect()
  provider.limit(0, retryAfter)

  const failure = await failureOf(call('/orders'))

  expect(failure).toBeInstanceOf(TryLater)
  expect((failure as TryLater).at).toEqual(inSeconds(seconds))
})

test('after Retry-After nothing is sent before its moment, for this account alone', async () => {
  const { provider, clock, clients, call, inSeconds } = await connect()
  const other = clients({ ...plenty, key: 'another shop' })
  const headers = { Authorization: `Bearer ${provider.token}` }
  provider.limit(0, '30')
  await failureOf(call('/orders'))
  provider.limit(10)

  const failure = await failureOf(call('/orders'))
  const meanwhile = await other.request({ url: `${provider.url}/orders`, headers })
  clock.advance(29_999)
  const early = await failureOf(call('/orders'))
  clock.advance(1)
  const inTime = await call('/orders')

  expect(failure).toMatchObject({ name: 'TryLater', at: inSeconds(0), reply: null })
  expect(early).toBeInstanceOf(TryLater)
  expect([meanwhile.status, inTime.status]).toEqual([200, 200])
  expect(provider.seen).toHaveLength(3)
})

test('a budget that is spent sends nothing and names the moment of the next request', async () => {
  const budget = { requests: 2, seconds: 60 }
  const { provider, clock, clients, call, inSeconds } = await connect({ budget })
  const firstFreeAt = inSeconds(60)
  await call('/orders')
  clock.advance(20_000)
  await call('/orders')

  const failure = await failureOf(call('/orders'))
  const twin = clients({ ...plenty, budget })
  const sameKey = await failureOf(twin.request({ url: `${provider.url}/orders` }))
  clock.advance(40_000)
  const next = await call('/orders')
  const again = await failureOf(call('/orders'))

  expect(failure).toMatchObject({ name: 'TryLater', at: firstFreeAt })
  expect(sameKey).toMatchObject({ name: 'TryLater', at: firstFreeAt })
  expect(next.status).toBe(200)
  expect(again).toMatchObject({ name: 'TryLater', at: inSeconds(20) })
  expect(provider.seen).toHaveLength(3)
})

test('a provider that hangs up is asked again later', async () => {
  const { provider, call, inSeconds } = await connect()
  provider.failNext('hang up')

  const failure = await failureOf(call('/orders'))

  expect(failure).toMatchObject({ name: 'TryLater', at: inSeconds(60), reply: null })
})

test('a provider that is not there is asked again later', async () => {
  const { provider, call } = await connect()
  await provider.stop()

  expect(await failureOf(call('/orders'))).toBeInstanceOf(TryLater)
})

test('a provider that says nothing is given up, and asked again later', async () => {
  const { provider, call } = await connect({ maxMillis: 100 })
  provider.failNext('say nothing')

  const failure = await failureOf(call('/orders'))

  expect(failure).toMatchObject({
    name: 'TryLater',
    message: 'The provider did not answer in time.',
  })
})

test.each([
  ['is not JSON', 'Maintenance', 'The response is not JSON.'],
  ['is empty', '', 'The response is not JSON.'],
  ['lacks a field', '{"orders":[{"id":1},{}]}', 'The response has another shape: orders.1.id.'],
  ['is no object', '7', 'The response has another shape: the whole.'],
])('a body that %s is a bad record', async (_what, body, message) => {
  const { provider, call } = await connect()
  provider.failNext({ status: 200, body })
  const reply = await call('/orders')
  const shape = z.object({ orders: z.array(z.object({ id: z.number() })) })

  const failure = await failureOf(Promise.resolve().then(() => reply.read(shape)))

  expect(failure).toBeInstanceOf(BadRecord)
  expect(failure).toMatchObject({ message, reply: { status: 200 } })
  expect(reply.find(shape)).toBeNull()
})

test.each([
  ['at the budget', 100, 'succeeded'],
  ['over the budget', 101, 'The response is too large.'],
])('a body %s: %s bytes', async (_what, bytes, expected) => {
  const { provider, call } = await connect({ maxBytes: 100 })
  provider.failNext({ status: 200, body: 'x'.repeat(bytes) })

  const failure = await failureOf(call('/orders'))

  expect(failure instanceof BadRecord ? failure.message : failure).toBe(expected)
})

test.each([
  ['its own charset', 'application/json; charset=ISO-8859-1', 'latin1', 'Malmö'],
  ['no charset', 'application/json', 'utf8', 'Malmö'],
  ['an unknown charset', 'application/json; charset=x-none', 'utf8', 'Malmö'],
] as const)('a body is read by %s', async (_what, type, encoding, expected) => {
  const { provider, call } = await connect()
  const body = Buffer.from(JSON.stringify({ city: 'Malmö' }), encoding)
  provider.failNext({ status: 200, headers: { 'Content-Type': type }, body })

  const reply = await call('/orders')

  expect(reply.read(z.object({ city: z.string() })).city).toBe(expected)
})

test('a provider that sends a little now and then is given up as well', async () => {
  const { provider, call } = await connect({ maxMillis: 300 })
  provider.failNext('drip')

  expect(await failureOf(call('/orders'))).toMatchObject({
    name: 'TryLater',
    message: 'The provider did not answer in time.',
  })
})

test('a compressed body that was not asked for is a bad record', async () => {
  const { provider, call } = await connect()
  provider.failNext({ status: 200, headers: { 'Content-Encoding': 'gzip' }, body: 'packed' })

  expect(await failureOf(call('/orders'))).toBeInstanceOf(BadRecord)
  expect(provider.seen[0]?.headers['accept-encoding']).toBe('identity')
})

test('a read follows a redirect within its origin, with its credentials', async () => {
  const { provider, call } = await connect()
  provider.failNext({ status: 301, headers: { Location: '/orders?moved' } })

  const reply = await call('/old-orders')

  expect(reply.status).toBe(200)
  expect(provider.seen.map(({ path }) => path)).toEqual(['/old-orders', '/orders?moved'])
})

test('no other origin gets to see the credentials', async () => {
  const { provider, call } = await connect()
  const other = await startProviderServer()
  onTestFinished(other.stop)
  const clients = createProviderClients({
    now: createClock().now,
    internet: { doubles: [provider.url, other.url] },
  })
  provider.failNext({ status: 302, headers: { Location: `${other.url}/orders` } })
  provider.failNext({ status: 302, headers: { Location: `${other.url}/orders` } })

  const failures = [
    await failureOf(call('/orders')),
    await failureOf(clients(plenty).request({ url: `${provider.url}/orders` })),
  ]

  expect(failures).toEqual([expect.any(Intercepted), expect.any(Intercepted)])
  expect(provider.seen).toHaveLength(2)
  expect(other.seen).toEqual([])
})

test.each([301, 302, 303, 307, 308])('a write is not repeated elsewhere: %i', async (status) => {
  const { provider, call } = await connect()
  provider.failNext({ status, headers: { Location: '/orders' } })

  const failure = await failureOf(call('/old-orders', { method: 'POST', json: { title: 'x' } }))

  expect(failure).toBeInstanceOf(Intercepted)
  expect(provider.orders).toEqual([])
  expect(provider.seen).toHaveLength(1)
})

test('the fourth redirect isn’t followed', async () => {
  const { provider, call } = await connect()
  for (let nth = 0; nth < 4; nth += 1) {
    provider.failNext({ status: 302, headers: { Location: `/orders?${String(nth)}` } })
  }

  expect(await failureOf(call('/orders'))).toBeInstanceOf(Intercepted)
  expect(provider.seen).toHaveLength(4)
})

test.each(['Bearer a\nb', 'Bearer a\r\nX-Other: 1', 'Bearer \u{1F511}'])(
  'credentials that can’t be sent lose the connection: %j',
  async (authorization) => {
    const { provider, call } = await connect()

    const failure = await failureOf(call('/orders', { headers: { Authorization: authorization } }))

    expect(failure).toBeInstanceOf(ConnectionLost)
    expect(String(failure)).not.toContain('Bearer')
    expect(provider.seen).toEqual([])
  },
)

const inside =
  'The address leads to a private network or an unusual port. Footfall only connects to public addresses, on the standard port.'
const plain =
  'The address doesn’t start with https://. Footfall only sends credentials over an encrypted connection.'

const unreadable =
  'The address can’t be read, or contains a user name. Footfall needs one like https://shop.com.'

/** As in production: no double is known to it. */
const strict = (port: number) =>
  createProviderClients({
    now: createClock().now,
    internet: {
      ports: [port, 443],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    },
  })(plenty)

test.each([
  'http://127.0.0.1:PORT/orders',
  'https://127.0.0.1:PORT/orders',
  'https://localhost:PORT/orders',
  'https://[::1]:PORT/orders',
  'https://shop.example:PORT/orders',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.5/orders',
  'http://shop.example/orders',
  'https://user:word@shop.example/orders',
  'file:///etc/passwd',
  'not a URL',
])('in production %s loses the connection, and is not asked', async (address) => {
  const { provider } = await connect()
  const { port } = new URL(provider.url)

  const failure = await failureOf(
    strict(Number(port)).request({ url: address.replace('PORT', port) }),
  )

  expect(failure).toBeInstanceOf(ConnectionLost)
  expect(provider.seen).toEqual([])
})

test.each([
  ['https://127.0.0.1:PORT/orders', inside],
  ['https://shop.example:PORT/orders', inside],
  ['https://shop.example:8443/orders', inside],
  ['https://10.0.0.5/orders', inside],
  ['http://shop.example/orders', plain],
  ['http://10.0.0.5/orders', plain],
  ['https://user:word@shop.example/orders', unreadable],
  ['shop.example/orders', unreadable],
  ['not a URL', unreadable],
])('the owner reads why %s isn’t asked', async (address, sentence) => {
  const { provider } = await connect()
  const { port } = new URL(provider.url)

  const failure = await failureOf(
    strict(Number(port)).request({ url: address.replace('PORT', port) }),
  )

  expect(failure).toBeInstanceOf(RefusedAddress)
  expect((failure as RefusedAddress).sentence).toBe(sentence)
})

test('a double can be on this machine only', async () => {
  const url = 'https://shop.example:8080'
  const resolvingTo = (address: string) =>
    createProviderClients({
      now: createClock().now,
      internet: { doubles: [url], resolve: () => Promise.resolve([{ address, family: 4 }]) },
    })(plenty)

  const inner = await failureOf(resolvingTo('10.0.0.5').request({ url }))
  const otherPort = await failureOf(
    resolvingTo('127.0.0.1').request({ url: 'https://shop.example:8081' }),
  )

  expect([inner, otherPort]).toEqual([expect.any(ConnectionLost), expect.any(ConnectionLost)])
})

test('an outcome that is logged or stored holds nothing that the provider sent', () => {
  const headers = { 'set-cookie': ['secret cookie'] }
  const reply = new ProviderReply({ status: 400, headers, text: 'secret text' })
  const outcomes = [
    new ForgedDelivery(),
    new ConnectionLost('No.', reply),
    new TryLater('No.', new Date(0), reply),
    new BadRecord('No.', reply),
  ]

  const written = outcomes.map((outcome) => JSON.stringify(outcome) + inspect(outcome))

  expect(written.join('')).not.toContain('secret')
  expect(written.map((text) => /"name":"(\w+)"/.exec(text)?.[1])).toEqual([
    'ForgedDelivery',
    'ConnectionLost',
    'TryLater',
    'BadRecord',
  ])
  expect(written.map((text) => text.includes('"status":400'))).toEqual([false, true, true, true])
})
