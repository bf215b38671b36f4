/** The demo shop of the built product, with orders for its nudges, and a browser. */
import { chromium, type Browser } from 'playwright'
import { nudges } from '#app/db/schema/index.ts'
import { findDemoShop } from '#workshop/demo/demo-organization.server.ts'
import { startProductServer } from '#tests/support/product-server.ts'
import { ensureChromium } from '#workshop/run/chromium.js'
import { servicesOn } from './shop.ts'

export type BenchDemoShop = {
  browser: Browser
  /** URL of a page that shows a nudge. */
  page: string
  /** Publishes an inline nudge below that page's button. */
  addInline: () => Promise<void>
  stop: () => Promise<void>
}

const orders = 12

export async function openDemoShop(): Promise<BenchDemoShop> {
  await ensureChromium()
  const product = await startProductServer({ demo: true, environment: { LOG_LEVEL: 'error' } })
  const executable = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executable ? { executablePath: executable } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  await placeOrders(browser, product.baseUrl)

  return {
    browser,
    page: `${product.baseUrl}/demo/products/stoneware-mug`,
    addInline: () => publishInline(product.dataDir, product.baseUrl),
    async stop() {
      await browser.close()
      await product.remove()
    },
  }
}

/** Through the shop, like visitors. */
async function placeOrders(browser: Browser, baseUrl: string): Promise<void> {
  const context = await browser.newContext({ extraHTTPHeaders: { Origin: baseUrl } })
  for (let order = 0; order < orders; order += 1) {
    await context.request.post(`${baseUrl}/demo/cart`, {
      form: { product: 'stoneware-mug', quantity: '1' },
    })
    const placed = await context.request.post(`${baseUrl}/demo/checkout`, {
      form: { first_name: 'Ann', city: 'Utrecht', country: 'NL' },
    })
    if (!placed.url().endsWith('/demo/thanks')) {
      throw new Error(`The order was not taken: ${String(placed.status())}.`)
    }
  }
  await context.close()
}

/** Resolves when pages receive it. */
async function publishInline(dataDir: string, address: string): Promise<void> {
  const withServices = servicesOn({ dataDir, databaseUrl: undefined, address })
  const uuid = await withServices(async (services) => {
    const shop = await findDemoShop(services)
    if (!shop) throw new Error('There is no demo shop.')
    const { teamId, siteId } = shop.scope
    const moment = services.now()
    await services.db.system.insert(nudges).values({
      teamId,
      siteId,
      surface: 'inline',
      type: 'purchase',
      name: 'Inline',
      position: 9,
      state: 'published',
      createdAt: moment,
      updatedAt: moment,
      placement: { selector: 'form.row', where: 'after' },
    })
    return shop.scope.siteUuid
  })
  const giveUpAt = performance.now() + 30_000
  for (;;) {
    const payload = await fetch(`${address}/api/pixel/${uuid}`)
    if ((await payload.text()).includes('"inline"')) return
    if (performance.now() > giveUpAt) throw new Error('The pages were never told.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
