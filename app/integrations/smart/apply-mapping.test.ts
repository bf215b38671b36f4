import { expect, test } from 'vitest'
import { factOf, isActivity } from '../record.ts'
import { applyMapping } from './apply-mapping.ts'
import { mapping } from './mapping.ts'
import type { Tree } from './pointer.ts'

const receivedAt = new Date('2026-03-01T10:00:00Z')
const apply = (document: object, tree: Tree) =>
  applyMapping(mapping.parse({ v: 1, ...document }), tree, receivedAt)

const order = {
  kind: 'purchase',
  states: { refunded: [{ at: '/status', op: 'eq', value: 'refunded' }] },
  when: [{ at: '/status', op: 'in', value: ['paid', 'completed'] }],
  items: '/lines',
  id: ['/shop', '/id'],
  set: {
    'person.first_name': { at: ['/buyer/first', '/buyer/name'], do: ['first_word', 'title_case'] },
    'person.country': { at: ['/buyer/country'], do: ['country_iso2'] },
    'item.title': { at: ['@/name'], do: ['strip_html', { truncate: 120 }] },
    'item.price': { at: ['@/price'], do: ['decimal'] },
    total: { at: ['/total'], do: ['decimal'] },
    currency: { at: ['/currency'], do: ['upper', { default: 'USD' }] },
    occurred_at: { at: ['/created', '$received'], do: [{ date: 'auto' }] },
  },
}
const body = {
  shop: 'eu',
  id: 7,
  status: 'paid',
  buyer: { name: 'ANN SMITH', country: 'Germany' },
  lines: [
    { name: 'Tea &amp; cake', price: '4,50' },
    { name: '', price: 3 },
  ],
  total: '€ 12,00',
  currency: 'eur',
  created: '2026-03-01 09:00:00',
}

test('an order', () => {
  expect(apply(order, body)).toEqual({
    records: [
      {
        kind: 'purchase',
        id: 'eu:7',
        occurred_at: '2026-03-01T09:00:00.000Z',
        state: 'confirmed',
        person: { first_name: 'Ann', country: 'DE' },
        items: [{ title: 'Tea & cake', price: 4.5 }],
        total: 12,
        currency: 'EUR',
      },
    ],
    problems: [],
    unmatched: 0,
  })
})

test.each([
  ['Smith, John', 'United Kingdom', 'John'],
  ['DURIEUX John', 'France', 'John'],
  ['王小明', 'Taiwan', '小明'],
  ['Nguyễn Văn An', 'Vietnam', 'An'],
  ['Kovács János', 'Hungary', 'János'],
  ['山田 太郎', 'Japan', '太郎'],
  ['Mr. Smith', 'United Kingdom', undefined],
  ['n/a', 'United Kingdom', undefined],
])('the given name of %s in %s is %s, although the first word is asked for', (...given) => {
  const [name, country, expected] = given
  const { records } = apply(order, { ...body, buyer: { name, country } })
  const [record] = records.filter(isActivity)

  expect(record?.person?.first_name).toBe(expected)
})

test('a missing value is left out, and nothing is invented', () => {
  const { records, problems } = apply(
    { ...order, set: { ...order.set, currency: { at: ['/currency'] } } },
    { shop: 'eu', id: 7, status: 'paid', created: null },
  )

  expect(records).toEqual([
    { kind: 'purchase', id: 'eu:7', occurred_at: receivedAt.toISOString(), state: 'confirmed' },
  ])
  expect(problems).toEqual([])
})

test('an unreadable value is left out and reported, with its path and step', () => {
  const tree = { ...body, buyer: { country: 'Atlantis' }, total: 'twelve', currency: 'euros' }
  const { records, problems } = apply(order, tree)

  expect(records).toEqual([expect.not.objectContaining({ total: expect.anything() as unknown })])
  expect(problems.map(({ field, path, step }) => [field, path, step])).toEqual([
    ['currency', '/currency', ''],
    ['person.country', '/buyer/country', 'country_iso2'],
    ['total', '/total', 'decimal'],
  ])
})

test('a default is for what is missing, never for what can’t be read', () => {
  const total = { at: ['/total'], do: ['decimal', { default: 5 }] }
  const document = { ...order, set: { total } }

  expect(apply(document, { ...body, total: null }).records).toMatchObject([{ total: 5 }])
  expect(apply(document, { ...body, total: 'x' }).records).toEqual([
    expect.not.objectContaining({ total: expect.anything() as unknown }),
  ])
})

test.each([
  ['paid', 'confirmed'],
  ['refunded', 'refunded'],
  ['pending', undefined],
])('the state of an order that is %s is %s', (status, state) => {
  const { records, unmatched } = apply(order, { ...body, status })

  expect(records.map((record) => isActivity(record) && record.state)).toEqual(state ? [state] : [])
  expect(unmatched).toBe(state ? 0 : 1)
})

test.each([
  [{ at: '/a', op: 'exists' }, true],
  [{ at: '/e', op: 'exists' }, false],
  [{ at: '/n', op: 'eq', value: '5' }, true],
  [{ at: '/n', op: 'eq', value: 6 }, false],
  [{ at: '/n', op: 'ne', value: 6 }, true],
  [{ at: '/missing', op: 'ne', value: 6 }, true],
  [{ at: '/n', op: 'gt', value: 4 }, true],
  [{ at: '/n', op: 'lt', value: 5 }, false],
  [{ at: '/missing', op: 'lt', value: 5 }, false],
  [{ at: '/list', op: 'contains', value: 'x' }, true],
  [{ at: '/a', op: 'contains', value: 'ell' }, true],
  [{ at: '/a', op: 'contains', value: '.*' }, false],
  [{ at: '/list', op: 'eq', value: 'x' }, false],
])('%j is %s', (condition, holds) => {
  const document = { kind: 'signup', when: [condition], set: {} }

  const { records } = apply(document, { a: 'hello', e: '', n: 5, list: ['x'] })

  expect(records).toHaveLength(holds ? 1 : 0)
})

test('a list of reviews, of which one has no rating and one no ID', () => {
  const document = {
    kind: 'review',
    each: '/reviews',
    id: ['@/id'],
    set: {
      stars: { at: ['@/stars'], do: [{ rating: { max: 10 } }] },
      body: { at: ['@/text'] },
    },
  }
  const { records, problems } = apply(document, {
    reviews: [{ id: 1, stars: 8, text: 'Good tea' }, { id: 2 }, { stars: 5 }, null],
  })

  expect(records).toEqual([
    {
      kind: 'review',
      id: '1',
      occurred_at: receivedAt.toISOString(),
      state: 'confirmed',
      stars: 4,
      body: 'Good tea',
    },
  ])
  expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'stars: The rating is missing or can’t be read, so this review is left out.',
    'id: The ID is missing here. Without it, the same record could be counted twice.',
    'id: The ID is missing here. Without it, the same record could be counted twice.',
    'stars: The rating is missing or can’t be read, so this review is left out.',
  ])
})

test('products', () => {
  const document = {
    kind: 'product',
    each: '',
    id: ['@/sku'],
    set: {
      'item.title': { at: ['@/name'] },
      'item.price': { at: ['@/price'], do: ['decimal'] },
      'item.stock': { at: ['@/stock'], do: ['integer'] },
      'item.is_available': { at: ['@/state'] },
    },
  }
  const tree = [{ sku: 'A', name: 'Tea', price: '3', stock: 0, state: 'in stock' }, { sku: 'B' }]
  const { records, problems } = apply(document, tree)

  expect(records).toEqual([
    { kind: 'product', id: 'A', title: 'Tea', price: 3, stock: 0, isAvailable: true },
  ])
  expect(problems).toMatchObject([{ field: 'item.title', path: '@/name' }])
})

test('more than 50 entries, and no list at all, are reported', () => {
  const document = { kind: 'signup', each: '/all', id: ['@/id'], set: {} }
  const all = Array.from({ length: 60 }, (_, id) => ({ id }))

  expect(apply(document, { all }).records).toHaveLength(50)
  expect(apply(document, { all }).problems).toMatchObject([{ field: 'each', path: '/all' }])
  expect(apply(document, { all: {} })).toMatchObject({ records: [], problems: [{ field: 'each' }] })
})

test('without an ID, equal content on one day is one record', () => {
  const document = { kind: 'signup', set: {} }
  const idOf = (tree: Tree, at = receivedAt) =>
    applyMapping(mapping.parse({ v: 1, ...document }), tree, at).records[0]?.id

  expect(idOf({ a: 1 })).toBe(idOf({ a: 1 }))
  expect(idOf({ a: 1 })).not.toBe(idOf({ a: 2 }))
  expect(idOf({ a: 1 })).not.toBe(idOf({ a: 1 }, new Date('2026-03-02T10:00:00Z')))
})

test.each([
  ['2026-03-01T10:04:00Z', '2026-03-01T10:04:00.000Z'],
  ['2026-03-01T10:06:00Z', undefined],
  ['01/02/2026', undefined],
])('the time %s', (created, occurredAt) => {
  const occurred = { at: ['/created'], do: [{ date: 'auto' }] }
  const { records, problems } = apply(
    { ...order, set: { occurred_at: occurred } },
    { ...body, created },
  )

  expect(records.map((record) => isActivity(record) && record.occurred_at)).toEqual(
    occurredAt === undefined ? [] : [occurredAt],
  )
  expect(problems).toHaveLength(occurredAt === undefined ? 2 : 0)
})

test('an ID that is too long becomes another one of its own', () => {
  const long = 'x'.repeat(300)
  const [one, other] = [long, `${long}y`].map((id) => apply(order, { ...body, id }).records[0])

  expect(one?.id.length).toBeLessThan(200)
  expect(one?.id).not.toBe(other?.id)
  expect(one && isActivity(one) && factOf(one).id).toBe(one?.id)
})

test.each([
  [{ kind: 'purchase', set: { total: { at: ['/__proto__/x'] } } }],
  [{ kind: 'purchase', set: { totals: { at: ['/x'] } } }],
  [{ kind: 'purchase', set: { total: { at: Array<string>(6).fill('/x') } } }],
  [{ kind: 'visit', set: {} }],
  [{ kind: 'purchase', set: {}, when: [{ at: '/a', op: 'matches', value: '(a+)+$' }] }],
  [{ kind: 'purchase', set: {}, each: '@/a' }],
  [{ kind: 'purchase', set: {}, v: 2 }],
  [{ kind: 'purchase', set: {}, script: 'x' }],
])('%j is no mapping', (document) => {
  expect(mapping.safeParse({ v: 1, ...document }).success).toBe(false)
})
