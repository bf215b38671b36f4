/** Facts that a page sets: its product, cart, variables and kind, and which page they are about. */
import type { Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import { call, callEarly, reportReasons } from './page-calls.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'

/** Opens the page and navigates away while the script with the page API is loading. */
const leaveEarly = async ({ page, open }: { page: Page; open: () => Promise<void> }) => {
  const waiting: (() => Promise<void>)[] = []
  await page.route('**/pixel.facts.*', (route) => {
    waiting.push(() => route.continue())
  })
  // A page's load event waits for its scripts.
  const opened = open()
  await expect.poll(() => waiting.length).toBe(1)
  await page.evaluate(() => {
    history.pushState({}, '', '/socks')
  })
  await waiting[0]?.()
  await opened
}

const stockItem = () =>
  purchaseItem({
    title: 'Linen shirt',
    text: '',
    count: { of: 'stock', minimum: 1, maximum: 5, forms: ['Last one', 'Only # left'] },
  })

test('a page’s product data shows, and later data changes it', async ({ shop }) => {
  shop.site.payload = payloadOf([nudgeOf({ type: 'stock_level', items: [stockItem()] })])
  await callEarly(shop.page, ['set', { product: { id: 7, stock: 3 } }])

  await shop.open()
  await expect(shop.nudge).toContainText('Only 3 left')
  await call(shop.page, 'set', { product: { id: 7, stock: 1 } })

  await expect(shop.nudge).toContainText('Last one')
  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'product_view'))
    .toMatchObject([{ product: '7' }])
})

test('a nudge without data shows as soon as the page reports it', async ({ shop }) => {
  const nudge = nudgeOf({ type: 'stock_level', items: [stockItem()] })
  shop.site.payload = payloadOf([nudge])
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual(['no_page_data'])

  await call(shop.page, 'set', { product: { id: 'shirt', stock: 2 } })

  await expect(shop.nudge).toContainText('Only 2 left')
})

test('listed stock is shown with its age until the page reports stock itself', async ({ shop }) => {
  const seconds = Math.floor(Date.now() / 1000)
  const ofPage = stockItem()
  const listed = purchaseItem({
    title: 'Linen shirt',
    text: '',
    at: seconds - 2 * 3600,
    count: {
      of: 'stock',
      minimum: 1,
      maximum: 5,
      forms: ['Last one', 'Only # left'],
      totals: { '/product': 4 },
    },
  })
  const nudge = nudgeOf({ type: 'stock_level', surface: 'popup', items: [ofPage, listed] })
  shop.site.payload = payloadOf([nudge])
  await shop.open()
  await expect(shop.nudge).toContainText('Only 4 left')
  await expect(shop.nudge).toContainText('2 hours ago')

  await call(shop.page, 'set', { product: { id: 'shirt', stock: 0 } })

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('an empty or a full stock shows nothing', async ({ shop }) => {
  shop.site.payload = payloadOf([nudgeOf({ type: 'stock_level', items: [stockItem()] })])
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual(['no_page_data'])

  for (const stock of [0, -1, 6, 2.5, null, '3', 'plenty']) {
    await call(shop.page, 'set', { product: { id: 'shirt', stock } })
  }
  await call(shop.page, 'track', 'cart', 'shirt')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('the page’s cart and variables appear in the words', async ({ shop }) => {
  const format = { text: '€ #', decimal: ',', group: '.', digits: 2 }
  const item = purchaseItem({
    title: 'Hello {name|there}',
    text: '{missing} more',
    hasVariables: true,
    threshold: { amount: 50, currency: 'EUR', format },
  })
  shop.site.payload = payloadOf([nudgeOf({ type: 'free_delivery', items: [item] })])
  await callEarly(shop.page, [
    'set',
    { cart: { amount: 38.3, currency: 'EUR' }, variables: { name: '<b>Ada</b>' } },
  ])

  await shop.open()

  await expect(shop.nudge).toContainText('Hello <b>Ada</b>')
  await expect(shop.nudge).toContainText('€ 11,70 more')
  await expect(shop.nudge.locator('b')).toHaveCount(0)
})

test('a page may say which kind it is, in a call or on the script', async ({ shop }) => {
  const rules = { ...everywhere, kinds: ['collection' as const] }
  shop.site.payload = payloadOf([nudgeOf({ rules })])
  await callEarly(shop.page, ['set', { kind: 'collection' }])

  await shop.open()

  await expect(shop.nudge).toBeVisible()
})

test('data that a page set before it was left counts for that page, not for the next one', async ({
  shop,
}) => {
  const nudge = nudgeOf({ type: 'stock_level', items: [stockItem()] })
  shop.site.payload = payloadOf([nudge])
  await callEarly(shop.page, ['set', { product: { id: 'shirt', stock: 3 } }])

  await leaveEarly(shop)

  await expect.poll(() => reportReasons(shop)).toEqual(['no_page_data'])
  expect(shop.site.events.filter(({ type }) => type === 'product_view')).toEqual([])
})

test('the cart that a page reported counts for the next one too', async ({ shop }) => {
  const format = { text: '€ #', decimal: ',', group: '.', digits: 2 }
  const threshold = { amount: 50, currency: 'EUR', format }
  const item = purchaseItem({ title: '', text: '{missing} more', threshold })
  shop.site.payload = payloadOf([nudgeOf({ type: 'free_delivery', items: [item] })])
  await callEarly(shop.page, ['set', { cart: { amount: 38.3, currency: 'EUR' } }])

  await leaveEarly(shop)

  await expect(shop.nudge).toContainText('€ 11,70 more')
})

test('a page that has come before the first calls were read is one visit, not two', async ({
  shop,
}) => {
  await callEarly(shop.page, ['set', { kind: 'other' }])

  await leaveEarly(shop)
  await expect(shop.nudge).toBeVisible()
  await call(shop.page, 'track', 'cart', 'marker')

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')
  expect(shop.site.events.filter(({ type }) => type === 'visit')).toMatchObject([
    { page: '/socks' },
  ])
})

test('a restored page’s earlier cart doesn’t show, because the cart can be another', async ({
  shop,
}) => {
  const format = { text: '€ #', decimal: ',', group: '.', digits: 2 }
  const threshold = { amount: 50, currency: 'EUR', format }
  const item = purchaseItem({ title: '', text: '{missing} more', threshold })
  const nudge = nudgeOf({ type: 'free_delivery', items: [item] })
  shop.site.payload = payloadOf([nudge], { loop: true })
  await callEarly(shop.page, ['set', { cart: { amount: 38.3, currency: 'EUR' } }])
  await shop.open()
  await expect(shop.nudge).toContainText('€ 11,70 more')

  await shop.page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect.poll(() => shop.site.reads).toBe(2)

  await expect.poll(() => reportReasons(shop)).toEqual(['no_page_data'])
  await call(shop.page, 'set', { cart: { amount: 45, currency: 'EUR' } })
  await expect(shop.nudge).toContainText('€ 5,00 more')
})
