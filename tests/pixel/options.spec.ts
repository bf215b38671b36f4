/** Options of sites and nudges that no other file tests. */
import {
  expect,
  nudgeOf,
  payloadOf,
  purchaseItem,
  purchasePayload,
  settle,
  test,
} from './shop-test.ts'
import { showingRuns } from './time.ts'

const still = { animation: 'none' } as const

test('the nudge is as far from the edges as the site wants', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 1280, height: 720 })
  const offset = { vertical: 48, horizontal: 64 }
  shop.site.payload = purchasePayload({}, { ...still, offset })

  await shop.open()

  await expect(shop.nudge).toBeVisible()
  const box = await shop.nudge.boundingBox()
  expect(box?.x).toBe(offset.horizontal)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(720 - offset.vertical)
})

for (const [animation, name] of [
  ['slide-in', 'slide-in'],
  ['fade-in', 'fade-in'],
  ['none', 'none'],
] as const) {
  test(`the animation "${animation}" moves it by ${name}`, async ({ shop }) => {
    shop.site.payload = purchasePayload({}, { animation })

    await shop.open()

    await expect(shop.nudge).toHaveCSS('animation-name', name)
    await settle(shop.nudge)
    await expect(shop.nudge).toHaveCSS('opacity', '1')
  })
}

for (const theme of ['light', 'dark'] as const) {
  test(`the theme "${theme}" holds, whatever the visitor prefers`, async ({ shop }) => {
    shop.site.payload = purchasePayload({}, { ...still, theme })
    await shop.page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })

    await shop.open()

    const ground = theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(27, 31, 36)'
    await expect(shop.nudge).toHaveCSS('background-color', ground)
  })
}

test('the first nudge waits for as long as the site wants', async ({ shop }) => {
  const { page } = shop
  shop.site.payload = purchasePayload({}, { timings: { show: 60_000, wait: 0, initial: 600_000 } })
  await page.clock.install()
  await showingRuns(page, () => shop.open())

  await page.clock.fastForward(400_000)
  await page.clock.fastForward(1000)
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  await page.clock.fastForward(200_000)

  await expect(shop.nudge).toBeVisible()
})

for (const isPersistent of [true, false]) {
  test(`a nudge ${isPersistent ? 'that is to stay stays' : 'of any other kind leaves'}`, async ({
    shop,
  }) => {
    const { page } = shop
    shop.site.payload = payloadOf([nudgeOf(isPersistent ? { isPersistent } : {})])
    await page.clock.install()
    await shop.open()
    await settle(shop.nudge)

    await page.clock.fastForward(600_000)
    await page.clock.fastForward(1000)

    await expect(shop.nudge).toHaveCount(isPersistent ? 1 : 0)
  })
}

test('a nudge that rotates begins with its next item on the next page', async ({ shop }) => {
  const { page } = shop
  const items = ['Mia', 'Noah', 'Ada'].map((title) => purchaseItem({ title }))
  shop.site.payload = payloadOf([nudgeOf({ items, rotates: true })], still)
  await shop.open()
  const seen = [await shop.nudge.locator('strong').innerText()]

  for (const path of ['/second', '/third']) {
    await page.evaluate((next) => history.pushState({}, '', next), path)
    await expect(shop.nudge.locator('strong')).not.toHaveText(seen.at(-1) ?? '')
    seen.push(await shop.nudge.locator('strong').innerText())
  }

  expect(seen.toSorted()).toEqual(['Ada', 'Mia', 'Noah'])
})
