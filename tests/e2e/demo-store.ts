/** The demo store without the product: a small app of the test is in its frame. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DemoShop } from '#workshop/store/demo-shop.server.ts'
import { test as base } from './worker-test.ts'

const keys = { apiKey: 'demo-api-key', apiSecret: 'demo-api-secret-of-tests' }

export type FramedApp = {
  url: string
  /** Contents of all its pages from now on, with `{path}` for where it is. */
  setBody: (html: string) => void
  /** Paths that carried a valid token, oldest first. */
  admitted: string[]
  /** Paths that carried one that had expired. */
  refused: string[]
  /** Data that its forms sent. */
  sent: string[]
  /** Reports of the shop's web pixel, with the origin that they came from. */
  reported: { origin: string | undefined; body: string }[]
}

type Fixtures = { app: FramedApp; shop: DemoShop }

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
  app: async ({}, use) => {
    const { app, stop } = await startFramedApp()
    await use(app)
    await stop()
  },

  shop: async ({ storeModule, app }, use) => {
    const store = await storeModule.startShopifyStore({
      port: 0,
      ...keys,
      handle: 'footfall',
      appUrl: `${app.url}/start`,
      webhooksUrl: `${app.url}/hooks`,
      webPixel: () => Promise.resolve(webPixel(app.url)),
    })
    await use(store.shop('linen-and-oak'))
    await store.close()
  },
})

export { expect } from 'playwright/test'

/** Reports all events, with what the page's storage has. */
const webPixel = (url: string) => `(function(){shopify.extend('WebPixel::Render', (api) => {
  api.analytics.subscribe('all_events', async ({ name, id }) => {
    const visitor = await api.browser.localStorage.getItem('visitor')
    const isAllowed = api.init.customerPrivacy.analyticsProcessingAllowed
    const sees = typeof document
    const body = JSON.stringify({ name, visitor, isAllowed, sees, site: api.settings.site })
    fetch('${url}/pixel', { method: 'POST', body, keepalive: true })
  })
})
})()`

async function startFramedApp(): Promise<{ app: FramedApp; stop: () => Promise<void> }> {
  let body = ''
  const admitted: string[] = []
  const refused: string[] = []
  const sent: string[] = []
  const reported: FramedApp['reported'] = []

  const answer = (request: IncomingMessage, response: ServerResponse, content: string) => {
    const url = new URL(request.url ?? '/', app.url)
    const { pathname } = url
    const bearer = request.headers.authorization?.replace('Bearer ', '')
    const token = bearer ?? url.searchParams.get('id_token')
    const html = (text: string) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text)
    if (pathname === '/pixel') {
      reported.push({ origin: request.headers.origin, body: content })
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end()
    } else if (pathname === '/hooks') response.writeHead(200).end()
    else if (pathname === '/bounce') html(documentOf(shopOrigin(url), ''))
    else if (token === null) {
      const reload = new URL(pathname, app.url).href
      response.writeHead(302, { Location: `/bounce?shopify-reload=${encodeURIComponent(reload)}` })
      response.end()
    } else if (!isValid(token)) {
      refused.push(pathname)
      response.writeHead(401, { 'X-Shopify-Retry-Invalid-Session-Request': '1' }).end()
    } else if (pathname === '/charge') {
      const name = 'X-Shopify-API-Request-Failure-Reauthorize-Url'
      response.writeHead(401, { [name]: `${app.url}/outside?id_token=${token}` }).end()
    } else {
      admitted.push(pathname)
      if (request.method === 'POST') sent.push(content)
      html(documentOf(shopOrigin(url), body.replaceAll('{path}', pathname)))
    }
  }
  let lastOrigin = ''
  /** App Bridge comes from the store, which the host parameter names. */
  const shopOrigin = (url: URL) => {
    const host = Buffer.from(url.searchParams.get('host') ?? '', 'base64').toString()
    if (host) lastOrigin = `http://${host.split('/')[0] ?? ''}`
    return lastOrigin
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      answer(request, response, Buffer.concat(chunks).toString())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const app: FramedApp = {
    url: `http://localhost:${String(port)}`,
    setBody(html) {
      body = html
    },
    admitted,
    refused,
    sent,
    reported,
  }
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { app, stop }
}

const documentOf = (origin: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>App</title>
    <meta name="shopify-api-key" content="${keys.apiKey}" />
    <script src="${origin}/app-bridge.js"></script>
  </head>
  <body>${body}</body>
</html>`

/** Signed by the store, and not expired. */
function isValid(token: string): boolean {
  const [head = '', payload = '', signature] = token.split('.')
  const expected = createHmac('sha256', keys.apiSecret)
    .update(`${head}.${payload}`)
    .digest('base64url')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as {
    exp?: number
  }
  return signature === expected && (claims.exp ?? 0) > Date.now() / 1000
}
