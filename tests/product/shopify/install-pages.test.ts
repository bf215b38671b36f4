/** The pages around an install, without a frame. */
import { expect, test } from 'vitest'
import { shopifyApp, signQuery } from '#workshop/doubles/shopify-server.ts'
import { createShopifyWorld, linen } from '../../support/shopify/shopify-world.ts'
import { createWorld } from '../../support/world.ts'

async function createPages(environment: Record<string, string> = {}) {
  const world = await createShopifyWorld(environment)
  const { fetch } = await world.serve()
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(path, init)
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get('location'),
      policy: response.headers.get('content-security-policy') ?? '',
    }
  }
  const timestamp = (later = 0) => String(Math.floor(world.clock.now().getTime() / 1000) + later)
  return { world, ask, timestamp }
}

test('someone without a shop’s frame is led to Shopify, and asked for no domain', async () => {
  const listing = 'https://apps.shopify.com/footfall'
  const [plain, listed] = [await createPages(), await createPages({ SHOPIFY_LISTING_URL: listing })]

  for (const { ask, world } of [plain, listed]) {
    const page = await ask('/shopify')
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining(`href="${world.shopify.url}/"`),
    ])
    expect(page.text).not.toMatch(/<input|domain/)
    const sent = await ask('/shopify', {
      method: 'POST',
      body: new URLSearchParams({ shop: 'linen' }),
    })
    expect(sent.status).toBe(405)
  }
  expect((await plain.ask('/shopify')).text).not.toContain('apps.shopify.com')
  expect((await listed.ask('/shopify')).text).toContain(`href="${listing}"`)
})

test('with custom distribution, people enter their shop and install the app there', async () => {
  const { ask, world } = await createPages({ SHOPIFY_DISTRIBUTION: 'custom' })
  const enter = (shop: string) =>
    ask('/shopify', { method: 'POST', body: new URLSearchParams({ shop }) })

  const page = await ask('/shopify')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Shop domain')])
  const { status, location } = await enter('Linen')
  expect([status, location]).toEqual([
    302,
    `${world.shopify.url}/store/linen/oauth/install?client_id=${shopifyApp.apiKey}`,
  ])
  const wrong = await enter('evil.example/x.myshopify.com')
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining('my-shop.myshopify.com'),
  ])
})

test.each([
  `/shopify?shop=${linen}`,
  '/shopify?shop=a.myshopify.com%20https://evil',
  '/shopify?shop=a.myshopify.com%20https://evil&host=x&hmac=0',
  '/shopify/auth/error?reason=shop',
])('nothing frames %s, which no admin’s frame opens', async (path) => {
  const { ask } = await createPages()

  expect((await ask(path)).policy).toContain("frame-ancestors 'none'")
})

test('Shopify’s signed address leads into the shop’s admin', async () => {
  const { ask, timestamp, world } = await createPages()
  const query = signQuery({ shop: linen, timestamp: timestamp() })

  const { status, location } = await ask(`/shopify/auth?${query.toString()}`)

  expect([status, location]).toEqual([302, `${world.shopify.url}/store/linen/apps/footfall`])
})

test('any other address leads to the reason, and from there on', async () => {
  const { ask, timestamp } = await createPages()
  const reasonOf = async (query: URLSearchParams | string) => {
    const { location } = await ask(`/shopify/auth?${query.toString()}`)
    const address = new URL(location ?? '', 'http://footfall.test')
    expect(address.pathname).toBe('/shopify/auth/error')
    return address.searchParams.get('reason')
  }
  const signed = (parameters: Record<string, string>) => signQuery(parameters)

  expect(await reasonOf('')).toBe('signature')
  expect(await reasonOf(`shop=${linen}&timestamp=${timestamp()}&hmac=0`)).toBe('signature')
  expect(await reasonOf(signed({ shop: linen }))).toBe('signature')
  expect(await reasonOf(signed({ shop: linen, timestamp: 'NaN' }))).toBe('signature')
  expect(await reasonOf(signed({ shop: linen, timestamp: timestamp(-91) }))).toBe('expired')
  expect(await reasonOf(signed({ shop: linen, timestamp: timestamp(91) }))).toBe('expired')
  expect(await reasonOf(signed({ shop: 'evil.example', timestamp: timestamp() }))).toBe('shop')
})

test.each([
  ['shop', 'isn’t a Shopify shop'],
  ['signature', 'isn’t from Shopify'],
  ['expired', 'has expired'],
  ['other-shop', 'another shop'],
  ['removed', 'no longer have access'],
  ['frozen', 'a bill is open'],
  ['locked', 'Shopify Support'],
  ['gone', 'can’t find your shop'],
  ['permission', 'accept its permissions'],
  ['forbidden', 'is unavailable'],
  ['session', 'didn’t start'],
  ['constructor', 'didn’t open'],
  ['', 'didn’t open'],
])('the reason %j has its sentence', async (reason, words) => {
  const { ask, world } = await createPages()

  const { status, text } = await ask(`/shopify/auth/error?reason=${reason}`)
  const ofShop = await ask(`/shopify/auth/error?reason=${reason}&shop=${linen}`)
  const forged = await ask(`/shopify/auth/error?reason=${reason}&shop=evil.example`)

  expect(status).toBe(200)
  expect(text).toContain(words)
  expect(text).not.toMatch(/enter your shop/i)
  for (const page of [text, forged.text]) expect(page).toContain(`href="${world.shopify.url}/"`)
  expect(ofShop.text).toContain(`href="${world.shopify.url}/store/linen"`)
})

test('without an app in Shopify there are no such pages, and nothing is a shop’s frame', async () => {
  const world = await createWorld({
    environment: { SHOPIFY_API_KEY: '', SHOPIFY_API_SECRET: '' },
  })
  const { fetch } = await world.serve()
  const statusOf = async (path: string) => {
    const response = await fetch(path)
    await response.arrayBuffer()
    return response.status
  }

  expect(world.services.shopify).toBeNull()
  for (const path of ['/shopify', '/shopify/auth', '/shopify/auth/error', '/shopify/session-token'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  const framed = await fetch(`/auth/login?shop=${linen}&host=x&embedded=1`)
  expect(await framed.text()).toContain('data-shell="standalone"')
})
