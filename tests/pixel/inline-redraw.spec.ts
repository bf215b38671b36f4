/** Inline nudges in shops whose scripts draw the page: places that come late, and places that are drawn again. */
import type { Page } from 'playwright/test'
import { sampleNudge, samplePayload } from './nudge-items.ts'
import { reportReasons } from './page-calls.ts'
import { readShift, watchShift } from './shift.ts'
import { expect, test, type Shop } from './shop-test.ts'
import { digestClock } from './time.ts'

const purchaseAt = (selector: string, layout?: 'line') =>
  samplePayload(
    [
      sampleNudge('purchase', {
        surface: 'inline',
        placement: { selector, where: layout ? 'after' : 'append' },
        ...(layout ? { look: { layout } } : {}),
      }),
    ],
    {},
    '/inline',
  )

/** With room for a card below the price. */
const section = (price: string) =>
  `<div class="price" style="min-height:160px">${price}</div><p>Woven in one piece.</p>`

/** An init script: a section for the price as the first thing of the page, empty or drawn. */
const addSection = (html: string) => {
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('h1')?.insertAdjacentHTML('afterend', `<div id="section">${html}</div>`)
  })
}

const draw = (page: Page, html: string) =>
  page.evaluate((drawn) => {
    const place = document.querySelector('#section')
    if (place) place.innerHTML = drawn
  }, html)

const impressions = ({ site }: Shop) => site.events.filter(({ type }) => type === 'impression')

for (const layout of ['line', undefined] as const) {
  test(`a variant that draws its section again keeps the ${layout ?? 'card'}, and nothing moves`, async ({
    shop,
  }) => {
    const { page } = shop
    await page.addInitScript(addSection, section('€ 20'))
    await page.addInitScript(watchShift)
    shop.site.payload = purchaseAt('.price', layout)
    await shop.open('inline')
    await expect(page.locator('#section .card')).toBeVisible()
    await expect.poll(() => impressions(shop)).toHaveLength(1)
    const shift = await page.evaluate(readShift)

    await draw(page, section('€ 24'))

    // In the same task, so no frame is drawn without it.
    expect(await page.locator('#section .card').count()).toBe(1)
    await expect(page.locator('#section')).toContainText('€ 24')
    expect(await page.evaluate(readShift)).toBe(shift)
    expect(await reportReasons(shop)).toEqual([])
    expect(impressions(shop)).toHaveLength(1)
  })
}

test('a place that is drawn late has its nudge', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(addSection, '')
  await page.clock.install()
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await page.clock.runFor(3000)
  await digestClock(page)
  await expect(page.locator('footfall-inline')).toHaveCount(0)

  await draw(page, section('€ 20'))
  await page.clock.runFor(1000)

  await expect(page.locator('#section .card')).toBeVisible()
  expect(await reportReasons(shop)).toEqual([])
})

test('a route whose page is drawn later has its nudge on the new page', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  await page.clock.install()
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()

  await page.evaluate(() => history.pushState({}, '', '/oak-tray'))
  await draw(page, '')
  await digestClock(page)
  await page.clock.runFor(900)
  await draw(page, section('€ 99'))
  await page.clock.runFor(1100)

  await expect(page.locator('.price')).toContainText('€ 99')
  await expect(page.locator('#section .card')).toBeVisible()
})

test('a place that never comes is reported once: after a minute, or when the visitor leaves', async ({
  shop,
}) => {
  const { page, site } = shop
  await page.clock.install()
  site.payload = purchaseAt('.price')
  await shop.open('inline')
  await expect.poll(() => site.events.map(({ type }) => type)).toEqual(['visit'])
  expect(site.events.map(({ type }) => type)).not.toContain('not_shown')
  await page.clock.runFor(3000)
  await digestClock(page)

  expect(await reportReasons(shop)).toEqual([])
  await expect.poll(() => reportReasons(shop)).toEqual(['no_place'])
  await page.clock.runFor(70_000)
  expect(await reportReasons(shop)).toEqual(['no_place'])
})

test('a place that is missing for a minute is no longer looked for', async ({ shop }) => {
  const { page } = shop
  await page.clock.install()
  await page.addInitScript(addSection, '')
  shop.site.payload = purchaseAt('.price')
  await shop.open('inline')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit'])
  for (let turn = 0; turn < 4; turn++) {
    await page.clock.runFor(20_000)
    await digestClock(page)
  }

  await expect.poll(() => reportReasons(shop)).toEqual(['no_place'])
  await draw(page, section('€ 20'))
  await page.clock.runFor(5000)
  await expect(page.locator('footfall-inline')).toHaveCount(0)
})

test('a page that takes it out each time isn’t held up', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()

  const removals = await page.evaluate(async () => {
    let removed = 0
    const clean = () => {
      for (const found of document.querySelectorAll('footfall-inline')) {
        removed++
        found.remove()
      }
    }
    new MutationObserver(clean).observe(document.body, { childList: true, subtree: true })
    clean()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    return removed
  })

  expect(removals).toBeLessThan(60)
})
