import { expect, test } from 'vitest'
import {
  answerDisagreements,
  deliveryDisagreements,
  requestDisagreements,
} from './check-exchange.ts'
import {
  all,
  among,
  deepTo,
  either,
  only,
  oneOf,
  text,
  upTo,
  type PublishedService,
} from './facts.ts'

const service: PublishedService = {
  sources: ['this test'],
  access: ['x-key', '?key'],
  refusal: { code: 'text' },
  operations: [
    {
      method: 'GET',
      path: '/shops/{shop}/orders',
      query: {
        ...all(text, 'key since! filter[{n}]'),
        limit: upTo(100, 1),
        order: oneOf('asc', 'desc'),
        expand: deepTo(2),
      },
      answer: only({
        orders: [
          {
            id: 'whole',
            'buyer?': either('null', { name: 'text' }),
            'state?': either('null', among('open paid')),
          },
        ],
      }),
    },
    {
      method: 'POST',
      path: '/shops/{shop}/hooks',
      json: only({ url: 'text', 'topic?': 'text' }),
      statuses: [201],
    },
    {
      method: 'POST',
      path: '/token',
      form: [
        { 'grant!': oneOf('code'), 'code!': text },
        { 'grant!': oneOf('refresh'), 'old!': text },
      ],
      refusal: { error: 'text' },
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/approve',
      query: { 'client!': text },
      back: [all(text, 'code! state!'), all(text, 'error! state!')],
      isOpen: true,
    },
  ],
  deliveries: [
    { topics: ['sold'], headers: ['x-signature'], json: { id: 'whole' } },
    { topics: ['left'], headers: [], form: { 'person[id]!': text } },
    {
      topics: ['wrapped'],
      headers: [],
      json: { id: 'whole' },
      unwrapped: (body) => JSON.parse(Buffer.from(body, 'base64').toString()) as unknown,
    },
  ],
}

type Asked = { method?: string; body?: string; headers?: Record<string, string> }

const typeOf = (body: string) =>
  body === ''
    ? {}
    : {
        'content-type': body.startsWith('{')
          ? 'application/json; charset=utf-8'
          : 'application/x-www-form-urlencoded',
      }

const asked = (
  url: string,
  { method = 'GET', body = '', headers = { 'x-key': '1', ...typeOf(body) } }: Asked = {},
) => {
  const { pathname: path, searchParams: query } = new URL(url, 'http://double')
  return { method, path, query, headers, body }
}

test.each([
  ['/shops/7/orders?since=1&limit=100&order=asc&expand=a.b&filter[2]=x', []],
  ['/shops/7/sales?since=1', ['the service publishes no such operation']],
  ['/shops/7/orders', ['the parameter since is missing']],
  ['/shops/7/orders?since=1&page=2', ['the parameter page isn’t published']],
  ['/shops/7/orders?since=1&limit=250', ['limit=250 isn’t a whole number from 1 to 100']],
  ['/shops/7/orders?since=1&order=up', ['order=up isn’t asc or desc']],
  ['/shops/7/orders?since=1&expand=a.b.c', ['expand=a.b.c isn’t a path of 2 names at most']],
])('a request for %s', (url, lines) => {
  const { path } = asked(url)

  expect(requestDisagreements(service, asked(url))).toEqual(
    lines.map((line) => `GET ${path}: ${line}`),
  )
})

test('access is a header or a parameter, and the token’s address needs none', () => {
  const url = '/shops/7/orders?since=1'

  expect(requestDisagreements(service, asked(url, { headers: {} }))).toEqual([
    'GET /shops/7/orders: access is missing: x-key or ?key',
  ])
  expect(requestDisagreements(service, asked(`${url}&key=1`, { headers: {} }))).toEqual([])
  const body = 'grant=code&code=1'
  const token = { method: 'POST', body, headers: typeOf(body) }
  expect(requestDisagreements(service, asked('/token', token))).toEqual([])
})

test.each([
  ['grant=refresh&old=1', []],
  ['grant=refresh', ['the parameter old is missing']],
  ['grant=refresh&old=1&code=2', ['the parameter code isn’t published']],
])('where several forms are published, %s is compared with the nearest', (body, lines) => {
  expect(requestDisagreements(service, asked('/token', { method: 'POST', body }))).toEqual(
    lines.map((line) => `POST /token: ${line}`),
  )
})

test('JSON where a form is published', () => {
  const type = { 'content-type': 'application/json' }
  const sent = { method: 'POST', body: 'grant=code&code=1', headers: type }

  expect(requestDisagreements(service, asked('/token', sent))).toEqual([
    'POST /token: its type is application/json, not application/x-www-form-urlencoded',
  ])
})

test.each([
  ['code=1&state=2', []],
  ['error=denied&state=2', []],
  ['code=1', ['the parameter state is missing']],
])('a browser that is sent back with %s', (parameters, lines) => {
  const answered = { status: 302, headers: { Location: `https://x.example/back?${parameters}` } }
  const form = asked('/approve?client=1', { method: 'POST', body: 'choice=yes' })

  expect(requestDisagreements(service, form)).toEqual([])
  expect(answerDisagreements(service, form, answered)).toEqual(
    lines.map((line) => `POST /approve 302: ${line}`),
  )
})

test('a refusal of one address that differs from the service’s', () => {
  const token = asked('/token', { method: 'POST', body: 'grant=code&code=1' })
  const refused = (json: unknown) => answerDisagreements(service, token, { status: 400, json })

  expect(refused({ error: 'invalid_grant' })).toEqual([])
  expect(refused({ code: 'gone' })).toEqual(['POST /token 400: error is missing'])
})

test.each([
  ['sold', { 'x-signature': 's' }, '{"id":1}', []],
  ['sold', {}, '{"id":"1"}', ['the header x-signature is missing', 'id is text, not whole']],
  ['left', {}, 'person%5Bid%5D=1', []],
  [
    'left',
    {},
    'person=1',
    ['the parameter person[id] is missing', 'the parameter person isn’t published'],
  ],
  ['wrapped', {}, btoa('{"id":1}'), []],
  ['unheard', {}, '{}', ['the service publishes no such topic']],
])('a delivery %s with %j and %s', (topic, headers, body, lines) => {
  expect(deliveryDisagreements(service, { topic, headers, body })).toEqual(
    lines.map((line) => `delivery ${topic}: ${line}`),
  )
})

test.each([
  ['{"url":"https://x"}', []],
  ['{"url":"https://x","topic":3}', ['topic is number, not text']],
  ['{"topic":"a","other":1}', ['url is missing', 'other isn’t published']],
  ['{url=x', ['the body isn’t JSON']],
])('a body %s', (body, lines) => {
  expect(requestDisagreements(service, asked('/shops/7/hooks', { method: 'POST', body }))).toEqual(
    lines.map((line) => `POST /shops/7/hooks: ${line}`),
  )
})

test('a body where none is published', () => {
  expect(requestDisagreements(service, asked('/shops/7/orders?since=1', { body: 'a' }))).toEqual([
    'GET /shops/7/orders: a body was sent',
  ])
})

test.each([
  [200, { orders: [{ id: 1, buyer: null, more: 'is fine' }] }, []],
  [
    200,
    { orders: [{ id: 1.5 }, {}] },
    ['orders[].id is number, not whole', 'orders[].id is missing'],
  ],
  [200, { orders: [{ id: 1, buyer: { name: 1 } }] }, ['orders[].buyer.name is number, not text']],
  [
    200,
    {
      orders: [
        { id: 1, state: null },
        { id: 2, state: 'paid' },
      ],
    },
    [],
  ],
  [200, { orders: [{ id: 1, state: 'held' }] }, ['orders[].state isn’t open or paid: held']],
  [200, { orders: null, page: 1 }, ['orders is null, not list', 'page isn’t published']],
  [201, { orders: [] }, ['the status isn’t 200']],
  [404, { code: 'gone' }, []],
  [404, { message: 'gone' }, ['code is missing']],
])('an answer %i with %j', (status, json, lines) => {
  const request = asked('/shops/7/orders?since=1')

  expect(answerDisagreements(service, request, { status, json })).toEqual(
    lines.map((line) => `GET /shops/7/orders ${String(status)}: ${line}`),
  )
})
