import { nudgeTypes } from '#app/contract/nudges.ts'
import {
  pageFacts,
  sampleNudge,
  sampleOf,
  samplePayload,
  setFacts,
  pushFacts,
} from './nudge-items.ts'
import { expect, settle, test } from './shop-test.ts'
import { arrived, sendAll, showingRuns } from './time.ts'
import { inlineNudgeTypes } from '#app/domain/nudges/types/registry.ts'

const still = { animation: 'none' } as const
const placement = { selector: '#roomy', where: 'append' } as const

test('a popup of each type shows its parts', async ({ shop }) => {
  test.setTimeout(120_000)
  await shop.page.addInitScript(pushFacts, pageFacts)
  const lines = new Map<string, string>()

  for (const type of nudgeTypes) {
    await test.step(type, async () => {
      shop.site.payload = samplePayload([sampleNudge(type)], still)
      await shop.open()

      const { heading, reads } = sampleOf(type)
      const drawing = shop.nudge.locator('.picture svg path')
      await expect(shop.nudge.locator('em')).toHaveText(heading)
      for (const words of reads) await expect(shop.nudge).toContainText(words)
      await expect(drawing).toHaveCount(1)
      await expect(shop.nudge.getByRole('button', { name: 'Why am I seeing this?' })).toBeVisible()
      await expect(shop.nudge).not.toContainText(/[{}#]/)
      lines.set(type, (await drawing.getAttribute('d')) ?? '')
    })
  }

  // Each drawing is one of its own or shared with its plural: both delivery types share a truck.
  const ofInline = inlineNudgeTypes.map((type) => lines.get(type))
  expect(new Set(ofInline).size).toBe(inlineNudgeTypes.length - 1)
})

test('an inline nudge of each type shows its parts and stays', async ({ shop }) => {
  test.setTimeout(120_000)
  await shop.page.addInitScript(pushFacts, pageFacts)

  for (const type of inlineNudgeTypes) {
    await test.step(type, async () => {
      const nudge = sampleNudge(type, { surface: 'inline', placement })
      shop.site.payload = samplePayload([nudge], still, '/inline')
      await shop.open('inline')

      const { heading, reads } = sampleOf(type)
      const card = shop.page.locator('#roomy .card')
      await expect(card.locator('em')).toHaveText(heading)
      for (const words of reads) await expect(card).toContainText(words)
      await expect(card.getByRole('button', { name: 'Close' })).toHaveCount(0)
      await expect(card.getByRole('status').filter({ hasText: /./ })).toHaveCount(0)
    })
  }
})

test('a review has stars that are read as a number', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('reviews')], still)

  await shop.open()

  const stars = shop.nudge.getByRole('img', { name: '4.6 out of 5 stars' })
  const [all, given] = await Promise.all([stars.boundingBox(), stars.locator('i').boundingBox()])
  expect((given?.width ?? 0) / (all?.width ?? 1)).toBeCloseTo(0.92, 2)
})

test('stars come before every word of theirs, also where all are in one row', async ({ shop }) => {
  for (const width of [1280, 375]) {
    await shop.page.setViewportSize({ width, height: 720 })
    shop.site.payload = samplePayload([sampleNudge('reviews')], still)
    await shop.open()
    await expect(shop.nudge).toBeVisible()

    const [stars, number] = await Promise.all(
      ['.stars', 'strong'].map((part) => shop.nudge.locator(part).boundingBox()),
    )
    // Before it in the row, or in a row above.
    const isBefore =
      (stars?.x ?? 0) + (stars?.width ?? 999) <= (number?.x ?? 0) ||
      (stars?.y ?? 0) + (stars?.height ?? 999) <= (number?.y ?? 0)
    expect(isBefore, String(width)).toBe(true)
  }
})

test('a code is read once, in the card and in the line of phones', async ({ shop }) => {
  for (const width of [1280, 375]) {
    await shop.page.setViewportSize({ width, height: 720 })
    shop.site.payload = samplePayload([sampleNudge('discount')], still)
    await shop.open()

    await expect(shop.nudge.locator('code')).toBeVisible()
    const text = await shop.nudge.evaluate((card: HTMLElement) => card.innerText)
    expect(text.split('LINEN10')).toHaveLength(2)
  }
})

const withCircle = [
  ...(['visitor', 'visitors', 'cart_counter', 'purchases', 'conversion', 'custom'] as const),
  ...(['selling_out', 'stock_level', 'delivery_date', 'free_delivery'] as const),
]

for (const type of withCircle) {
  test(`the circle of ${type} is as high as its words`, async ({ shop }) => {
    shop.site.payload = samplePayload([sampleNudge(type)], still)
    await shop.page.addInitScript(pushFacts, pageFacts)
    await shop.open()
    await expect(shop.nudge).toBeVisible()

    const [circle, words] = await shop.nudge.evaluate((card) =>
      ['.picture', '.body'].map((part) => {
        const { top, bottom } = card.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
        return (top + bottom) / 2
      }),
    )
    expect(Math.abs((circle ?? 0) - (words ?? 99))).toBeLessThan(1)
  })
}

test('from right to left the first star is the right one, filled or not', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('review')], { ...still, direction: 'rtl' })

  await shop.open()

  const stars = shop.nudge.getByRole('img', { name: '4 out of 5 stars' })
  await expect(stars).toHaveCSS('unicode-bidi', 'normal')
  const [all, given] = await Promise.all([stars.boundingBox(), stars.locator('i').boundingBox()])
  expect((given?.x ?? 0) + (given?.width ?? 0)).toBeCloseTo((all?.x ?? 0) + (all?.width ?? 0), 0)
})

test('an item without an image, where the site wants none, has no drawing either', async ({
  shop,
}) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], { ...still, imagePosition: 'none' })

  await shop.open()

  await expect(shop.nudge.locator('strong')).toBeVisible()
  await expect(shop.nudge.locator('.picture')).toHaveCount(0)
})

test('a picture at the end is behind the words', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], { ...still, imagePosition: 'end' })

  await shop.open()

  await expect(shop.nudge).toBeVisible()
  const picture = await shop.nudge.locator('.picture').boundingBox()
  const words = await shop.nudge.locator('.words').boundingBox()
  expect(picture?.x).toBeGreaterThan(words?.x ?? Infinity)
})

test('a code is copied with one press, and the success is said politely', async ({ shop }) => {
  await shop.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  shop.site.payload = samplePayload([sampleNudge('discount')], still)
  await shop.open()
  const copy = shop.nudge.getByRole('button', { name: 'Copy' })

  await copy.click()

  await expect(shop.nudge.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect(shop.nudge.locator('[aria-live=polite]').filter({ hasText: /Copied$/ })).toHaveCount(
    1,
  )
  expect(await shop.page.evaluate(() => navigator.clipboard.readText())).toBe('LINEN10')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('click')
})

test('a page that may not use the clipboard has the code selected instead', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  shop.site.payload = samplePayload([sampleNudge('discount')], still)
  await shop.open()

  await shop.nudge.getByRole('button', { name: 'Copy' }).click()

  await expect.poll(() => shop.page.evaluate(() => getSelection()?.toString())).toBe('LINEN10')
  await expect(shop.nudge.getByRole('button', { name: 'Copied' })).toHaveCount(0)
})

for (const width of [375, 320, 1280]) {
  test(`with the question mark all conditions can be read, ${width} pixels wide`, async ({
    shop,
  }) => {
    await shop.page.setViewportSize({ width, height: 720 })
    shop.site.payload = samplePayload([sampleNudge('discount')], still)
    await shop.open()

    await shop.nudge.getByRole('button', { name: 'Why am I seeing this?' }).click()

    const terms = shop.nudge.getByRole('button', { name: /^From \$50\./ })
    await expect(terms).toBeInViewport({ ratio: 1 })
    expect(await terms.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)
    expect(await terms.evaluate((button) => button.scrollHeight - button.clientHeight)).toBe(0)
  })
}

test('conditions are one tap away', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('discount')], still)
  await shop.open()
  const terms = shop.nudge.getByRole('button', { name: /^From \$50\./ })
  await expect(terms).toHaveAttribute('aria-expanded', 'false')
  const closed = await terms.boundingBox()

  await terms.click()

  await expect(terms).toHaveAttribute('aria-expanded', 'true')
  const open = await terms.boundingBox()
  expect(open?.height).toBeGreaterThan(closed?.height ?? Infinity)
  expect(await terms.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)
  await sendAll(shop.page)
  await arrived(shop)
  expect(shop.site.events.map(({ type }) => type)).not.toContain('click')
})

test('a countdown is updated each minute, unheard, and the nudge leaves at its end', async ({
  shop,
}) => {
  await shop.page.clock.install()
  const until = Math.floor(Date.now() / 1000) + 150
  const nudge = sampleNudge('discount', { isPersistent: true })
  nudge.items = nudge.items.map((item) => ({ ...item, until }))
  shop.site.payload = samplePayload([nudge], still)
  await shop.open()
  await expect(shop.nudge.locator('span')).toHaveText('ends in 2 min')

  await shop.page.clock.runFor(60_000)

  await expect(shop.nudge.locator('span')).toHaveText('ends in 1 min')
  await expect(shop.nudge.locator('.words')).toHaveAttribute('aria-live', 'off')
  await shop.page.clock.runFor(120_000)
  await expect(shop.nudge).toHaveCount(0)
  expect(shop.site.events.map(({ type }) => type)).not.toContain('close')
})

test('another variant changes the words and leaves the focus where it is', async ({ shop }) => {
  const nudge = sampleNudge('stock_level', { isPersistent: true })
  shop.site.payload = samplePayload([nudge], still)
  await shop.page.addInitScript(pushFacts, pageFacts)
  await shop.open()
  const close = shop.nudge.getByRole('button', { name: 'Close' })
  await close.focus()

  await shop.page.evaluate(setFacts, { product: { id: 'linen-shirt', stock: 1 } })

  await expect(shop.nudge.locator('span')).toHaveText('Last one')
  await expect(close).toBeFocused()
  await shop.page.evaluate(setFacts, { product: { id: 'linen-shirt', stock: 80 } })
  await expect(shop.nudge).toHaveCount(0)
})

test('free delivery has a bar that is named by its words and follows the cart', async ({
  shop,
}) => {
  shop.site.payload = samplePayload([sampleNudge('free_delivery', { isPersistent: true })], still)
  await shop.page.addInitScript(pushFacts, pageFacts)
  await shop.open()
  const bar = shop.nudge.getByRole('progressbar', { name: /Spend €11.70 more/ })
  await expect(bar).toHaveAttribute('aria-valuenow', '76')

  await shop.page.evaluate(setFacts, { cart: { amount: 50, currency: 'EUR' } })

  const reached = shop.nudge.getByRole('progressbar', { name: /You get free delivery/ })
  await expect(reached).toHaveAttribute('aria-valuenow', '100')
  const track = await reached.boundingBox()
  expect((await reached.locator('i').boundingBox())?.width).toBe(track?.width)
})

test('a link to us is at the foot of the nudge if there is one', async ({ shop }) => {
  const brandUrl = 'https://footfall.example/'
  const payload = samplePayload([sampleNudge('purchase')], { ...still, brandUrl })
  shop.site.payload = { ...payload, phrases: { ...payload.phrases, brand: 'Powered by Footfall' } }

  await shop.open()
  await settle(shop.nudge)

  const link = shop.nudge.getByRole('link', { name: 'Powered by Footfall' })
  await expect(link).toHaveAttribute('href', brandUrl)
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
})

test('a review of a service opens beside the shop, one of the shop’s own pages in it', async ({
  shop,
}) => {
  for (const [host, target] of [
    ['https://reviews.example', '_blank'],
    ['', ''],
  ] as const) {
    const nudge = sampleNudge('review', { isPersistent: true })
    for (const item of nudge.items)
      item.url = `${host || new URL(shop.page.url() || 'http://x').origin}/linen`
    shop.site.payload = samplePayload([nudge], still)
    await shop.open()

    expect(await shop.nudge.locator('a.link').getAttribute('target')).toBe(target || null)
  }
})

test('a card waits for its picture, and has its form from the first moment', async ({ shop }) => {
  await shop.page.clock.install()
  await shop.page.route('https://shop.example/**', () => {})
  const nudge = sampleNudge(
    'purchase',
    { look: { layout: 'image' }, isPersistent: true },
    'https://shop.example/never.png',
  )
  shop.site.payload = samplePayload([nudge], still)
  await showingRuns(shop.page, () => shop.open())

  await shop.page.clock.runFor(1500)
  await expect(shop.nudge).toHaveCount(0)

  await shop.page.clock.runFor(1500)
  await expect(shop.nudge).toBeVisible()
  await expect(shop.nudge.locator('img')).toHaveCount(0)
  await expect(shop.nudge.locator('.picture svg')).toBeVisible()
})
