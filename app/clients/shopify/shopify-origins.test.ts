import { expect, test } from 'vitest'
import { shopifyOrigins } from './shopify-origins.ts'

const shop = 'linen.myshopify.com'

test('Shopify’s addresses of a shop', () => {
  const origins = shopifyOrigins()

  expect(origins.appBridge).toBe('https://cdn.shopify.com/shopifycloud/app-bridge.js')
  expect(origins.frames(shop)).toEqual([`https://${shop}`, 'https://admin.shopify.com'])
  expect(origins.home).toBe('https://admin.shopify.com/')
  expect(origins.app(shop, 'footfall')).toBe('https://admin.shopify.com/store/linen/apps/footfall')
  expect(origins.plans(shop, 'footfall')).toBe(
    'https://admin.shopify.com/store/linen/charges/footfall/pricing_plans',
  )
  expect(origins.install(shop, 'key')).toBe(
    'https://admin.shopify.com/store/linen/oauth/install?client_id=key',
  )
  expect(origins.accessToken(shop)).toBe(`https://${shop}/admin/oauth/access_token`)
  expect(origins.graphql(shop)).toBe(`https://${shop}/admin/api/2026-07/graphql.json`)
  expect(origins.storefront(shop)).toBe(`https://${shop}`)
})

test('a store that replaces Shopify has all of them', () => {
  const double = 'http://localhost:4100'
  const origins = shopifyOrigins(double)

  expect(origins.frames(shop)).toEqual([double])
  for (const url of [
    origins.appBridge,
    origins.home,
    origins.app(shop, 'footfall'),
    origins.plans(shop, 'footfall'),
    origins.install(shop, 'key'),
    origins.accessToken(shop),
    origins.graphql(shop),
    origins.storefront(shop),
  ]) {
    expect(new URL(url).origin).toBe(double)
  }
  expect(origins.app(shop, 'footfall')).toBe(`${double}/store/linen/apps/footfall`)
  expect(origins.graphql(shop)).toBe(`${double}/shops/${shop}/admin/api/2026-07/graphql.json`)
})
