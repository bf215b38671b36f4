import type { Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { EdgeSite } from './edge-double.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'
import { sendAll } from './time.ts'

const goTo = (page: Page, path: string) =>
  page.evaluate((next) => history.pushState({}, '', next), path)

test('another page of the same document is another visit with rules of its own', async ({
  shop,
}) => {
  const { page, site } = shop
  const pages = [{ match: 'exact' as const, value: '/socks' }]
  const nudge = nudgeOf({ rules: { ...everywhere, pages } })
  site.payload = payloadOf([nudge])
  await shop.open()
  await expect.poll(() => reportEnds(shop)).toEqual(['/product visit', '/product page_rule'])

  await goTo(page, '/socks')

  await expect(shop.nudge).toBeVisible()
  await expect
    .poll(() => endsOf(site))
    .toEqual(['/product visit', '/product page_rule', '/socks visit', '/socks impression'])
})

test('a nudge on the last page leaves with it', async ({ shop }) => {
  const { page } = shop
  const pages = [{ match: 'exact' as const, value: '/product' }]
  shop.site.payload = payloadOf([nudgeOf({ rules: { ...everywhere, pages } })])
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await goTo(page, '/socks')

  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})

test('an empty nudge of a snapshot that the page restored goes when the next one shows', async ({
  shop,
}) => {
  await shop.page.addInitScript(() => {
    // A copy of the body has the element, and no shadow root.
    document.addEventListener('DOMContentLoaded', () =>
      document.body.append(document.createElement('footfall-nudge')),
    )
  })
  await shop.open()

  await expect(shop.nudge).toBeVisible()
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(1)
})

test('a page that replaces its body keeps the nudge until the next page', async ({ shop }) => {
  const { page } = shop
  const pages = [{ match: 'exact' as const, value: '/product' }]
  shop.site.payload = payloadOf([nudgeOf({ rules: { ...everywhere, pages } })])
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await page.evaluate(() => {
    document.body = document.createElement('body')
  })
  await expect(shop.nudge).toBeVisible()
  await goTo(page, '/socks')

  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})

test('pages in fragments are pages where the shop says so', async ({ shop }) => {
  const pages = [{ match: 'exact' as const, value: '/socks' }]
  shop.site.payload = payloadOf([nudgeOf({ rules: { ...everywhere, pages } })])
  await shop.open('routes#/tea?sort=price')
  await expect.poll(() => reportEnds(shop)).toEqual(['/tea visit', '/tea page_rule'])

  await shop.page.evaluate(() => (location.hash = '#!/socks'))

  await expect(shop.nudge).toBeVisible()
  await expect.poll(() => endsOf(shop.site)).toContain('/socks impression')
})

test('pages in the query are page views of one path where the shop says so', async ({ shop }) => {
  await shop.open('routes-search?page=tea')
  await expect
    .poll(() => endsOf(shop.site))
    .toEqual(['/routes-search visit', '/routes-search impression'])

  await shop.page.evaluate(() => {
    history.pushState({}, '', location.search.replace('tea', 'socks'))
    // A fragment is no page here.
    location.hash = '#sizes'
  })

  await expect.poll(() => shop.site.reads).toBe(2)
  const visits = () => endsOf(shop.site).filter((end) => end === '/routes-search visit')
  await expect.poll(visits).toHaveLength(2)
})

test('a change of the query or of the last slash alone is the same page', async ({ shop }) => {
  const { page, site } = shop
  await page.clock.install()
  await shop.open()
  await expect.poll(() => endsOf(site)).toEqual(['/product visit', '/product impression'])

  await page.evaluate(() => history.replaceState({}, '', '/product/?colour=sand'))
  await page.clock.fastForward(10_000)

  expect(endsOf(site)).toEqual(['/product visit', '/product impression'])
})

test('the last page’s product data doesn’t show on the next page', async ({ shop }) => {
  const { page, site } = shop
  const item = purchaseItem({
    title: 'Shirt',
    text: '',
    count: { of: 'stock', minimum: 1, forms: ['Last one', 'Only # left'] },
  })
  site.payload = payloadOf([nudgeOf({ type: 'stock_level', items: [item] })])
  await page.addInitScript(() => {
    const calls: unknown[] = [['set', { product: { id: 'shirt', stock: 3 } }]]
    window.footfall = calls
  })
  await shop.open()
  await expect(shop.nudge).toContainText('Only 3 left')

  await goTo(page, '/socks')

  await expect.poll(() => reportEnds(shop)).toContain('/socks no_page_data')
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})

test('a browser without the Navigation API notices the next page too', async ({ shop }) => {
  const { page, site } = shop
  await page.addInitScript(() => {
    Object.defineProperty(window, 'navigation', { value: undefined })
  })
  await shop.open()
  await expect.poll(() => endsOf(site)).toEqual(['/product visit', '/product impression'])

  await goTo(page, '/socks')

  await expect.poll(() => endsOf(site)).toContain('/socks visit')
})

test('a checkout that is reached without a new document is left alone', async ({ shop }) => {
  const { page, site } = shop
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await goTo(page, '/checkout')

  await expect.poll(() => endsOf(site)).toContain('/checkout visit')
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  await expect.poll(() => reportEnds(shop)).toContain('/checkout checkout')
})

test('a nudge leaves when a fragment leads to the checkout', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await shop.page.evaluate(() => (location.hash = '#/checkout'))

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('a page that the browser brings back as it was left is another visit', async ({ shop }) => {
  const { page, site } = shop
  site.payload = payloadOf([nudgeOf()], { loop: true })
  await page.clock.install()
  await shop.open()
  await expect.poll(() => endsOf(site)).toEqual(['/product visit', '/product impression'])
  await page.clock.runFor(61_000)
  await expect(page.locator('footfall-nudge')).toHaveCount(0)

  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect.poll(() => site.reads).toBe(2)
  await page.clock.runFor(2000)

  await expect(shop.nudge).toBeVisible()
  await page.clock.runFor(2000)
  await expect
    .poll(() => endsOf(site))
    .toEqual([
      ...['/product visit', '/product impression'],
      ...['/product visit', '/product impression'],
    ])
})

test('pages that are passed through quickly show what the last one has', async ({ shop }) => {
  const { page, site } = shop
  const only = (path: string, title: string) => {
    const pages = [{ match: 'exact' as const, value: path }]
    return nudgeOf({ rules: { ...everywhere, pages }, items: [purchaseItem({ title })] })
  }
  site.payload = payloadOf([only('/a', 'Mia'), only('/b', 'Noah')])
  await shop.open()
  await expect.poll(() => endsOf(site)).toContain('/product visit')

  await page.evaluate(() => {
    for (const path of ['/a', '/b', '/a', '/b']) history.pushState({}, '', path)
  })

  await expect(shop.nudge).toContainText('Noah')
  await expect(shop.nudge).toHaveCount(1)
})

/** The same, after the page has sent its queue. */
const reportEnds = async ({ page, site }: { page: Page; site: EdgeSite }) => {
  await sendAll(page)
  return endsOf(site)
}

/** Reported visits, impressions and reasons by page. */
const endsOf = ({ events }: EdgeSite) =>
  events.flatMap((event) => {
    if (event.type === 'not_shown') return [`${event.page} ${event.reason}`]
    return event.type === 'visit' || event.type === 'impression'
      ? [`${event.page} ${event.type}`]
      : []
  })
