import { expect, test } from 'vitest'
import { readDestination, readReload } from './destinations.ts'

const config = { appUrl: 'https://app.example', shopify: undefined }
const shop = 'linen.myshopify.com'

test.each([
  ['/goals?range=7', 'https://app.example/goals?range=7'],
  ['https://app.example/', 'https://app.example/'],
  ['https://admin.shopify.com/store/linen/charges/1', undefined],
  ['https://linen.myshopify.com/admin/charges/confirm', undefined],
])('the frame of a shop leads to %s', (wanted, expected) => {
  expect(readDestination(wanted, { config, shop })?.href).toBe(expected ?? wanted)
})

const refused = [
  null,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '///evil.example',
  '/%2f/evil.example',
  '/a//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://app.example/',
  'https://app.example@evil.example/',
  'https://app.example.evil.example/',
  'https://admin.shopify.com.evil.example/',
  'https://wool.myshopify.com/admin',
  '/goals\n',
  '/goals\t',
  '/go als',
  '/goals\u0000',
  '/%',
  `/${'a'.repeat(5000)}`,
]

test.each(refused)('it doesn’t lead to %j', (wanted) => {
  expect(readDestination(wanted, { config, shop })).toBeNull()
})

test('without a proven shop it leads to our own pages only', () => {
  const wanted = 'https://linen.myshopify.com/admin'

  expect(readDestination(wanted, { config, shop: null })).toBeNull()
  expect(readDestination('/goals', { config, shop: null })?.pathname).toBe('/goals')
})

test.each([...refused, 'https://admin.shopify.com/store/linen'])(
  'App Bridge is given no token for %j',
  (wanted) => {
    expect(readReload(wanted, config)).toBeNull()
  },
)

test('App Bridge is given a token for a page of ours', () => {
  expect(readReload('https://app.example/goals?shop=x', config)?.pathname).toBe('/goals')
})
