import { AxeBuilder } from '@axe-core/playwright'
import { phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import {
  expect,
  nudgeOf,
  payloadOf,
  purchaseItem,
  purchasePayload,
  settle,
  test,
} from './shop-test.ts'
import { arrived, sendAll, stopClock } from './time.ts'

test('a page with a nudge has nothing that axe objects to', async ({ shop, servers }) => {
  shop.site.payload = purchasePayload({
    url: 'https://shop.example/linen',
    image: `${servers.pages.origin}/shirt.svg`,
  })
  await shop.open()
  await settle(shop.nudge)

  const { violations } = await new AxeBuilder({ page: shop.page }).analyze()

  expect(violations).toEqual([])
})

test('the words are in a polite live region, and the controls are outside of it', async ({
  shop,
}) => {
  shop.site.payload = purchasePayload({ url: 'https://shop.example/linen' })

  await shop.open()

  const status = shop.nudge.getByRole('status')
  await expect(status).toContainText('bought Linen shirt')
  await expect(status.locator('a, button')).toHaveCount(0)
  // The product's link, the close button and the question.
  await expect(shop.nudge.locator('a, button')).toHaveCount(3)
})

test('both buttons are as large as a fingertip and do not overlap', async ({ shop }) => {
  await shop.open()
  await settle(shop.nudge)

  const [close, why] = await Promise.all(
    ['Close', 'Why'].map((name) => shop.nudge.getByRole('button', { name }).boundingBox()),
  )
  for (const box of [close, why]) {
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  expect((close?.y ?? Infinity) + (close?.height ?? 0)).toBeLessThanOrEqual(why?.y ?? 0)
})

test('the reasons open without moving the card sideways, and "Got it" closes them', async ({
  shop,
}) => {
  const why = ['One order.', 'Reported by the shop’s own server.', 'In the last 7 days.']
  shop.site.payload = payloadOf([nudgeOf({ why })])
  await shop.open()
  await settle(shop.nudge)
  const before = await shop.nudge.boundingBox()
  const question = shop.nudge.getByRole('button', { name: 'Why' })

  await question.focus()
  await shop.page.keyboard.press('Enter')

  await expect(shop.nudge.getByRole('listitem')).toHaveText(why.slice(1))
  const after = await shop.nudge.boundingBox()
  expect([after?.x, after?.width]).toEqual([before?.x, before?.width])
  expect(after?.width).toBe(320)
  await shop.nudge.getByRole('button', { name: 'Got it' }).focus()
  await shop.page.keyboard.press('Enter')
  await expect(shop.nudge.getByText('One order.')).toBeHidden()
  await expect(question).toBeFocused()
  await expect(shop.nudge).toBeVisible()
})

test('a nudge that stays until it’s closed has a close button, even if the site leaves it out', async ({
  shop,
}) => {
  const payload = purchasePayload({}, { showClose: false })
  shop.site.payload = {
    ...payload,
    nudges: payload.nudges.map((nudge) => ({ ...nudge, isPersistent: true as const })),
  }

  await shop.open()

  await expect(shop.nudge.getByRole('button', { name: 'Close' })).toBeVisible()
})

test('a site may leave the close button out', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, { showClose: false })

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await expect(shop.nudge.getByRole('button', { name: 'Close' })).toHaveCount(0)
})

test('Tab reaches the close button, Enter closes, and the focus goes back', async ({ shop }) => {
  await shop.open()
  await settle(shop.nudge)
  const cart = shop.page.getByRole('button', { name: 'Add to cart' })
  await cart.focus()

  await shop.page.keyboard.press('Tab')
  await expect(shop.nudge.getByRole('button', { name: 'Close' })).toBeFocused()
  await shop.page.keyboard.press('Enter')

  await expect(cart).toBeFocused()
  await expect(shop.nudge).toHaveCount(0)
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('close')
})

test('Escape closes while the focus is inside', async ({ shop }) => {
  await shop.open()
  await settle(shop.nudge)
  await shop.page.getByRole('button', { name: 'Add to cart' }).focus()
  await shop.page.keyboard.press('Tab')

  await shop.page.keyboard.press('Escape')

  await expect(shop.nudge).toHaveCount(0)
})

test('Escape closes under the pointer, even where the page keeps keys to itself', async ({
  shop,
}) => {
  await shop.open()
  await settle(shop.nudge)
  await shop.page.evaluate(() =>
    document.body.addEventListener('keydown', (event) => event.stopPropagation(), true),
  )
  await shop.nudge.hover()

  await shop.page.keyboard.press('Escape')

  await expect(shop.nudge).toHaveCount(0)
})

test('a dialog that opens later is not covered, and the nudge comes back behind it', async ({
  shop,
}) => {
  const payload = purchasePayload()
  shop.site.payload = {
    ...payload,
    nudges: payload.nudges.map((nudge) => ({ ...nudge, isPersistent: true as const })),
  }
  await shop.open('busy')
  await expect(shop.nudge).toBeVisible()
  const banner = shop.page.getByRole('dialog', { name: 'Cookies', includeHidden: true })

  await banner.evaluate((element: HTMLElement) => {
    element.hidden = false
  })

  await expect(shop.nudge).toBeHidden()
  await banner.evaluate((element: HTMLElement) => {
    element.hidden = true
  })
  await expect(shop.nudge).toBeVisible()
})

test('Escape elsewhere on the page is not for the nudge', async ({ shop }) => {
  await shop.open()
  await settle(shop.nudge)
  await shop.page.getByRole('textbox', { name: 'Quantity' }).focus()

  await shop.page.keyboard.press('Escape')

  await sendAll(shop.page)
  await arrived(shop)
  await expect(shop.nudge).toBeVisible()
  expect(shop.site.events.map(({ type }) => type)).not.toContain('close')
})

test('the focus is never taken', async ({ shop }) => {
  await stopClock(shop.page)
  await shop.open()
  // Nothing at all is shown while a text field has the focus.
  const cart = shop.page.getByRole('button', { name: 'Add to cart' })
  await cart.focus()

  await expect
    .poll(async () => {
      await shop.page.clock.runFor(100)
      return shop.nudge.count()
    })
    .toBe(1)
  await expect(cart).toBeFocused()
  await shop.page.clock.runFor(61_000)

  await expect(shop.nudge).toHaveCount(0)
  await expect(cart).toBeFocused()
})

for (const held of ['pointer', 'focus'] as const) {
  test(`a nudge stays for as long as the ${held} is on it`, async ({ shop }) => {
    await shop.page.clock.install()
    await shop.open()
    await settle(shop.nudge)
    if (held === 'pointer') await shop.nudge.hover()
    else await shop.nudge.getByRole('button', { name: 'Close' }).focus()

    await shop.page.clock.fastForward(600_000)
    await shop.page.clock.fastForward(1000)
    await expect(shop.nudge).toBeVisible()
    if (held === 'pointer') await shop.page.mouse.move(600, 5)
    else await shop.page.getByRole('button', { name: 'Add to cart' }).focus()
    await shop.page.clock.fastForward(61_000)

    await expect(shop.nudge).toHaveCount(0)
  })
}

test('a pointer that moves from the words to the edge of the card is still on it', async ({
  shop,
}) => {
  await shop.page.clock.install()
  await shop.open()
  await settle(shop.nudge)

  await shop.nudge.locator('strong').hover()
  await shop.nudge.hover({ position: { x: 5, y: 42 } })
  await shop.page.clock.fastForward(600_000)
  await shop.page.clock.fastForward(1000)

  await expect(shop.nudge).toBeVisible()
})

test('with reduced motion nothing moves', async ({ shop }) => {
  await shop.page.emulateMedia({ reducedMotion: 'reduce' })

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  expect(await shop.nudge.evaluate((card) => card.getAnimations().length)).toBe(0)
  await expect(shop.nudge).toHaveCSS('animation-name', 'none')
  await shop.nudge.getByRole('button', { name: 'Close' }).click()
  await expect(shop.nudge).toHaveCount(0)
})

test('without that wish it slides in, by transform and opacity alone', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await expect(shop.nudge).toHaveCSS('animation-name', 'slide-in')
})

test('forced colors keep the border and the words visible', async ({ shop }) => {
  await shop.page.emulateMedia({ forcedColors: 'active' })

  await shop.open()
  await settle(shop.nudge)

  const colours = await shop.nudge.evaluate((card) => {
    const { backgroundColor, borderTopColor, color } = getComputedStyle(card)
    return { backgroundColor, borderTopColor, color }
  })
  expect(colours.color).not.toBe(colours.backgroundColor)
  expect(colours.borderTopColor).not.toBe(colours.backgroundColor)
})

test('a nudge says its language, which need not be the page’s', async ({ shop }) => {
  const payload = purchasePayload()
  shop.site.payload = { ...payload, phrases: { ...payload.phrases, lang: 'nl' } }

  await shop.open()

  await expect(shop.nudge).toBeVisible()
  await expect(shop.nudge).toHaveAttribute('lang', 'nl')
  await expect(shop.page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the words of a review in another language say which', async ({ shop }) => {
  const review = { title: 'Ann in the Netherlands', text: '“Kookt snel.”', stars: 4 }
  shop.site.payload = payloadOf([
    nudgeOf({ type: 'review', isRich: true, items: [purchaseItem({ ...review, lang: 'nl' })] }),
  ])
  await shop.open()

  await expect(shop.nudge.getByText('“Kookt snel.”')).toHaveAttribute('lang', 'nl')
  await expect(shop.nudge.getByText('Ann in the Netherlands')).not.toHaveAttribute('lang')
})

test('the stars’ name has the decimal sign of its language', async ({ shop }) => {
  const payload = payloadOf([
    nudgeOf({ type: 'reviews', isRich: true, items: [purchaseItem({ stars: 4.6 })] }),
  ])
  shop.site.payload = { ...payload, phrases: phrasesOf(wordsOf('de'), false) }

  await shop.open()

  await expect(shop.nudge.getByRole('img', { name: '4,6 von 5 Sternen' })).toBeVisible()
})
