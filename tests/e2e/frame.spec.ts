/** The product in a frame of Shopify's admin: its script first, tokens only, and no storage. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import {
  sessionClaims,
  shopifyApp,
  signToken,
  startShopifyServer,
  type DoubleStaff,
  type ShopifyServer,
} from '#workshop/doubles/shopify-server.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { test as base } from './product-test.ts'

const linen = 'linen.myshopify.com'
const adminPath = `/store/linen/apps/${shopifyApp.handle}`

/** The demo store's, whose admin is as small here as the tests need it. */
const appBridge = ['app-bridge.js', 'app-bridge-parts.js', 'app-bridge-modal.js']
  .map((name) => readFileSync(`workshop/store/browser/${name}`, 'utf8'))
  .join('\n')

type Admin = { product: ProductServer; shopify: ShopifyServer; owner: DoubleStaff }

const test = base.extend<{ admin: Admin }>({
  admin: async ({ products }, use) => {
    await use(await products.special('frame', start))
  },
})

async function start() {
  const shopify = await startShopifyServer(() => new Date())
  const shop = shopify.shop({ domain: linen, name: 'Linen & Co' })
  const owner = shopify.addStaff(shop, { id: '1', email: 'o@linen.example', account_owner: true })
  const product = await startProductServer({
    environment: {
      SHOPIFY_API_KEY: shopifyApp.apiKey,
      SHOPIFY_API_SECRET: shopifyApp.apiSecret,
      SHOPIFY_APP_HANDLE: shopifyApp.handle,
      SHOPIFY_DOUBLE_URL: shopify.url,
    },
  })
  const stop = async () => {
    await product.remove()
    await shopify.stop()
  }
  return { product, shopify, owner, stop }
}

type Opening = { path: string; isStale?: boolean }

/** Opens the app in the admin. */
async function openInAdmin(page: Page, { product, shopify, owner }: Admin, opening: Opening) {
  const { path, isStale = false } = opening
  const tokenAt = (at: number) => signToken(sessionClaims(linen, owner.id, new Date(at)))
  const host = Buffer.from('admin.shopify.com/store/linen').toString('base64')
  const query = new URLSearchParams({ shop: linen, host, embedded: '1' })
  query.set('id_token', tokenAt(Date.now() - (isStale ? 600_000 : 0)))
  await page.exposeFunction('newToken', () => tokenAt(Date.now()))
  shopify.files.set('/app-bridge.js', { type: 'text/javascript', body: appBridge })
  shopify.files.set(adminPath, {
    type: 'text/html',
    body: `<!doctype html><title>Admin</title>
      <script>
        addEventListener('message', async ({ data, source, origin }) => {
          if (data.type === 'toast') document.querySelector('output').textContent = data.message
          if (data.name !== 'idToken') return
          const value = await newToken()
          source.postMessage({ demoAdmin: true, type: 'answer', id: data.id, value }, origin)
        })
      </script>
      <output></output>
      <iframe title="App" width="1000" height="900"
        src="${product.baseUrl}${path}?${query.toString().replaceAll('&', '&amp;')}"></iframe>`,
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(shopify.url + adminPath)
  return { frame: page.frameLocator('iframe[title="App"]'), errors }
}

/** As browsers do in frames of other sites once third-party storage is blocked. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    if (window === window.top) return
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })

for (const isStale of [false, true]) {
  test(`a form is sent from the frame, ${isStale ? 'opened with an old token' : 'by token'}`, async ({
    page,
    admin,
  }) => {
    const { frame, errors } = await openInAdmin(page, admin, {
      path: '/account/general',
      isStale,
    })
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
    // Nothing can be typed or sent before the page can do it by token.
    await expect(frame.locator('body')).not.toHaveAttribute('inert')
    const name = frame.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue('Ann Arbor')

    await name.fill('Anna Arbor')
    await name.press('Enter')

    await expect(page.getByRole('status')).toHaveText('Name saved')
    expect(await page.context().cookies(admin.product.baseUrl)).toEqual([])
    expect(errors).toEqual([])
  })
}

test('home opens where storage throws', async ({ page, admin }) => {
  await blockStorage(page)
  const { frame } = await openInAdmin(page, admin, { path: '/' })

  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(frame.getByRole('navigation')).toHaveCount(0)
})
