import { expect, test } from 'vitest'
import type { StockedProduct } from './stock.server.ts'
import { stockByPath } from './stock-by-path.ts'

const readAt = new Date('2026-11-23T10:00Z')
const earlier = new Date('2026-11-23T06:00Z')
const since = new Date('2026-11-22T10:00Z')

const kettle: StockedProduct = {
  url: 'https://shop.example/kettle',
  stock: 3,
  isAvailable: true,
  isHidden: false,
  feedId: 1,
  connectionId: null,
  readAt,
}
const blue = { ...kettle, url: 'https://www.shop.example/kettle?variant=blue', stock: 2 }

const listed = (products: StockedProduct[], maximum: number | null = 20) =>
  stockByPath(products, { siteName: 'shop.example', since, maximum })

test('variants of a product are added up, and the oldest reading counts', () => {
  expect(listed([kettle, { ...blue, readAt: earlier }])).toEqual({
    totals: { '/kettle': 5 },
    readAt: earlier,
  })
})

test('a variant that is not sold adds nothing', () => {
  expect(listed([kettle, { ...blue, isAvailable: false }]).totals).toEqual({ '/kettle': 3 })
  expect(listed([kettle, { ...blue, isAvailable: false, stock: null }]).totals).toEqual({
    '/kettle': 3,
  })
})

test.each<[string, Partial<StockedProduct>]>([
  ['hidden', { isHidden: true }],
  ['available, and nobody knows how often', { stock: null }],
  ['listed by another feed', { feedId: 2 }],
  ['known from an import', { feedId: null }],
  ['known from a connection', { feedId: null, connectionId: 3 }],
  ['read too long ago', { readAt: new Date('2026-11-22T09:59Z') }],
  ['told apart by the query', { url: 'https://shop.example/kettle?product_id=7' }],
])('a page with a variant that is %s shows no stock', (_case, change) => {
  expect(listed([kettle, { ...blue, ...change }])).toEqual({ totals: {}, readAt: null })
  expect(listed([{ ...blue, ...change }, kettle])).toEqual({ totals: {}, readAt: null })
})

test('neither an empty shelf nor a full one is listed, nor what another shop sells', () => {
  const other = { ...kettle, url: 'https://elsewhere.example/mug' }

  expect(listed([{ ...kettle, stock: 0 }]).totals).toEqual({})
  expect(listed([{ ...kettle, stock: 21 }]).totals).toEqual({})
  expect(listed([{ ...kettle, stock: 21 }], null).totals).toEqual({ '/kettle': 21 })
  expect(listed([other]).totals).toEqual({})
})

test('the hundred lowest are kept', () => {
  const many = Array.from({ length: 150 }, (_none, place) => ({
    ...kettle,
    url: `https://shop.example/${String(place)}`,
    stock: 150 - place,
  }))

  const stocks = Object.values(listed(many, null).totals)
  expect(stocks).toHaveLength(100)
  expect(Math.max(...stocks)).toBe(100)
})
