import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { BadRecord, ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import type { Caller, RawDelivery } from '../integration.ts'
import { smartWebhook, smartWebhookSettings } from './smart-webhook.ts'

const now = new Date('2026-03-01T10:00:00Z')
const { receive } = smartWebhook
const refuse = () => Promise.reject(new Error('Nothing is called.'))

const callerOf = (given: object = {}): Caller => ({
  settings: smartWebhookSettings.parse({ name: 'Shop', ...given }),
  http: { request: refuse },
  now,
  hookUrl: 'https://app.example/hooks/x',
  hookSecret: 'oursecret',
  subscription: {},
  origin: (origin) => origin,
  reviewsLimit: 300,
  token: refuse,
  app: null,
  aggregatorToken: null,
})

const deliveryOf = (
  given: Partial<Omit<RawDelivery, 'body'>> & { body?: string } = {},
): RawDelivery => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  query: new URLSearchParams(),
  ...given,
  body: Buffer.from(given.body ?? ''),
})
const verify = (delivery: RawDelivery, caller = callerOf()) => receive?.verify(delivery, caller)
const read = (text: string, caller: Caller) =>
  receive?.read(
    {
      topic: 'delivery',
      contentType: 'application/json',
      query: new URLSearchParams(),
      text,
      receivedAt: now,
    },
    caller,
  )

const mapping = {
  v: 1,
  kind: 'signup',
  id: ['/id'],
  set: { 'person.first_name': { at: ['/name'] } },
}
const body = '{"id":7,"name":"Ann"}'
const record = {
  kind: 'signup',
  id: '7',
  occurred_at: now.toISOString(),
  state: 'confirmed',
  person: { first_name: 'Ann' },
}

test('a new one keeps deliveries as samples, and reads none', () => {
  expect(verify(deliveryOf({ body }))).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    topic: 'delivery',
  })
  expect(read(body, callerOf())).toEqual([])
  expect(read(body, callerOf({ mapping }))).toEqual([])
  expect(read(body, callerOf({ isActive: true }))).toEqual([])
})

test('an active one reads records', () => {
  expect(read(body, callerOf({ mapping, isActive: true }))).toEqual([record])
})

test('a delivery without a record that could be one says why', () => {
  const caller = callerOf({ mapping, isActive: true })

  expect(() => read('{"name":"Ann"}', caller)).toThrow(BadRecord)
  expect(() => read('{"name":"Ann"}', caller)).toThrow('The ID is missing here.')
})

test('one that the conditions leave out is no mistake', () => {
  const when = [{ at: '/id', op: 'eq', value: 8 }]

  expect(read(body, callerOf({ mapping: { ...mapping, when }, isActive: true }))).toEqual([])
})

test('a delivery that is repeated has the same ID, and another one another', () => {
  const idOf = (text: string, query = '') =>
    verify(deliveryOf({ body: text, query: new URLSearchParams(query) }))

  expect(idOf(body)).toEqual(idOf(body))
  expect(idOf(body)).not.toEqual(idOf('{"id":8}'))
  expect(idOf(body)).not.toEqual(idOf(body, 'a=1'))
})

test.each([
  ['a look at the address', { method: 'GET' }],
  ['a HEAD request', { method: 'HEAD' }],
  ['the ping of WooCommerce', { body: 'webhook_id=12' }],
])('%s is answered, and nothing is stored', (_name, given) => {
  const rule = { type: 'hmac', header: 'x-sig', algorithm: 'sha256', encoding: 'hex' }

  expect(verify(deliveryOf(given), callerOf({ verification: rule }))).toMatchObject({
    reply: { status: 200 },
  })
})

test('a query is a delivery, unless the body has to be signed', () => {
  const query = new URLSearchParams('id=7&name=Ann')
  const rule = { type: 'hmac', header: 'x-sig', algorithm: 'sha256', encoding: 'hex' }
  const signature = createHmac('sha256', 'oursecret').update('').digest('hex')
  const signed = deliveryOf({ method: 'GET', query, headers: { 'x-sig': signature } })

  expect(verify(deliveryOf({ method: 'GET', query }))).toMatchObject({ topic: 'delivery' })
  expect(() => verify(signed, callerOf({ verification: rule }))).toThrow(ForgedDelivery)
})

test.each([
  ['the connection’s secret', {}, 'oursecret'],
  ['the service’s secret', { secret: 'theirs' }, 'theirs'],
])('signatures are checked with %s', (_name, given, secret) => {
  const rule = { type: 'hmac', header: 'X-Sig', algorithm: 'sha256', encoding: 'base64' }
  const caller = callerOf({ verification: rule, ...given })
  const signed = (key: string) => {
    const signature = createHmac('sha256', key).update(body).digest('base64')
    return deliveryOf({ body, headers: { 'x-sig': signature } })
  }

  expect(verify(signed(secret), caller)).toMatchObject({ topic: 'delivery' })
  expect(() => verify(signed('another'), caller)).toThrow(ForgedDelivery)
})

test.each([
  ['DELETE', {}],
  ['POST', { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x' }],
  ['POST', { body: '{' }],
  ['POST', {}],
])('an unreadable delivery is refused (%s)', (method, given) => {
  expect(() => verify(deliveryOf({ method, ...given }))).toThrow(BadRecord)
})
