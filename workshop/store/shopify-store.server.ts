/**
 * A Shopify to try without Shopify: two shops with an admin that frames the app, session and access
 * tokens, the Admin API, webhooks and a storefront, on one origin of its own. Everything is in memory.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import {
  apiVersion,
  complianceTopics,
  optionalScopes,
  scopes,
  webhookTopics,
} from '#app/clients/shopify/app-settings.ts'
import { picture, rasterPicture, styleSheet } from '../shop/pictures.ts'
import { createAdminPages } from './admin/admin-pages.server.ts'
import { adminFrame, adminStyle, appBridge, harness, sandbox, shopScript } from './browser-files.ts'
import { createDemoShop, type DemoShop } from './demo-shop.server.ts'
import { seedShops } from './state/seed-shops.ts'
import type { AppScopes } from './state/app-actions.server.ts'
import { createShopPages } from './storefront/storefront.server.ts'
import { openThemeExtension } from './storefront/theme-extension.server.ts'
import { readWebPixel } from './storefront/web-pixel.server.ts'
import { exactJson } from './wire/exact-json.server.ts'
import { answerWithFaults } from './wire/faults.server.ts'
import type { Topic } from './wire/webhook-payloads.ts'

export type StoreOptions = {
  /** 0: any that is free. */
  port: number
  /** Absent: this machine only. */
  host?: string
  apiKey: string
  apiSecret: string
  handle: string
  /** Where the app begins. */
  appUrl: string
  webhooksUrl: string
  scopes?: AppScopes
  /** Topics that the app subscribed to. Topics of compliance are always sent. */
  topics?: readonly Topic[]
  /** How webhooks are sent. */
  fetch?: typeof fetch
  clock?: () => Date
  /** Folder of the theme app extension. */
  themeFolder?: string
  /** Script of the web pixel extension; null: there is none. */
  webPixel?: () => Promise<string | null>
  /** How often webhooks that failed are looked at. Absent: never, the caller calls `sendDue`. */
  retryEveryMillis?: number
}

export type ShopifyStore = {
  /** Origin, without a trailing slash. */
  url: string
  shops: readonly DemoShop[]
  /** By name or domain. @throws Error for one that doesn't exist */
  shop: (name: string) => DemoShop
  close: () => Promise<void>
}

/** As shopify.app.toml has them. */
const defaultScopes: AppScopes = { required: scopes, optional: optionalScopes }
const defaultTopics = Object.keys(webhookTopics) as (keyof typeof webhookTopics)[]

/** Resolves when it listens. */
export async function startShopifyStore(options: StoreOptions): Promise<ShopifyStore> {
  const { apiKey, apiSecret, handle, appUrl, webhooksUrl, host = 'localhost' } = options
  const clock = options.clock ?? (() => new Date())
  const appScopes = options.scopes ?? defaultScopes
  let url = ''
  const shops = seedShops(clock()).map((state) =>
    createDemoShop(state, {
      keys: { apiKey, apiSecret },
      handle,
      appUrl,
      webhooksUrl,
      apiVersion,
      scopes: appScopes,
      topics: [...(options.topics ?? defaultTopics), ...complianceTopics],
      fetch: options.fetch ?? fetch,
      clock,
      origin: () => url,
      storefrontOrigin: () => storefrontOrigin(url, state.name),
    }),
  )
  const findShop = (name: string) =>
    shops.find(({ state }) => state.name === name || state.domain === name)

  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })
  // Anyone who opens the admin is the owner, so no other name may lead here.
  app.use((c, next) => {
    const { hostname } = new URL(c.req.url)
    const isKnown = [host, 'localhost', '127.0.0.1'].includes(hostname) || isOfShop(hostname)
    return isKnown ? next() : Promise.resolve(c.text('Unknown host', 421))
  })
  for (const shop of shops) {
    const root = `/shops/${shop.state.domain}`
    const assetsUrl = `${root}/theme-assets`
    const theme = openThemeExtension({
      shop: shop.state,
      assetsUrl,
      ...(options.themeFolder ? { folder: options.themeFolder } : {}),
    })
    app.post(`${root}/admin/oauth/access_token`, (c) =>
      answerWithFaults(c, shop.tokenFaults, async () => {
        const { status, body } = shop.tokens.answer(await readBody(c.req.raw))
        return new Response(exactJson(body), { status, headers: jsonType })
      }),
    )
    app.post(`${root}/admin/api/${apiVersion}/graphql.json`, (c) =>
      answerWithFaults(c, shop.apiFaults, async () => {
        if (!shop.tokens.isValid(c.req.header('X-Shopify-Access-Token'))) {
          const errors =
            '[API] Invalid API key or access token (unrecognized login or wrong password)'
          return c.json({ errors }, 401)
        }
        const answer = shop.answerGraphql(await c.req.json().catch(() => null))
        return new Response(JSON.stringify(answer), { headers: jsonType })
      }),
    )
    app.route(
      root,
      createShopPages({
        shop: shop.state,
        actions: shop,
        root,
        adminUrl: () => shop.adminUrl,
        theme,
        pixelBundle: options.webPixel ?? readWebPixel,
      }),
    )
    app.route(
      `/store/${shop.state.name}`,
      createAdminPages({ shop, theme, handle, apiKey, appUrl, scopes: appScopes }),
    )
  }

  const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
    '/app-bridge.js': ['text/javascript', appBridge],
    '/shopifycloud/app-bridge.js': ['text/javascript', appBridge],
    '/admin-frame.js': ['text/javascript', adminFrame],
    '/admin.css': ['text/css', adminStyle],
    '/storefront.js': ['text/javascript', shopScript],
    '/pixel-harness.js': ['text/javascript', harness],
    '/pixel-sandbox.js': ['text/javascript', sandbox],
    '/style.css': ['text/css', styleSheet],
  }
  for (const [path, [type, content]] of Object.entries(files)) {
    // The sandbox of the web pixel has no origin.
    const headers = { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }
    app.get(path, (c) => c.body(content, 200, headers))
  }
  app.get('/images/:file', async (c) => {
    const file = c.req.param('file')
    const open = { 'Access-Control-Allow-Origin': '*' }
    const svg = picture(file)
    if (svg !== null) return c.body(svg, 200, { ...open, 'Content-Type': 'image/svg+xml' })
    const png = await rasterPicture(file)
    if (png === null) return c.text('Not found', 404)
    return c.body(new Uint8Array(png), 200, { ...open, 'Content-Type': 'image/png' })
  })
  app.get('/', (c) => {
    const { host: asked } = new URL(c.req.url)
    const shop = shops.find(({ storefrontUrl }) => new URL(storefrontUrl).host === asked)
    const isStorefront = shop !== undefined && isOfShop(new URL(shop.storefrontUrl).hostname)
    return c.redirect(
      isStorefront ? `${shop.storefrontUrl}/` : `/store/${shops[0]?.state.name ?? ''}`,
    )
  })

  const server = createServer(getRequestListener(app.fetch))
  await listen(server, options.port, host)
  url = `http://${host}:${String((server.address() as AddressInfo).port)}`
  const retry = options.retryEveryMillis
    ? setInterval(() => {
        for (const { webhooks } of shops) void webhooks.sendDue()
      }, options.retryEveryMillis)
    : null
  retry?.unref()

  return {
    url,
    shops,
    shop(name) {
      const found = findShop(name)
      if (!found) throw new Error(`There is no shop ${name}.`)
      return found
    },
    async close() {
      if (retry) clearInterval(retry)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await Promise.all(shops.map(({ webhooks }) => webhooks.settle()))
    },
  }
}

const isOfShop = (hostname: string) => hostname.endsWith('.localhost')

/**
 * A name of the shop's own, as merchants know theirs. Browsers resolve names below `localhost` to this
 * machine (RFC 6761 section 6.3). At another name of the machine there is none to give.
 */
function storefrontOrigin(url: string, name: string): string {
  const origin = new URL(url)
  if (origin.hostname === 'localhost') origin.hostname = `${name}.localhost`
  return origin.origin
}

const jsonType = { 'Content-Type': 'application/json' }

/** Fields of a form or of JSON. */
async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text()
  if (!request.headers.get('content-type')?.includes('json')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // Reachable from this machine only: it has no login.
    server.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
