/** The pixel as a guest: on every kind of page the card looks the same and changes nothing. */
import type { Locator, Page } from 'playwright/test'
import { readShift, watchShift } from './shift.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, settle, test, type Shop } from './shop-test.ts'

const pages = [
  ...['grid-shop', 'dark', 'right-to-left', 'reset', 'builder', 'bar', 'phone-menu'],
].map((name) => `strange/${name}`)

const options = { theme: 'light', direction: 'ltr' } as const
const popup = nudgeOf({ items: [purchaseItem({ url: 'https://shop.example/shirt' })] })
const popupPayload = payloadOf([popup], options)

/** Styles of the card's parts that a page could leak into. */
const readCard = (card: Locator) =>
  card.evaluate((element) => {
    const names = ['font-family', 'font-size', 'font-weight', 'line-height', 'color', 'opacity']
    const more = ['background-color', 'letter-spacing', 'text-transform', 'word-break', 'min-width']
    const parts = [element, ...element.querySelectorAll('strong,span,small,button,a,svg')]
    return parts.map((part) => {
      const style = getComputedStyle(part)
      return [part.localName, ...[...names, ...more].map((name) => style.getPropertyValue(name))]
    })
  })

/** Boxes and styles of all elements of the page itself. */
const readPage = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *:not(script):not(footfall-nudge)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, font, margin, display, opacity } = getComputedStyle(element)
      return [element.localName, x, y, width, height, color, font, margin, display, opacity]
    }),
  )

/** Opens a page and fails when it logs an error. */
const openQuietly = async ({ page, open }: Shop, name: string) => {
  const errors: string[] = []
  page.on('console', (message) => {
    // The browser asks each host for an icon.
    if (message.type() === 'error' && !message.text().includes('404')) errors.push(message.text())
  })
  await open(name)
  return errors
}

for (const name of pages) {
  test.describe(`on ${name}`, () => {
    test('the card comes as it is anywhere, and nothing else changes', async ({ shop }) => {
      const { page, nudge, site } = shop
      await page.addInitScript(watchShift)
      site.payload = popupPayload
      await shop.open()
      await expect(nudge).toBeVisible()
      await settle(nudge)
      const plain = await readCard(nudge)
      site.payload = payloadOf([])
      await shop.open(name)
      await expect.poll(() => site.reads).toBe(2)
      const before = await readPage(page)
      site.payload = popupPayload

      const errors = await openQuietly(shop, name)
      await expect(nudge).toBeVisible()
      await settle(nudge)

      expect(await readCard(nudge)).toEqual(plain)
      expect(await readPage(page)).toEqual(before)
      expect(await page.evaluate(readShift)).toBe(0)
      expect(errors).toEqual([])
    })

    test('a phone of 320 px needs no scrolling sideways', async ({ shop }) => {
      await shop.page.setViewportSize({ width: 320, height: 568 })
      shop.site.payload = popupPayload

      await shop.open(name)
      await expect(shop.nudge).toBeVisible()

      const { left, right } = await shop.nudge.evaluate((card) => card.getBoundingClientRect())
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(320)
      expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })

    test('keys reach its link and its buttons in the order of sight', async ({ shop }) => {
      const { page, nudge } = shop
      shop.site.payload = popupPayload
      await shop.open(name)
      await expect(nudge).toBeVisible()
      const reached: string[] = []

      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab')
        const found = await page.evaluate(() => {
          const active = document.activeElement?.shadowRoot?.activeElement
          return active?.getAttribute('aria-label') ?? active?.localName
        })
        if (found) reached.push(found)
      }

      expect(reached.slice(0, 3)).toEqual(['a', 'Close', 'Why am I seeing this?'])
    })

    test('the nudge doesn’t move for visitors who want less motion, and isn’t printed', async ({
      shop,
    }) => {
      const { page, nudge } = shop
      shop.site.payload = popupPayload
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await shop.open(name)
      await expect(nudge).toBeVisible()
      await expect(nudge).toHaveCSS('animation-name', 'none')
      await expect(nudge).toHaveCSS('transition-duration', '0s')

      await page.emulateMedia({ media: 'print' })

      await expect(nudge).toBeHidden()
    })

    test('a line after the price is seen immediately, and moves no button after a press', async ({
      shop,
    }) => {
      const { page } = shop
      await page.addInitScript(watchShift)
      const placement = { selector: '.product-price', where: 'after' as const }
      const inline = nudgeOf({ surface: 'inline', placement, look: { layout: 'line' } })
      shop.site.payload = payloadOf([inline], options)

      await shop.open(name)
      await expect(page.locator('footfall-inline .card')).toBeInViewport()
      const button = page.getByRole('button', { name: 'Add to cart' })
      const before = await button.boundingBox()
      await button.click()

      expect(await button.boundingBox()).toEqual(before)
      expect(await page.evaluate(readShift)).toBeLessThan(0.1)
    })
  })
}
