import type { Page } from 'playwright/test'
import type { EdgeSite } from './edge-double.ts'
import { expect, test } from './shop-test.ts'
import { activate, openAhead, openHidden, setTab, fakeTabState } from './tab.ts'
import { arrived, digestClock, sendAll } from './time.ts'

const minute = 60_000

test('a tab in the background requests and sends nothing until it’s looked at', async ({
  shop,
}) => {
  const { page, site } = shop
  await page.addInitScript(fakeTabState)
  await page.addInitScript(openHidden)
  await page.clock.install()
  await shop.open()
  await pixelRuns(page)

  await page.clock.fastForward(10 * minute)
  await setTab(page, 'hidden')
  await arrived(shop)
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  expect(site).toMatchObject({ reads: 0, batches: [] })
  await setTab(page, 'visible')

  await expect(shop.nudge).toBeVisible()
  await expect.poll(() => typesOf(site)).toEqual(['visit', 'impression'])
})

test('a page that is loaded ahead requests and sends nothing until it’s shown', async ({
  shop,
}) => {
  const { page, site } = shop
  await page.addInitScript(openAhead)
  await page.clock.install()
  await shop.open()
  await pixelRuns(page)

  await page.clock.fastForward(10 * minute)
  expect(site).toMatchObject({ reads: 0, batches: [] })
  await activate(page)

  await expect.poll(() => typesOf(site)).toEqual(['visit', 'impression'])
})

test('a page loaded ahead that is opened in the background waits for both', async ({ shop }) => {
  const { page, site } = shop
  await page.addInitScript(fakeTabState)
  await page.addInitScript(openHidden)
  await page.addInitScript(openAhead)
  await shop.open()
  await pixelRuns(page)

  await activate(page)
  expect(site).toMatchObject({ reads: 0, batches: [] })
  await setTab(page, 'visible')

  await expect.poll(() => typesOf(site)).toEqual(['visit', 'impression'])
})

test('a page that is looked at says so once a minute, with its path', async ({ shop }) => {
  const { page, site } = shop
  await openWithClock(shop)

  await page.clock.fastForward(50_000)
  await page.clock.fastForward(12_000)
  await expect.poll(() => beatsOf(site).length).toBe(1)
  await digestClock(page)
  await page.evaluate(() => history.pushState({}, '', '/linen-shirt'))
  await page.clock.fastForward(minute)
  await expect.poll(() => beatsOf(site).length).toBe(2)

  expect(beatsOf(site)).toEqual([
    { id: expect.stringMatching(/^\d+(?:-\d+){3}$/), type: 'heartbeat', page: '/product' },
    { id: expect.stringMatching(/^\d+(?:-\d+){3}$/), type: 'heartbeat', page: '/linen-shirt' },
  ])
  // Advancing the clock outruns responses, so a retried event is a duplicate.
  const taken = ['accepted', 'duplicate']
  expect(site.outcomes.filter(({ outcome }) => !taken.includes(outcome))).toEqual([])
})

test('in the background it says nothing, and goes on when it is looked at again', async ({
  shop,
}) => {
  const { page, site } = shop
  await page.addInitScript(fakeTabState)
  await openWithClock(shop)

  await setTab(page, 'hidden')
  for (const _time of [1, 2, 3]) await page.clock.fastForward(5 * minute)
  await setTab(page, 'visible')
  await page.clock.fastForward(2000)

  await expect.poll(() => beatsOf(site).length).toBe(1)
  await digestClock(page)
  await page.clock.fastForward(minute)
  await page.clock.fastForward(2000)
  await expect.poll(() => beatsOf(site).length).toBe(2)
})

test('a tab that is left and found again within the minute says nothing more often', async ({
  shop,
}) => {
  const { page, site } = shop
  await page.addInitScript(fakeTabState)
  await openWithClock(shop)

  for (const _time of [1, 2, 3]) {
    await page.clock.fastForward(10_000)
    await setTab(page, 'hidden')
    await setTab(page, 'visible')
  }
  await page.clock.fastForward(minute)
  await page.clock.fastForward(2000)
  await sendAll(page)
  await arrived(shop)

  expect(beatsOf(site)).toHaveLength(1)
})

/** Resolves when the page has handled it. */
const scroll = async (page: Page) => {
  await page.evaluate(() => {
    document.addEventListener('scroll', () => Reflect.set(window, '__scrolled', true), true)
  })
  await page.mouse.wheel(0, 300)
  await expect
    .poll(() => page.evaluate(() => Boolean(Reflect.get(window, '__scrolled'))))
    .toBe(true)
}

for (const [sign, stir] of [
  ['the pointer', (page: Page) => page.mouse.move(300, 200)],
  ['a key', (page: Page) => page.keyboard.press('Shift')],
  ['scrolling', scroll],
] as const) {
  test(`after half an hour without the visitor it is silent, until ${sign} shows one`, async ({
    shop,
  }) => {
    const { page, site } = shop
    await page.setViewportSize({ width: 900, height: 300 })
    await openWithClock(shop)

    await page.clock.fastForward(29 * minute)
    await page.clock.fastForward(2000)
    await expect.poll(() => beatsOf(site).length).toBe(1)
    await digestClock(page)
    await page.clock.fastForward(2 * minute)
    await page.clock.fastForward(2 * minute)
    await sendAll(page)
    await arrived(shop)
    expect(beatsOf(site)).toHaveLength(1)
    await stir(page)
    await page.clock.fastForward(minute)
    await page.clock.fastForward(2000)

    await expect.poll(() => beatsOf(site).length).toBe(2)
  })
}

test('a signal that could not be sent in time is not sent later, when it’s no longer true', async ({
  shop,
}) => {
  const { page, site } = shop
  await openWithClock(shop)
  site.eventFailures = [{ kind: 'status', status: 503, retryAfter: '150' }]

  const refused = page.waitForResponse((response) => response.status() === 503)
  await page.clock.fastForward(61_000)
  await page.clock.fastForward(2000)
  await (await refused).finished()
  await digestClock(page)
  for (const _time of [1, 2, 3]) await page.clock.fastForward(minute)
  await page.clock.fastForward(2000)
  await sendAll(page)
  await arrived(shop)

  expect(beatsOf(site)).toHaveLength(1)
})

test('an unknown site gets no more data', async ({ shop }) => {
  const { page, site } = shop
  site.payload = null
  await page.clock.install()
  await shop.open()
  await expect.poll(() => typesOf(site)).toEqual(['visit'])

  for (const _time of [1, 2, 3]) await page.clock.fastForward(minute)
  await page.clock.fastForward(2000)
  await sendAll(page)
  await arrived(shop)

  expect(site.batches).toHaveLength(1)
})

type Opened = { page: Page; site: EdgeSite; open: () => Promise<void> }

/** Opens the page and waits until all its initial events are reported. */
const openWithClock = async ({ page, site, open }: Opened) => {
  await page.clock.install()
  await open()
  await expect.poll(() => typesOf(site)).toEqual(['visit', 'impression'])
}

const pixelRuns = (page: Page) =>
  expect.poll(() => page.evaluate(() => window.footfall?.version)).toBe(1)

const typesOf = ({ events }: EdgeSite) => events.map(({ type }) => type)

const beatsOf = ({ events }: EdgeSite) => events.filter(({ type }) => type === 'heartbeat')
