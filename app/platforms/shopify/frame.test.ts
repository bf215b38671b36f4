import { expect, test } from 'vitest'
import type { ShopifyApp } from '#app/config.server.ts'
import { readConfig } from '#app/config.server.ts'
import { securityHeaders } from '#app/server/security.server.ts'
import { frame } from './frame.server.ts'

const shopify: ShopifyApp = {
  apiKey: 'client-id-of-the-app',
  apiSecret: 'client-secret-of-the-app',
  previousApiSecret: undefined,
  handle: 'footfall',
  pricing: 'billing_api',
  distribution: 'app_store',
  contentPolicy: 'enforce',
  listingUrl: undefined,
  double: undefined,
}

test('at Shopify itself, the frame allows App Bridge and its reports of loading times, and no more', () => {
  const config = { ...readConfig({}), shopify }
  const headers = securityHeaders('n', {
    isHttps: true,
    frameAncestors: 'https://admin.shopify.com',
    scripts: frame.scripts(config),
    connections: frame.connections(config),
    reportTo: frame.reportTo(config),
  })

  const rules = headers['Content-Security-Policy']?.split('; ') ?? []
  expect(rules.filter((rule) => rule.includes('shopify'))).toEqual([
    "script-src 'self' 'nonce-n' https://cdn.shopify.com",
    "connect-src 'self' https://monorail-edge.shopifysvc.com",
    'frame-ancestors https://admin.shopify.com',
  ])
  expect(frame.head(config, {})).toEqual({
    meta: [{ name: 'shopify-api-key', content: shopify.apiKey }],
    scripts: ['https://cdn.shopify.com/shopifycloud/app-bridge.js'],
  })
})
