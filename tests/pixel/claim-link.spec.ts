import { sampleNudge, sampleOf, samplePayload } from './nudge-items.ts'
import { expect, test } from './shop-test.ts'
import { arrived, digestClock } from './time.ts'

const still = { animation: 'none' } as const
const question = 'Why am I seeing this?'
const turnOff = 'Turn off here'
const gotIt = 'Got it'

const twoTurns = () =>
  samplePayload([sampleNudge('purchase'), sampleNudge('purchases')], {
    ...still,
    maxNudges: 5,
  })

test('the question opens what the nudge rests on, inside of it, and closes it again', async ({
  shop,
}) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.open()
  const ask = shop.nudge.getByRole('button', { name: question })
  await expect(ask).toHaveAttribute('aria-expanded', 'false')

  await ask.click()

  await expect(ask).toHaveAttribute('aria-expanded', 'true')
  const first = shop.nudge.locator('p')
  await expect(first).toHaveText('This is a real order, placed in the last 7 days.')
  await expect(first).toHaveCSS('font-size', '14px')
  await expect(shop.nudge.getByRole('listitem')).toHaveText(sampleOf('purchase').why.slice(1))
  await expect(shop.nudge.getByRole('dialog')).toHaveCount(0)
  await ask.click()
  await expect(shop.nudge.locator('.panel')).toBeHidden()
  expect(shop.site.events.map(({ type }) => type)).not.toContain('click')
})

test('the answer is there even where the script that draws the rest cannot be had', async ({
  shop,
}) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.page.route(/pixel\.more\./, (route) => route.abort())
  await shop.open()

  await shop.nudge.getByRole('button', { name: question }).click()

  await expect(shop.nudge.locator('.panel')).toHaveText(sampleOf('purchase').why.join(' '))
})

test('the question is as large as a fingertip, and so are the ways out', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.open()
  const ask = shop.nudge.getByRole('button', { name: question })
  await ask.click()

  const waysOut = [gotIt, turnOff].map((name) => shop.nudge.getByRole('button', { name }))
  for (const button of [ask, ...waysOut]) {
    const box = await button.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
})

test('Tab goes through the panel and out of it: it is no trap', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.open()
  await shop.page.getByRole('button', { name: 'Add to cart' }).focus()
  const names: string[] = []

  await shop.nudge.getByRole('button', { name: question }).evaluate((button: HTMLElement) => {
    button.click()
  })
  await expect(shop.nudge.getByRole('button', { name: turnOff })).toBeVisible()
  for (let press = 0; press < 5; press++) {
    await shop.page.keyboard.press('Tab')
    names.push(await shop.page.evaluate(nameOfFocused))
  }
  await shop.page.keyboard.press('Tab')

  expect(names).toEqual(['', 'Close', question, gotIt, turnOff])
  expect(await shop.page.evaluate(nameOfFocused)).not.toBe(turnOff)
})

test('Escape closes the panel first, then the nudge', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.open()
  const ask = shop.nudge.getByRole('button', { name: question })
  await ask.focus()
  await shop.page.keyboard.press('Enter')
  await expect(shop.nudge.getByRole('button', { name: turnOff })).toBeVisible()
  await shop.page.keyboard.press('Tab')
  await expect(shop.nudge.getByRole('button', { name: gotIt })).toBeFocused()

  await shop.page.keyboard.press('Escape')

  await expect(shop.nudge.locator('.panel')).toBeHidden()
  await expect(ask).toBeFocused()
  await shop.page.keyboard.press('Escape')
  await expect(shop.nudge).toHaveCount(0)
})

test('a nudge stays for as long as the panel is open', async ({ shop }) => {
  await shop.page.clock.install()
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.open()
  const ask = shop.nudge.getByRole('button', { name: question })
  await ask.click()
  await shop.page.mouse.move(900, 5)
  await shop.page.getByRole('button', { name: 'Add to cart' }).focus()

  await shop.page.clock.fastForward(600_000)
  await shop.page.clock.fastForward(1000)

  await expect(shop.nudge.locator('.panel')).toBeVisible()
  await ask.click()
  await shop.page.mouse.move(900, 5)
  await shop.page.getByRole('button', { name: 'Add to cart' }).focus()
  await shop.page.clock.fastForward(61_000)
  await expect(shop.nudge).toHaveCount(0)
})

test('who turns nudges off sees none any more, and the focus goes back', async ({ shop }) => {
  await shop.page.clock.install()
  shop.site.payload = twoTurns()
  await shop.open()
  const cart = shop.page.getByRole('button', { name: 'Add to cart' })
  await cart.focus()
  await shop.nudge.getByRole('button', { name: question }).focus()
  await shop.page.keyboard.press('Enter')
  await shop.nudge.getByRole('button', { name: turnOff }).focus()

  await shop.page.keyboard.press('Enter')

  await shop.page.clock.runFor(1000)
  await expect(cart).toBeFocused()
  await shop.page.clock.runFor(61_000)
  await digestClock(shop.page)
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  await arrived(shop)
  expect(shop.site.events.map(({ type }) => type)).toContain('close')
  expect(shop.site.events.filter(({ type }) => type === 'impression')).toHaveLength(1)
})

/** Runs in the page. */
const nameOfFocused = () => {
  const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
  return focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
}
