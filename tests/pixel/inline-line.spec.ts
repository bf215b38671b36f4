/** The compact line of an inline nudge, at the place that the help recommends. */
import type { Page } from 'playwright/test'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { sampleNudge, samplePayload } from './nudge-items.ts'
import { reportReasons } from './page-calls.ts'
import { readShift, watchShift } from './shift.ts'
import { expect, test, type Shop } from './shop-test.ts'

const lineAt = (selector: string, where: 'append' | 'after' = 'after'): PixelPayload => {
  const about = { surface: 'inline' as const, placement: { selector, where } }
  const nudge = sampleNudge('purchase', { ...about, look: { layout: 'line' } })
  return samplePayload([nudge], {}, '/price')
}

/** Holds the nudges back until `ready` is done with the painted page. */
const openThen = async ({ page, open }: Shop, ready: () => Promise<void>) => {
  await page.route(/\/api\/pixel\/[^/]+$/, async (route) => {
    const isPainted = () => performance.getEntriesByType('paint').length > 0
    await expect.poll(() => page.evaluate(isPainted)).toBe(true)
    await ready()
    await route.continue()
  })
  await open('price')
}

const topsOf = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('button')].map((one) => one.offsetTop))

test('after the price it’s seen immediately, and no button ever moves', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(watchShift)
  shop.site.payload = lineAt('.product-price')
  let before: number[] = []

  await openThen(shop, async () => {
    before = await topsOf(page)
  })
  await expect(page.locator('.product-price .card')).toBeVisible()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('impression')
  expect(await topsOf(page)).toEqual(before)
  await page.getByRole('button', { name: 'Add to cart' }).click()

  expect(await topsOf(page)).toEqual(before)
  expect(await page.evaluate(readShift)).toBe(0)
})

test('a price in the middle of its line stays there', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document
        .querySelector<HTMLElement>('.product-price')
        ?.style.setProperty('text-align', 'center')
    })
  })
  shop.site.payload = lineAt('.product-price')

  await shop.open('price')

  await expect(shop.page.locator('.product-price + footfall-inline .card')).toBeVisible()
})

for (const [selector, width] of [
  ['.long-price', 1280],
  ['.product-price', 375],
] as const) {
  test(`without room on the line it pushes the page by two lines at most, before any press, ${String(width)} px`, async ({
    shop,
  }) => {
    const { page } = shop
    await page.setViewportSize({ width, height: 700 })
    await page.addInitScript(watchShift)
    shop.site.payload = lineAt(selector)
    let before: number[] = []

    await openThen(shop, async () => {
      before = await topsOf(page)
    })
    await expect(page.locator('footfall-nudge .card')).toBeVisible()
    const settled = await topsOf(page)
    const moves = settled.map((top, at) => top - (before[at] ?? 0))
    expect(Math.max(...moves)).toBeGreaterThan(0)
    expect(Math.max(...moves)).toBeLessThanOrEqual(48)
    expect(await page.evaluate(readShift)).toBeLessThan(0.1)
    await page.getByRole('button', { name: 'Ask for an offer' }).click()

    expect(await topsOf(page)).toEqual(settled)
  })
}

const uses: [string, (page: Page) => Promise<void>][] = [
  ['pressed something', (page) => page.getByRole('button', { name: 'Add to cart' }).click()],
  ['scrolled', (page) => page.evaluate(() => scrollTo(0, 40))],
]

for (const [use, act] of uses) {
  test(`a visitor who ${use} has a page that stays where it is`, async ({ shop }) => {
    const { page } = shop
    const payload = lineAt('.long-price')
    payload.nudges.push(...lineAt('[data-nudge]', 'append').nudges)
    shop.site.payload = payload
    let before: number[] = []

    await openThen(shop, async () => {
      await act(page)
      before = await topsOf(page)
    })
    // The owner reserved room there.
    await expect(page.locator('[data-nudge] .card')).toBeVisible()
    await page.getByRole('button', { name: 'Size table' }).click()

    await expect(page.locator('footfall-nudge')).toHaveCount(1)
    expect(await topsOf(page)).toEqual(before)
    await expect.poll(() => reportReasons(shop)).toEqual(['no_room'])
  })
}

test('with two titles the one without a box is skipped', async ({ shop }) => {
  shop.site.payload = lineAt('h1, h2')

  await shop.open('price')

  await expect(shop.page.locator('h1 + footfall-inline .card')).toBeVisible()
})

test('it has the face of the page and its size, within what fits', async ({ shop }) => {
  const read = async (selector: string) => {
    shop.site.payload = lineAt(selector)
    await shop.open('price')
    const words = shop.page.locator('footfall-nudge strong')
    await expect(words).toBeVisible()
    return words.evaluate((element) => {
      const { fontFamily, fontSize, fontWeight, color } = getComputedStyle(element)
      return [fontFamily, fontSize, fontWeight, color]
    })
  }

  const page = ['Georgia, serif', '15px', '600', 'rgb(33, 37, 41)']
  expect(await read('h1')).toEqual(page)
  expect(await read('.product-price')).toEqual(['Georgia, serif', '16px', '600', page[3]])
})

test('its explanation opens and closes in place', async ({ shop }) => {
  shop.site.payload = lineAt('.product-price')
  await shop.open('price')
  const card = shop.page.locator('footfall-nudge .card')
  await card.getByRole('button', { name: 'Why am I seeing this?' }).click()
  await expect(card.locator('.panel')).toBeVisible()

  await shop.page.keyboard.press('Escape')

  await expect(card.locator('.panel')).toBeHidden()
})

test('on a narrow phone its words stay inside', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 320, height: 568 })
  shop.site.payload = lineAt('.product-price')

  await shop.open('price')

  await expect(shop.page.locator('footfall-nudge .card')).toBeVisible()
  expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
