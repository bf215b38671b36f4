import type { Page } from 'playwright/test'
import { expect, purchasePayload, settle, test } from './shop-test.ts'
import { setTab, fakeTabState } from './tab.ts'
import { arrived, sendAll, stopClock } from './time.ts'

test('a visit and an impression are reported once, with the claim that was shown', async ({
  shop,
}) => {
  const [shown] = shop.site.payload?.nudges ?? []

  await shop.open()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  const [visit, impression] = shop.site.events
  expect(visit).toEqual({
    id: expect.stringMatching(/^\d+(?:-\d+){3}$/),
    type: 'visit',
    page: '/product',
  })
  expect(impression).toMatchObject({ nudge: shown?.id, claim: shown?.items[0]?.claim })
  expect(shop.site.outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
})

test('events travel as plain text, without cookies and without a preflight', async ({ shop }) => {
  await shop.open()
  await expect.poll(() => shop.site.batches.length).toBeGreaterThan(0)

  expect(shop.site.batches[0]).toMatchObject({ contentType: expect.stringMatching(/^text\/plain/) })
  expect(shop.site.batches[0]?.cookie).toBeUndefined()
})

test('hover and click are reported once each, however often they happen', async ({ shop }) => {
  await shop.open()
  await settle(shop.nudge)

  for (const _time of [1, 2]) {
    await shop.nudge.locator('strong').click()
    await shop.page.mouse.move(600, 5)
  }

  await expect
    .poll(() => shop.site.events.map(({ type }) => type).sort())
    .toEqual(['click', 'hover', 'impression', 'visit'])
})

test('the close button closes and reports it, and is no click', async ({ shop }) => {
  await shop.open()
  await settle(shop.nudge)

  await shop.nudge.getByRole('button', { name: 'Close' }).click()

  await expect(shop.nudge).toHaveCount(0)
  await expect
    .poll(() => shop.site.events.map(({ type }) => type).sort())
    .toEqual(['close', 'hover', 'impression', 'visit'])
})

test('a nudge that leaves automatically is not reported as closed', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, { timings: { show: 5000, wait: 1000, initial: 0 } })
  await shop.page.clock.install()
  await shop.open()
  await expect.poll(() => shop.site.events.length).toBe(2)

  await shop.page.clock.fastForward(6000)
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  await shop.page.clock.fastForward(10_000)
  await sendAll(shop.page)
  await arrived(shop)

  expect(shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
})

test('a click on the link is sent before the page is left', async ({ shop, servers }) => {
  shop.site.payload = purchasePayload({ url: `${servers.pages.origin}/early` })
  await shop.open()
  await settle(shop.nudge)

  await shop.nudge.getByRole('link').click()
  await shop.page.waitForURL(/\/early$/)

  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'click'))
    .toEqual([expect.objectContaining({ page: '/product' })])
})

test('a click is sent immediately, without waiting for other events', async ({ shop }) => {
  await shop.page.clock.install()
  await shop.open()
  await settle(shop.nudge)
  await expect.poll(() => shop.site.events.length).toBe(2)
  await shop.page.clock.pauseAt(Date.now() + 10_000)

  await shop.nudge.locator('strong').click()

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('click')
})

for (const [sign, leave] of [
  ['pagehide', (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('pagehide')))],
  ['a hidden tab', (page: Page) => setTab(page, 'hidden')],
  ['another address', (page: Page) => page.goto('about:blank')],
] as const) {
  test(`waiting reports are sent when ${sign} says that the page is left`, async ({ shop }) => {
    const { page } = shop
    await page.addInitScript(fakeTabState)
    await stopClock(page)
    await shop.open()
    await expect.poll(() => shop.site.reads).toBe(1)
    expect(shop.site.events).toEqual([])

    await leave(page)

    await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit'])
  })
}

test('a nudge waits while its tab is in the background', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(fakeTabState)
  await page.clock.install()
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await setTab(page, 'hidden')
  await page.clock.fastForward(60_000)
  await page.clock.fastForward(1000)
  await expect(shop.nudge).toBeVisible()
  await setTab(page, 'visible')
  await page.clock.fastForward(61_000)

  await expect(shop.nudge).toHaveCount(0)
})

test('a nudge in a frame that is scrolled out of sight is no impression', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 900, height: 300 })

  await shop.open('below')
  const frame = shop.page.frameLocator('iframe')
  await expect(frame.locator('footfall-nudge .on')).toHaveCount(1)
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit'])
  await shop.page.locator('iframe').scrollIntoViewIfNeeded()
  await shop.page.mouse.wheel(0, 5000)

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
})

test('a nudge that appears under a pointer at rest was not pointed at', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, { timings: { show: 60_000, wait: 0, initial: 60_000 } })
  await shop.page.clock.install()
  await shop.open()
  await expect.poll(() => shop.site.events.length).toBe(1)
  await shop.page.mouse.move(60, 680)
  await shop.page.clock.fastForward(50_000)
  await expect
    .poll(async () => {
      await shop.page.clock.runFor(2000)
      return shop.nudge.count()
    })
    .toBe(1)
  await settle(shop.nudge)
  await expect.poll(() => shop.nudge.evaluate((card) => card.matches(':hover'))).toBe(true)
  await shop.page.clock.runFor(2000)
  await sendAll(shop.page)
  await arrived(shop)
  expect(shop.site.events.map(({ type }) => type)).not.toContain('hover')

  await shop.page.mouse.move(70, 680)

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('hover')
})
