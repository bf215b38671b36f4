import { expect, test } from 'vitest'
import { readProduct } from './product-fields.ts'

const read = (fields: Record<string, string>) =>
  readProduct(new Map(Object.entries({ id: '7', title: 'Mug', ...fields })))

const productOf = (fields: Record<string, string>) => {
  const found = read(fields)
  return found.ok ? { ...found.product, lost: found.lost.map(({ field }) => field) } : found
}

type Price = [price: string, priceCents: number, currency: string | null, beside?: string]

test.each<Price>([
  ['12.50 EUR', 1250, 'EUR'],
  ['12.50EUR', 1250, 'EUR'],
  ['1200 JPY', 120_000, 'JPY'],
  ['12.50', 1250, null],
  ['12.50', 1250, 'EUR', 'eur'],
  ['1.299,00 EUR', 129_900, 'EUR'],
  ['1,299.00 USD', 129_900, 'USD'],
  ['1.299 EUR', 129_900, 'EUR'],
  ['EUR 12', 1200, 'EUR'],
  ['€12.50', 1250, 'EUR'],
  ['&euro;12.50', 1250, 'EUR'],
  ['12.50&nbsp;EUR', 1250, 'EUR'],
  ['12.500 KWD', 1250, 'KWD'],
  ['1299.0000 EUR', 129_900, 'EUR'],
  ['1 299,00 SEK', 129_900, 'SEK'],
  ['0.00 EUR', 0, 'EUR'],
  ['19.999 EUR', 1_999_900, 'EUR'],
])('a price of %j is %d %s', (price, priceCents, currency, beside) => {
  const fields = { price, ...(beside === undefined ? {} : { currency: beside }) }
  expect(productOf(fields)).toMatchObject({ priceCents, currency, lost: [] })
})

test.each([
  ['5', 5],
  ['5.0000', 5],
  ['5,00', 5],
  ['2.5', 2],
  ['-3', 0],
  ['-3.0000', 0],
  ['0', 0],
  ['1,000', 1000],
  ['1 000', 1000],
  ['12,345,678', 12_345_678],
])('stock of %j is %d', (quantity, stock) => {
  expect(productOf({ quantity })).toMatchObject({ stock, lost: [] })
})

test.each([
  ['in stock', true],
  ['in_stock', true],
  ['in-stock', true],
  ['InStock', true],
  ['instock', true],
  ['IN STOCK ', true],
  ['https://schema.org/InStock', true],
  ['http://schema.org/LimitedAvailability', true],
  ['available', true],
  ['true', true],
  ['1', true],
  ['Disponível', true],
  ['auf Lager', true],
  ['en stock', true],
  ['op voorraad', true],
  ['disponibile', true],
  ['в наличии', true],
  ['在庫あり', true],
  ['متوفر', true],
  ['out_of_stock', false],
  ['out of stock', false],
  ['OutOfStock', false],
  ['https://schema.org/SoldOut', false],
  ['preorder', false],
  ['backorder', false],
  ['available for order', false],
  ['false', false],
  ['0', false],
  ['nicht auf Lager', false],
  ['en rupture de stock', false],
  ['agotado', false],
  ['esgotado', false],
  ['нет в наличии', false],
  ['在庫なし', false],
])('availability %j is %s', (availability, isAvailable) => {
  expect(productOf({ availability })).toMatchObject({ isAvailable, lost: [] })
})

test.each<[fields: Record<string, string>, field: string, lostValue: object]>([
  [{ price: 'cheap' }, 'price', { priceCents: null, currency: null }],
  [{ price: '1.299' }, 'price', { priceCents: null }],
  [{ price: '-5 EUR' }, 'price', { priceCents: null }],
  [{ price: '10.00 - 20.00 EUR' }, 'price', { priceCents: null }],
  [{ quantity: '10+' }, 'stock', { stock: null }],
  [{ quantity: '1.000' }, 'stock', { stock: null }],
  [{ quantity: 'many' }, 'stock', { stock: null }],
  [{ quantity: '5 EUR' }, 'stock', { stock: null }],
  [{ quantity: '9999999999' }, 'stock', { stock: null }],
  [{ availability: 'ask us' }, 'availability', { isAvailable: null }],
  [{ availability: '5' }, 'availability', { isAvailable: null }],
  [{ link: 'javascript:alert(1)' }, 'link', { url: null }],
  [{ link: '/mug' }, 'link', { url: null }],
])('%j loses its field, and the product stays', (fields, field, lostValue) => {
  expect(
    productOf({ ...fields, link: fields['link'] ?? 'https://shop.example/mug' }),
  ).toMatchObject({
    externalId: '7',
    title: 'Mug',
    lost: [field],
    ...lostValue,
  })
})

test.each([
  [{ id: '' }, 'id', null],
  [{ id: '7'.repeat(201) }, 'id', '7'.repeat(201)],
  [{ title: '' }, 'title', null],
  [{ title: '<b></b>' }, 'title', '<b></b>'],
  [{ title: 'Caf\uFFFD' }, 'title', 'Caf\uFFFD'],
])('%j is no product', (fields, field, given) => {
  expect(read(fields)).toMatchObject({ ok: false, field, given })
})

test('titles and links are read as people and browsers read them', () => {
  const title = 'Tom &amp; Jerry <b>Mug</b> &eacute;'
  const link = 'https://shop.example/mug?a=1&amp;b=2'

  expect(productOf({ title, link })).toMatchObject({
    title: 'Tom & Jerry Mug é',
    url: 'https://shop.example/mug?a=1&b=2',
  })
  expect(productOf({ title: '👜'.repeat(101) })).toMatchObject({ title: `${'👜'.repeat(99)}…` })
})
