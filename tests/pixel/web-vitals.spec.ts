import type { SpeedEvent } from '#app/contract/pixel-events.ts'
import type { EdgeSite } from './edge-double.ts'
import { expect, payloadOf, test, type Shop } from './shop-test.ts'
import { setTab, fakeTabState } from './tab.ts'
import { arrived, digestClock } from './time.ts'

const reportedSpeeds = ({ events }: EdgeSite) =>
  events.filter((event): event is SpeedEvent => event.type === 'speed')

/** Opens the page and resolves when it measures Web Vitals. */
const openMeasuring = async (shop: Shop) => {
  const { page } = shop
  shop.isMeasured = true
  const script = page.waitForResponse(/\/js\/pixel\.speed\./)
  await shop.open()
  await (await script).finished()
  await digestClock(page)
}

test('one page load in 17 reports its speed once, when it’s left', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(fakeTabState)
  await openMeasuring(shop)
  await arrived(shop)
  expect(reportedSpeeds(shop.site)).toEqual([])

  await setTab(page, 'hidden')
  await expect.poll(() => reportedSpeeds(shop.site).length).toBe(1)
  await setTab(page, 'visible')
  await setTab(page, 'hidden')
  await arrived(shop)

  const [speed] = reportedSpeeds(shop.site)
  expect(reportedSpeeds(shop.site)).toHaveLength(1)
  expect(speed).toMatchObject({ page: '/product', lcp: expect.any(Number), cls: 0 })
  expect(speed?.lcp).toBeGreaterThan(0)
  expect(speed?.own).toBeGreaterThan(0)
  expect(speed).not.toHaveProperty('inp')
})

test('the slowest answer to a press is reported, and so are shifts without a visitor’s action', async ({
  shop,
}) => {
  const { page } = shop
  await page.addInitScript(fakeTabState)
  await openMeasuring(shop)
  await page.evaluate(() => {
    const block = document.createElement('div')
    block.style.height = '200px'
    document.body.prepend(block)
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  await page.evaluate(() => {
    document.addEventListener('click', () => {
      const end = performance.now() + 120
      while (performance.now() < end);
    })
  })

  await page.locator('h1').click()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await setTab(page, 'hidden')

  await expect.poll(() => reportedSpeeds(shop.site).length).toBe(1)
  const [speed] = reportedSpeeds(shop.site)
  expect(speed?.inp).toBeGreaterThanOrEqual(120)
  expect(speed?.cls).toBeGreaterThan(0)
})

test('the other page loads neither request nor send more', async ({ shop }) => {
  const { page } = shop
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.addInitScript(fakeTabState)
  await page.clock.install()
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await page.clock.runFor(10_000)

  await setTab(page, 'hidden')
  await arrived(shop)

  expect(shop.site.events.map(({ type }) => type)).toContain('impression')
  expect(asked.filter((url) => url.includes('pixel.speed'))).toEqual([])
  expect(reportedSpeeds(shop.site)).toEqual([])
})

test('a page of the holdout group reports its speed, one of a paused site does not', async ({
  shop,
}) => {
  const { page } = shop
  await page.addInitScript(fakeTabState)
  shop.site.payload = payloadOf([], {}, { withheld: 'paused' })
  await openMeasuring(shop)
  await setTab(page, 'hidden')
  await arrived(shop)
  expect(reportedSpeeds(shop.site)).toEqual([])

  shop.site.payload = payloadOf([], {}, { withheld: 'holdout' })
  await page.evaluate(() => sessionStorage.setItem('tab', 'visible'))
  await openMeasuring(shop)
  await setTab(page, 'hidden')

  await expect.poll(() => reportedSpeeds(shop.site).length).toBe(1)
})

test('a browser that measures nothing sends nothing, and sees no fault', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(fakeTabState)
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PerformanceObserver')
  })
  await openMeasuring(shop)

  await setTab(page, 'hidden')
  await arrived(shop)

  expect(shop.site.events.map(({ type }) => type)).toContain('visit')
  expect(reportedSpeeds(shop.site)).toEqual([])
})

test('measuring leaves nothing in the browser', async ({ shop, context }) => {
  const { page } = shop
  await openMeasuring(shop)

  const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length])

  expect(kept).toEqual([0, 0])
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['basket'])
})
