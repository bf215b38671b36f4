import type { Page } from 'playwright/test'
import { sampleNudge, samplePayload, setFacts, pushFacts } from './nudge-items.ts'
import { reportReasons } from './page-calls.ts'
import { readShift, watchShift } from './shift.ts'
import { expect, test, type Shop } from './shop-test.ts'
import { arrived, passSeconds, sendAll } from './time.ts'

const at = (selector: string, where: 'append' | 'after' = 'append') => ({
  surface: 'inline' as const,
  placement: { selector, where },
})

/** Delays the nudges until the page was painted. Before that, no visible content would shift. */
const openPainted = async (page: Page, open: (name: string) => Promise<void>) => {
  await page.route(/\/api\/pixel\/[^/]+$/, async (route) => {
    const isPainted = () => performance.getEntriesByType('paint').length > 0
    await expect.poll(() => page.evaluate(isPainted)).toBe(true)
    await route.continue()
  })
  await open('inline')
}

const purchaseAt = (selector: string) =>
  samplePayload([sampleNudge('purchase', at(selector))], {}, '/inline')

test('where the page leaves room it appears immediately and nothing moves', async ({ shop }) => {
  await shop.page.addInitScript(watchShift)
  shop.site.payload = purchaseAt('#roomy')

  await shop.open('inline')

  await expect(shop.page.locator('#roomy .card')).toBeVisible()
  expect(await shop.page.evaluate(readShift)).toBeLessThanOrEqual(0.01)
})

test('below the window it appears immediately, before anyone scrolls there', async ({ shop }) => {
  await shop.page.addInitScript(watchShift)
  shop.site.payload = purchaseAt('#below')
  await shop.page.clock.install()

  await shop.open('inline')

  const card = shop.page.locator('#below .card')
  await expect(card).toBeVisible()
  await passSeconds(shop.page, 3)
  await sendAll(shop.page)
  await arrived(shop)
  expect(shop.site.events.map(({ type }) => type)).not.toContain('impression')
  await card.scrollIntoViewIfNeeded()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('impression')
  expect(await shop.page.evaluate(readShift)).toBeLessThanOrEqual(0.01)
})

/** Waits for the nudge that follows the one without room. */
const openWithoutRoom = async (shop: Shop, selector: string) => {
  await shop.page.addInitScript(watchShift)
  const payload = purchaseAt(selector)
  payload.nudges.push(sampleNudge('custom', at('#roomy')))
  shop.site.payload = payload
  await openPainted(shop.page, shop.open)
  await expect(shop.page.locator('#roomy .card')).toBeVisible()
}

test('where a card would move others it says that it has no room, and no press brings it', async ({
  shop,
}) => {
  await openWithoutRoom(shop, '#tight')
  await expect(shop.page.locator('#tight .card')).toHaveCount(0)

  await shop.page.getByRole('button', { name: 'Add to cart' }).click()

  await expect.poll(() => reportReasons(shop)).toEqual(['no_room'])
  await expect(shop.page.locator('#tight .card')).toHaveCount(0)
  expect(await shop.page.evaluate(readShift)).toBe(0)
})

test('in a grid not even its empty place moves the others', async ({ shop }) => {
  await openWithoutRoom(shop, '#grid')

  await expect(shop.page.locator('#grid footfall-inline')).toHaveCount(1)
  expect(await shop.page.evaluate(readShift)).toBe(0)
})

test('where others would have to move it comes while its place is out of sight', async ({
  shop,
}) => {
  await openWithoutRoom(shop, '#tight')

  await shop.page.mouse.wheel(0, 1500)

  await expect(shop.page.locator('#tight .card')).toHaveCount(1)
  expect(await shop.page.evaluate(readShift)).toBeLessThanOrEqual(0.01)
})

test('one that came later had room: the view has one outcome', async ({ shop }) => {
  await openWithoutRoom(shop, '#tight')
  await shop.page.mouse.wheel(0, 1500)
  await expect(shop.page.locator('#tight .card')).toHaveCount(1)

  await shop.page.mouse.wheel(0, -1500)

  const seen = () => shop.site.events.flatMap(({ type }) => (type === 'impression' ? [type] : []))
  await expect.poll(seen).toEqual(['impression', 'impression'])
  expect(await reportReasons(shop)).toEqual([])
})

test('it has a border or none, as the site wants', async ({ shop }) => {
  const readBorder = async (inlineBorder: boolean) => {
    const nudge = sampleNudge('purchase', at('#roomy'))
    shop.site.payload = samplePayload([nudge], { inlineBorder }, '/inline')
    await shop.open('inline')
    const card = shop.page.locator('#roomy .card')
    await expect(card).toBeVisible()
    return card.evaluate((element) => getComputedStyle(element).borderTopColor)
  }

  expect(await readBorder(true)).toBe('rgba(135, 144, 154, 0.28)')
  expect(await readBorder(false)).toBe('rgba(0, 0, 0, 0)')
})

test('without data it hides, and its room stays until it’s out of sight', async ({ shop }) => {
  await shop.page.addInitScript(watchShift)
  await shop.page.addInitScript(pushFacts, { product: { id: 'linen-shirt', stock: 3 } })
  shop.site.payload = samplePayload([sampleNudge('stock_level', at('#below'))], {}, '/inline')
  await shop.open('inline')
  const card = shop.page.locator('#below .card')
  await card.scrollIntoViewIfNeeded()
  await expect(card).toBeVisible()
  const height = (await card.boundingBox())?.height

  await shop.page.evaluate(setFacts, { product: { id: 'linen-shirt', stock: 80 } })

  await expect(card).toBeHidden()
  expect((await card.boundingBox())?.height).toBe(height)
  await shop.page.evaluate(() => scrollTo(0, 0))
  await expect(card).toHaveCount(0)
  expect(await shop.page.evaluate(readShift)).toBeLessThanOrEqual(0.01)
})

test('Escape closes its panel and leaves the nudge', async ({ shop }) => {
  shop.site.payload = purchaseAt('#roomy')
  await shop.open('inline')
  const card = shop.page.locator('#roomy .card')
  const ask = card.getByRole('button', { name: 'Why am I seeing this?' })
  await ask.click()
  await expect(card.locator('.panel')).toBeVisible()

  await shop.page.keyboard.press('Escape')

  await expect(card.locator('.panel')).toBeHidden()
  await expect(card).toBeVisible()
})

test('who turns nudges off has the place back', async ({ shop }) => {
  shop.site.payload = purchaseAt('#roomy')
  await shop.open('inline')
  const card = shop.page.locator('#roomy .card')
  await card.getByRole('button', { name: 'Why am I seeing this?' }).click()

  await card.getByRole('button', { name: 'Turn off here' }).click()

  await expect(card).toHaveCount(0)
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('close')
})

test('the longest words stay inside of a narrow place', async ({ shop }) => {
  const nudge = sampleNudge('discount', at('#below'))
  nudge.items = nudge.items.map((item) => ({
    ...item,
    title: 'W'.repeat(120),
    code: 'SUMMER-AND-AUTUMN-AND-WINTER-2026-ABCD',
  }))
  shop.site.payload = samplePayload([nudge], {}, '/inline')
  await shop.page.setViewportSize({ width: 320, height: 568 })

  await shop.open('inline')

  await expect(shop.page.locator('#below .card')).toBeVisible()
  expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
