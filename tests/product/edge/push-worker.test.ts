/** Where the service worker for push messages comes from. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '#app/lib/project.server.ts'
import type { Services } from '#app/services.ts'
import { shopifyApp } from '#workshop/doubles/shopify-server.ts'
import { serveEdge } from '../../support/pages.ts'
import { createShopifyWorld, linen } from '../../support/shopify/shopify-world.ts'
import { createWorld } from '../../support/world.ts'

const open = async (services: Services) => {
  const { baseUrl } = await serveEdge(services)
  return (path: string, init: RequestInit = {}) => fetch(`${baseUrl}${path}`, init)
}

/** As Shopify's app proxy sends it: signed with the app's secret, without anything between the pairs. */
const signedBy = (secret: string, now: Date, shop = linen) => {
  const pairs = {
    logged_in_customer_id: '',
    path_prefix: '/apps/footfall-push',
    shop,
    timestamp: String(Math.floor(now.getTime() / 1000)),
  }
  const text = Object.entries(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .join('')
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return new URLSearchParams({ ...pairs, signature }).toString()
}

test('the worker can be imported from any shop, and a new version is asked for within an hour', async () => {
  const { services } = await createWorld()
  const ask = await open(services)

  const answer = await ask('/push/worker.js')

  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'service-worker-allowed': '/',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.text()).toBe(
    readFileSync(`${projectFile('build/pixel')}/push.worker.js`, 'utf8'),
  )
  const tag = answer.headers.get('etag') ?? ''
  const again = await ask('/push/worker.js', { headers: { 'If-None-Match': tag } })
  expect(again.status).toBe(304)
  expect((await ask('/push/worker.js', { method: 'POST' })).status).toBe(405)
})

test('Shopify’s app proxy gets the file that imports it, with a policy that allows that', async () => {
  const { services, clock } = await createShopifyWorld()
  const ask = await open(services)

  const answer = await ask(`/push/shopify/worker.js?${signedBy(shopifyApp.apiSecret, clock.now())}`)

  const { origin } = new URL(services.config.appUrl)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(`importScripts('${services.config.appUrl}/push/worker.js')\n`)
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'self' ${origin}; connect-src ${origin}`,
  )
})

test('a request that Shopify hasn’t signed now gets nothing', async () => {
  const { services, clock } = await createShopifyWorld()
  const ask = await open(services)
  const signed = signedBy(shopifyApp.apiSecret, clock.now())
  const queries = [
    '',
    signedBy('another secret', clock.now()),
    signedBy(shopifyApp.apiSecret, new Date(clock.now().getTime() - 91_000)),
    signed.replace('linen', 'other'),
    `${signed}&extra=1`,
    `${signed}&shop=${linen}`,
  ]

  for (const query of queries) {
    expect((await ask(`/push/shopify/worker.js?${query}`)).status).toBe(404)
  }
})

test('an installation without Shopify has no file for its proxy', async () => {
  const { services, clock } = await createWorld()
  const ask = await open(services)

  const answer = await ask(`/push/shopify/worker.js?${signedBy('', clock.now())}`)

  expect(answer.status).toBe(404)
})
