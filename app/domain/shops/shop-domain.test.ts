import { expect, test } from 'vitest'
import { readShopDomain, readTypedShop, shopName } from './shop-domain.ts'

test.each(['linen.myshopify.com', 'a.myshopify.com', '1-a-2.myshopify.com'])(
  '%s is a shop',
  (domain) => {
    expect(readShopDomain(domain)).toBe(domain)
    expect(`${shopName(domain)}.myshopify.com`).toBe(domain)
  },
)

test('the case of a shop’s domain doesn’t matter', () => {
  expect(readShopDomain('Linen.MyShopify.com')).toBe('linen.myshopify.com')
})

test.each([
  null,
  '',
  '.myshopify.com',
  '-a.myshopify.com',
  'evil.example/x.myshopify.com',
  'evil.example/.myshopify.com',
  'evil.example#x.myshopify.com',
  'user@x.myshopify.com',
  'x.myshopify.com.evil.example',
  'x.myshopify.com/',
  'x.myshopify.com:443',
  'https://x.myshopify.com',
  'a.b.myshopify.com',
  'a_b.myshopify.com',
  'x.myshopify.com https://evil.example',
  'x.myshopify.com\n',
  ' x.myshopify.com',
  'x.myshopify.io',
  'x.shopify.com',
  'xmyshopify.com',
  'ⅹ.myshopify.com',
  `${'a'.repeat(70)}.myshopify.com`,
])('%j is no shop', (value) => {
  expect(readShopDomain(value)).toBeNull()
})

test.each([
  ['linen', 'linen.myshopify.com'],
  [' Linen.myshopify.com ', 'linen.myshopify.com'],
  ['https://linen.myshopify.com/admin/apps', 'linen.myshopify.com'],
  ['https://admin.shopify.com/store/linen/apps/footfall?x=1', 'linen.myshopify.com'],
  ['admin.shopify.com/store/linen', 'linen.myshopify.com'],
])('someone who types %j means %s', (typed, shop) => {
  expect(readTypedShop(typed)).toBe(shop)
})

test.each(['', 'linen.com', 'admin.shopify.com', 'https://evil.example/x.myshopify.com', 'a b'])(
  '%j names no shop',
  (typed) => {
    expect(readTypedShop(typed)).toBeNull()
  },
)
