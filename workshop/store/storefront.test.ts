/** The storefront: the app's blocks on the theme, the cart, and an order from the first page on. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder, removeFolder } from '#tests/support/folders.ts'
import { startTestStore } from '#tests/support/shopify/demo-store.ts'
import type { DemoShop } from './demo-shop.server.ts'

const embed = `{%- liquid
  assign site = app.metafields.footfall.site.value | default: block.settings.site | strip
-%}
<script src="{{ 'footfall.js' | asset_url }}" data-site="{{ site | escape }}" data-page="{{ request.page_type }}"
  data-product="{{ product.id }}" data-cart="{{ cart.total_price }}"></script>
{% schema %}{ "name": "t:embed.name", "target": "body", "settings": [{ "type": "text", "id": "site" }] }{% endschema %}`

const place = `{%- render 'place', type: 'stock', block: block -%}
{% schema %}{ "name": "Stock", "target": "section", "settings": [{ "type": "range", "id": "height", "default": 32 }] }{% endschema %}`

const snippet = `{%- doc -%} A place. {%- enddoc -%}
<p class="place">{{ type }} {{ block.settings.height }} {{ 'texts.hello' | t }}</p>`

function makeThemeExtension(): string {
  const folder = makeFolder()
  onTestFinished(() => {
    removeFolder(folder)
  })
  const files = {
    'blocks/embed.liquid': embed,
    'blocks/stock.liquid': place,
    'snippets/place.liquid': snippet,
    'assets/footfall.js': '// the theme’s script',
    'locales/en.default.json': '{ "texts": { "hello": "Hello" } }',
    'locales/en.default.schema.json': '{ "embed": { "name": "Footfall nudges" } }',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

/** A visitor with cookies. */
function createVisitor(shop: DemoShop) {
  const cookies = new Map<string, string>()
  const request = async (target: string, form?: Record<string, string>): Promise<Response> => {
    const url = new URL(target, `${shop.machineUrl}/`)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      headers: { Cookie: cookie },
      redirect: 'manual',
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = text.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  return {
    read: async (target: string) => (await request(target)).text(),
    /** Returns where the answer leads to. */
    send: async (target: string, form: Record<string, string>) =>
      (await request(target, form)).headers.get('location') ?? '',
  }
}

/** The page's events for the web pixel. */
const eventsOf = (html: string) => {
  const [, json = '{}'] = /id="web-pixel">([^<]*)</.exec(html) ?? []
  const { events = [] } = JSON.parse(json) as { events?: { name: string; data: unknown }[] }
  return events
}

test('each link of the first page leads to a page', async () => {
  const { shop } = await startTestStore({ themeFolder: makeThemeExtension() })
  const html = await createVisitor(shop).read('')
  const links = [...html.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, href = '']) => href)
  expect(links).toContain(`${new URL(shop.machineUrl).pathname}/`)

  const answers = await Promise.all(
    [...new Set(links)].map((href) => fetch(new URL(href, shop.machineUrl))),
  )

  expect(answers.filter(({ ok }) => !ok).map(({ url }) => url)).toEqual([])
})

test('people find each shop by a name of its own, and programs by the machine’s', async () => {
  const { shop, store } = await startTestStore()
  const { port } = new URL(store.url)
  expect(shop.storefrontUrl).toBe(
    `http://linen-and-oak.localhost:${port}/shops/linen-and-oak.myshopify.com`,
  )

  const whereTo = async (host: string) => {
    const request = http.get(store.url, { headers: { host } })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    return response.headers.location ?? response.statusCode
  }
  expect(await whereTo(new URL(shop.storefrontUrl).host)).toBe(`${shop.storefrontUrl}/`)
  expect(await whereTo(`localhost:${port}`)).toBe('/store/linen-and-oak')
  expect(await whereTo(`evil-localhost:${port}`)).toBe(421)
})

test('the app embed is on the theme’s pages while it is switched on', async () => {
  const { shop } = await startTestStore({ themeFolder: makeThemeExtension() })
  shop.install()
  const visitor = createVisitor(shop)
  const page = 'products/stoneware-mug'
  const isThere = async () => (await visitor.read(page)).includes('data-page="product"')
  expect(await isThere()).toBe(false)

  shop.setEmbed('embed', true)
  expect(await isThere()).toBe(true)

  shop.uninstall()
  expect(await isThere()).toBe(false)
})

test('blocks know the app’s metafields, the page, the product and the cart', async () => {
  const { shop } = await startTestStore({ themeFolder: makeThemeExtension() })
  const now = new Date()
  shop.install().metafields.push({
    id: 1n,
    namespace: 'footfall',
    key: 'site',
    type: 'single_line_text_field',
    value: '"the site"',
    createdAt: now,
    updatedAt: now,
  })
  shop.setEmbed('embed', true)
  shop.addBlock('stock')
  const visitor = createVisitor(shop)
  const [mug] = shop.state.products
  await visitor.send('cart/add', { id: String(mug?.variants[1]?.id), quantity: '2' })

  const html = await visitor.read('products/stoneware-mug')

  expect(html).toContain('data-site="&#34;the site&#34;"')
  expect(html).toContain(`data-product="${String(mug?.id)}"`)
  expect(html).toContain('data-cart="3600"')
  expect(html).toContain('<p class="place">stock 32 Hello</p>')
  expect(html).not.toContain('"target": "body"')
  const [, script = ''] = /<script src="([^"]*footfall\.js)"/.exec(html) ?? []
  expect(await visitor.read(script)).toBe('// the theme’s script')
})

test('the theme editor lists the blocks by name, and App Bridge their status', async () => {
  const { shop } = await startTestStore({ themeFolder: makeThemeExtension() })
  shop.install()
  const form = { block: 'embed', isOn: '1' }
  await fetch(`${shop.adminUrl}/themes`, {
    method: 'POST',
    headers: { Origin: new URL(shop.adminUrl).origin },
    body: new URLSearchParams(form),
  })

  const editor = await fetch(
    `${shop.adminUrl}/themes/current/editor?context=apps&activateAppId=key/embed`,
  )
  const info = await fetch(`${shop.adminUrl}/frame/extensions`)

  expect(await editor.text()).toContain('Switch on “Footfall nudges” below to finish.')
  expect(await info.json()).toMatchObject([
    {
      type: 'theme_app_extension',
      activations: [
        { handle: 'embed', name: 'Footfall nudges', target: 'body', status: 'active' },
        { handle: 'stock', name: 'Stock', target: 'section', status: 'available' },
      ],
    },
  ])
})

test('an order goes from the product page to the app', async () => {
  const { shop, received } = await startTestStore({
    webPixel: () => Promise.resolve('// bundle'),
    topics: ['orders/paid'],
  })
  shop.install().webPixel = { id: 1n, settings: '{"site":"abc"}' }
  const visitor = createVisitor(shop)
  const [, board] = shop.state.products
  const id = String(board?.variants[0]?.id)

  expect(eventsOf(await visitor.read('products/oak-serving-board'))).toMatchObject([
    { name: 'page_viewed' },
    { name: 'product_viewed', data: { productVariant: { id } } },
  ])
  const cart = await visitor.send('cart/add', { id, quantity: '2' })
  expect(eventsOf(await visitor.read(cart))).toMatchObject([
    { name: 'product_added_to_cart', data: { cartLine: { quantity: 2 } } },
    { name: 'page_viewed' },
  ])
  const checkout = await visitor.send('checkout', {})
  expect(eventsOf(await visitor.read(checkout))).toMatchObject([
    { name: 'page_viewed' },
    { name: 'checkout_started', data: { checkout: { totalPrice: { amount: 69 } } } },
  ])
  const buyer = { firstName: 'Ann', city: 'Delft', countryCode: 'NL', email: 'ann@example.com' }
  const thanks = await visitor.send(checkout, buyer)
  expect(await visitor.send(checkout, buyer)).toBe(thanks)
  const [order] = shop.state.orders
  expect(eventsOf(await visitor.read(thanks))).toMatchObject([
    { name: 'page_viewed' },
    {
      name: 'checkout_completed',
      data: { checkout: { order: { id: `gid://shopify/Order/${String(order?.id)}` } } },
    },
  ])
  expect(eventsOf(await visitor.read(thanks))).toMatchObject([{ name: 'page_viewed' }])
  await shop.webhooks.settle()

  expect(shop.state.orders).toHaveLength(9)
  expect(order).toMatchObject({ address: { city: 'Delft', country: 'Netherlands' } })
  expect(board?.variants[0]?.stock).toBe(1)
  expect(received).toHaveLength(1)
  expect(received[0]?.body).toContain(`"id":${String(order?.id)}`)
})

test('more than the stock can’t be ordered', async () => {
  const { shop } = await startTestStore()
  const visitor = createVisitor(shop)
  const [, board] = shop.state.products
  await visitor.send('cart/add', { id: String(board?.variants[0]?.id), quantity: '9' })

  const checkout = await visitor.send('checkout', {})
  await visitor.send(checkout, {})

  expect(shop.state.orders).toHaveLength(8)
  expect(board?.variants[0]?.stock).toBe(3)
})

test('a cart is one visitor’s, as forms and as JSON', async () => {
  const { shop } = await startTestStore()
  const [visitor, other] = [createVisitor(shop), createVisitor(shop)]
  const [mug] = shop.state.products
  const id = String(mug?.variants[0]?.id)

  await visitor.send('cart/add', { id, quantity: '1' })
  await visitor.send('cart/add', { id, quantity: '1' })

  expect(await visitor.read('cart.js')).toContain(`"variant_id":${id}`)
  expect(JSON.parse(await visitor.read('cart.js'))).toMatchObject({ total_price: 3600 })
  expect(JSON.parse(await other.read('cart.js'))).toMatchObject({ total_price: 0 })
})

test('a page of another site can’t change the shop', async () => {
  const { shop } = await startTestStore()

  for (const headers of [{ Origin: 'https://evil.example' }, {}]) {
    const body = new URLSearchParams({ action: 'install' })
    const response = await fetch(`${shop.adminUrl}/apps`, { method: 'POST', headers, body })
    expect(response.status).toBe(403)
  }
  expect(shop.state.installation).toBeNull()
})
