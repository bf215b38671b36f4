/** The theme app extension in a shop's page, with the built pixel. */
import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from 'playwright/test'
import { blockSelector } from '#app/contract/theme-blocks.ts'
import { startEdgeDouble, type EdgeDouble, type EdgeSite } from '../pixel/edge-double.ts'
import { sampleNudge, samplePayload } from '../pixel/nudge-items.ts'
import { readShift, watchShift } from '../pixel/shift.ts'
import { startShopTheme, type ShopTheme } from './shop-theme.ts'

type Shop = {
  theme: ShopTheme
  site: EdgeSite
  /** Opens a product page with the embed, and blocks with these names. */
  open: (page?: Parameters<ShopTheme['setPage']>[0]) => Promise<void>
}

const test = base.extend<{ shop: Shop }, { servers: { edge: EdgeDouble; theme: ShopTheme } }>({
  servers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
    async ({}, provide) => {
      const [edge, theme] = await Promise.all([startEdgeDouble(), startShopTheme()])
      await provide({ edge, theme })
      await theme.stop()
      await edge.stop()
    },
    { scope: 'worker' },
  ],
  shop: async ({ page, servers: { edge, theme } }, provide) => {
    const uuid = randomUUID()
    const site = edge.addSite(uuid, samplePayload([], {}, '/products/kettle'))
    const thrown: string[] = []
    page.on('pageerror', ({ message }) => thrown.push(message))
    await page.addInitScript(watchShift)
    await provide({
      theme,
      site,
      open: async (wanted = {}) => {
        theme.setPage({
          metafields: { site: uuid, host: edge.origin },
          request: { page_type: 'product' },
          product: kettle,
          ...wanted,
        })
        await page.goto(`${theme.origin}/products/kettle`)
      },
    })
    expect(thrown).toEqual([])
  },
})

const variant = { inventory_management: 'shopify', inventory_policy: 'deny' }
const kettle = {
  id: 41,
  title: 'Kettle </script>',
  selected_or_first_available_variant: { id: 411 },
  variants: [
    { ...variant, id: 411, inventory_quantity: 3 },
    { ...variant, id: 412, inventory_quantity: 2 },
    { ...variant, id: 413, inventory_quantity: 3, inventory_policy: 'continue' },
  ],
}

const inBlock = (type: Parameters<typeof sampleNudge>[0]) =>
  sampleNudge(type, {
    surface: 'inline' as const,
    placement: { selector: blockSelector(type), where: 'append' as const },
  })

const payloadOf = (...nudges: ReturnType<typeof sampleNudge>[]) =>
  samplePayload(nudges, {}, '/products/kettle')

const shiftOf = (page: Page) => page.evaluate(readShift)

test('a popup comes once the page is idle, and moves nothing', async ({ page, shop }) => {
  shop.site.payload = payloadOf(sampleNudge('purchase'))

  await shop.open()

  await expect(page.locator('footfall-nudge .on')).toBeVisible()
  expect(await shiftOf(page)).toBe(0)
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('impression')
  const parts = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const requests = performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      name,
      startTime,
    }))
    const isTiming = navigation instanceof PerformanceNavigationTiming
    return { loaded: isTiming ? navigation.loadEventStart : Infinity, requests }
  })
  const pixel = parts.requests.filter(({ name }) => /\/js\/pixel\.|\/api\/pixel\//.test(name))
  expect(pixel.length).toBeGreaterThan(2)
  expect(pixel.filter(({ startTime }) => startTime < parts.loaded)).toEqual([])
})

test('an inline nudge appears in its block, in the room that the block reserves', async ({
  page,
  shop,
}) => {
  const nudge = inBlock('stock_level')
  shop.site.payload = payloadOf({ ...nudge, look: { layout: 'line' } })

  await shop.open({ blocks: ['stock-level', 'discount'] })

  const card = page.locator('footfall-place[data-footfall-place=stock_level] .card')
  await expect(card).toBeVisible()
  await expect(card).toContainText('3')
  expect(await shiftOf(page)).toBe(0)
  const other = page.locator('[data-footfall-place=discount]')
  await expect(other).toBeEmpty()
  expect((await other.boundingBox())?.height).toBe(32)
})

test('a card has room in the height that the setting recommends', async ({ page, shop }) => {
  shop.site.payload = payloadOf(inBlock('purchase'))

  await shop.open({ blocks: ['purchase'], settings: { height: 116 } })

  await expect(page.locator('[data-footfall-place=purchase] .card')).toBeVisible()
  expect((await page.locator('footfall-place').boundingBox())?.height).toBe(116)
  expect(await shiftOf(page)).toBe(0)
})

test('a line follows the alignment of its block', async ({ page, shop }) => {
  const nudge = { ...inBlock('stock_level'), look: { layout: 'line' as const } }
  shop.site.payload = payloadOf(nudge)
  const readCenter = async (alignment: string) => {
    await shop.open({ blocks: ['stock-level'], settings: { alignment } })
    const card = page.locator('footfall-place .card')
    await expect(card).toBeVisible()
    const [inner, outer] = [
      await card.boundingBox(),
      await page.locator('footfall-place').boundingBox(),
    ]
    if (!inner || !outer) throw new Error('The nudge has no box.')
    return { start: inner.x - outer.x, end: outer.x + outer.width - inner.x - inner.width }
  }

  const [start, center, end] = [
    await readCenter('start'),
    await readCenter('center'),
    await readCenter('end'),
  ]

  expect(start.start).toBeLessThan(2)
  expect(Math.abs(center.start - center.end)).toBeLessThan(2)
  expect(end.end).toBeLessThan(2)
})

test('stock is that of the variant that the visitor selects', async ({ page, shop }) => {
  shop.site.payload = payloadOf(inBlock('stock_level'))
  await shop.open({ blocks: ['stock-level'], settings: { height: 116 } })
  const card = page.locator('footfall-place .card')
  await expect(card).toContainText('3')

  await page.getByRole('combobox').selectOption('412')
  await expect(card).toContainText('2')
  await page.getByRole('combobox').selectOption('413')

  await expect(card).toBeHidden()
  expect(await shiftOf(page)).toBe(0)
})

test('a variant in the URL counts where the theme has no form', async ({ page, shop }) => {
  shop.site.payload = payloadOf(inBlock('stock_level'))
  await shop.open({ blocks: ['stock-level'], settings: { height: 116 } })
  const card = page.locator('footfall-place .card')
  await expect(card).toContainText('3')

  await page.evaluate(() => {
    document.querySelector('form')?.remove()
    history.replaceState(null, '', '?variant=412')
  })

  await expect(card).toContainText('2')
})

test('the cart is known at the start and after each change', async ({ page, shop }) => {
  const nudge = inBlock('free_delivery')
  shop.site.payload = payloadOf(nudge)
  const cart = { total_price: 1000, currency: { iso_code: 'EUR' } }
  await shop.open({ cart, blocks: ['free-delivery'], settings: { height: 160 } })
  const card = page.locator('footfall-place .card')
  await expect(card).toBeVisible()
  const before = await card.innerText()
  shop.theme.setCart(2000)

  await page.evaluate(() => fetch('/cart/add.js', { method: 'POST' }))

  await expect(card).not.toHaveText(before)
})

test('Shopify’s consent is asked before the first view', async ({ page, shop }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'Shopify', {
      routes: { root: '/' },
      // Loads the feature later, as Shopify does.
      loadFeatures: (features: { name: string }[], done: () => void) => {
        setTimeout(() => {
          const allowed = () => features[0]?.name === 'consent-tracking-api'
          Reflect.set(Reflect.get(window, 'Shopify') as object, 'customerPrivacy', {
            analyticsProcessingAllowed: allowed,
          })
          done()
        }, 500)
      },
    })
  })
  shop.site.payload = payloadOf(sampleNudge('purchase'))

  await shop.open()

  await expect(page.locator('footfall-nudge .on')).toBeVisible()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('impression')
  const visit = shop.site.events.find(({ type }) => type === 'visit')
  expect(visit?.visitor).toMatch(/^[\w-]{20,64}$/)
  expect(new Set(shop.site.events.map((event) => event.visitor)).size).toBe(1)
})

test('a visitor who declined at Shopify is not recognized', async ({ page, shop }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'Shopify', {
      loadFeatures: (_features: unknown, done: () => void) => done(),
      customerPrivacy: { analyticsProcessingAllowed: () => false },
    })
  })
  shop.site.payload = payloadOf(sampleNudge('purchase'))

  await shop.open()

  await expect(page.locator('footfall-nudge .on')).toBeVisible()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('impression')
  expect(shop.site.events.filter((event) => event.visitor !== undefined)).toEqual([])
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('without an answer of Shopify’s the pixel starts all the same', async ({ page, shop }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'Shopify', { loadFeatures: () => undefined })
  })
  shop.site.payload = payloadOf(sampleNudge('purchase'))

  await shop.open()

  await expect(page.locator('footfall-nudge .on')).toBeVisible()
})

test('the page reports its kind and product once', async ({ page, shop }) => {
  const nudge = { ...sampleNudge('purchase'), rules: productsOnly }
  shop.site.payload = payloadOf(nudge)

  await shop.open()

  await expect(page.locator('footfall-nudge .on')).toBeVisible()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('impression')
  const views = shop.site.events.filter(({ type }) => type === 'product_view')
  expect(views).toMatchObject([{ product: '41' }])
})

const productsOnly = {
  pages: [],
  notPages: [],
  kinds: ['product' as const],
  devices: [],
  audience: 'all' as const,
  from: null,
  until: null,
}

test('in the theme editor the page requests nothing', async ({ page, shop }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await shop.open({
    blocks: ['stock-level'],
    request: { page_type: 'product', design_mode: true },
  })

  await expect(page.getByText('Footfall is on.')).toBeVisible()
  await expect(page.getByText('Stock level: Shows here when there is data.')).toBeVisible()
  // The pixel is requested by the idle page, in a callback that the load event asks for, within two seconds. A page
  // that draws nothing new may never be called idle.
  await page.evaluate(
    () =>
      new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 4_000 })),
  )
  expect(asked).toEqual(['/products/kettle'])
})
