import type { PixelOptions } from '#app/contract/pixel.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { pixelOptions } from '#app/domain/serving/pixel-options.ts'
import { pageFacts, sampleNudge, samplePayload, pushFacts } from './nudge-items.ts'
import { readShift, watchShift } from './shift.ts'
import { expect, settle, test } from './shop-test.ts'

const still = { animation: 'none' } as const

for (const [color, light, dark] of [
  ['#0b6e4f', 'rgb(11, 110, 79)', 'rgb(84, 154, 132)'],
  ['#ffee00', 'rgb(128, 119, 0)', 'rgb(255, 238, 0)'],
] as const) {
  test(`the color ${color} is shown as one that can be read on the card`, async ({ shop }) => {
    const { accents } = pixelOptions({ ...defaultSiteOptions, color }, 'https://footfall.example')
    for (const [theme, expected] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      shop.site.payload = samplePayload([sampleNudge('purchase')], { ...still, theme, accents })

      await shop.open()

      await expect(shop.nudge.locator('em')).toHaveCSS('color', expected)
    }
  })
}

test('a nudge with a look of its own wears it, and the next one the look of the site', async ({
  shop,
}) => {
  const custom = {
    ...sampleNudge('purchase'),
    look: { theme: 'dark', imagePosition: 'none' } as const,
  }
  shop.site.payload = samplePayload([custom], { ...still, theme: 'light' })
  await shop.open()
  await expect(shop.nudge).toHaveCSS('background-color', 'rgb(27, 31, 36)')
  await expect(shop.nudge.locator('.picture')).toHaveCount(0)

  shop.site.payload = samplePayload([sampleNudge('purchase')], { ...still, theme: 'light' })
  await shop.open()

  await expect(shop.nudge).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(shop.nudge.locator('.picture')).toHaveCount(1)
})

test('a nudge with a position appears there, the next one where all of the site do', async ({
  shop,
}) => {
  const site = { ...still, position: 'bottom-left', mobilePosition: 'bottom-left' } as const
  const look = { position: 'top-right', mobilePosition: 'top-center' } as const
  await shop.page.setViewportSize({ width: 1280, height: 720 })
  shop.site.payload = samplePayload([{ ...sampleNudge('purchase'), look }], site)
  await shop.open('blank')
  await expect(shop.nudge).toBeVisible()
  await expect.poll(() => placeIn(shop.nudge, 1280, 720)).toEqual(['end', 'start'])
  await shop.page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await placeIn(shop.nudge, 390, 844))[1]).toBe('start')

  await shop.page.setViewportSize({ width: 1280, height: 720 })
  shop.site.payload = samplePayload([sampleNudge('purchase')], site)
  await shop.open('blank')
  await expect.poll(() => placeIn(shop.nudge, 1280, 720)).toEqual(['start', 'end'])
})

test('a value that isn’t a color adds no rule', async ({ shop }) => {
  const accents: [string, string] = ['red;}.card{opacity:0}', 'red']
  shop.site.payload = samplePayload([sampleNudge('purchase')], { ...still, accents })

  await shop.open()

  await expect(shop.nudge).toHaveCSS('opacity', '1')
  await expect(shop.nudge.locator('em')).toHaveCSS('color', 'rgb(22, 25, 29)')
})

for (const [position, x, y] of [
  ['top-left', 'start', 'start'],
  ['top-center', 'middle', 'start'],
  ['top-right', 'end', 'start'],
  ['bottom-left', 'start', 'end'],
  ['bottom-center', 'middle', 'end'],
  ['bottom-right', 'end', 'end'],
] as const) {
  test(`the card is at the ${position}, on a wide window and on a phone`, async ({ shop }) => {
    const mobile = position.replace(/^\w+/, (edge) => (edge === 'top' ? 'bottom' : 'top'))
    shop.site.payload = samplePayload([sampleNudge('purchase')], {
      ...still,
      position,
      mobilePosition: mobile as PixelOptions['mobilePosition'],
    })
    await shop.page.setViewportSize({ width: 1280, height: 720 })
    await shop.open('blank')
    await expect(shop.nudge).toBeVisible()

    await expect.poll(() => placeIn(shop.nudge, 1280, 720)).toEqual([x, y])
    await shop.page.setViewportSize({ width: 390, height: 844 })
    const other = y === 'start' ? 'end' : 'start'
    await expect.poll(async () => (await placeIn(shop.nudge, 390, 844))[1]).toBe(other)
  })
}

for (const [width, cardWidth] of [
  [320, 296],
  [375, 351],
  [600, 420],
  [700, 320],
] as const) {
  test(`a window ${width} pixels wide has a card of ${cardWidth}`, async ({ shop }) => {
    await shop.page.setViewportSize({ width, height: 700 })
    shop.site.payload = samplePayload([sampleNudge('purchase')], still)

    await shop.open()

    await expect(shop.nudge).toBeVisible()
    expect((await shop.nudge.boundingBox())?.width).toBe(cardWidth)
  })
}

for (const [name, width, height] of [
  ['320 pixels', 320, 256],
  ['1280 pixels at 200 %', 640, 360],
  ['1280 pixels at 400 %', 320, 180],
] as const) {
  test(`on ${name} the nudge with its panel open fits and nothing scrolls sideways`, async ({
    shop,
  }) => {
    await shop.page.setViewportSize({ width, height })
    shop.site.payload = samplePayload([sampleNudge('discount', { isPersistent: true })], still)
    // A page with controls has no room in so low a window.
    await shop.open('blank')

    await shop.nudge.getByRole('button', { name: 'Why' }).click()

    const box = await shop.nudge.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    const sideways = await shop.nudge.evaluate((card) => [
      card.scrollWidth - card.clientWidth,
      document.documentElement.scrollWidth - innerWidth,
    ])
    expect(sideways).toEqual([0, 0])
    const off = shop.nudge.getByRole('button', { name: 'Turn off here' })
    await off.scrollIntoViewIfNeeded()
    await expect(off).toBeInViewport()
  })
}

test('the focused element is never covered: the nudge appears at the other edge', async ({
  shop,
}) => {
  await shop.page.addInitScript(addButton, { bottom: '30px', left: '30px' })
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)

  await shop.open('blank')

  await expect(shop.nudge).toBeVisible()
  expect((await shop.nudge.boundingBox())?.y).toBe(20)
})

test('a focus that comes to what is covered moves the nudge away', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.open('blank')
  await expect(shop.nudge).toBeVisible()
  expect((await shop.nudge.boundingBox())?.y).toBeGreaterThan(300)

  await shop.page.evaluate(addButton, { bottom: '30px', left: '30px' })

  expect((await shop.nudge.boundingBox())?.y).toBe(20)
  await expect(shop.nudge).toBeVisible()
})

test('where it would be covered everywhere the nudge waits', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 320, height: 160 })
  // In the middle, where the card lies at either edge.
  await shop.page.addInitScript(addButton, { top: '70px', left: '30px' })
  await shop.page.addInitScript(countSearches)
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)

  await shop.open('blank')
  // Before the second search, a card that found room in the first would be seen.
  await expect
    .poll(() => shop.page.evaluate(() => document.documentElement.dataset.searches))
    .toBe('2')
  await expect(shop.page.getByRole('button', { name: 'Kept free' })).toBeFocused()
  expect(shop.site.events.map(({ type }) => type)).not.toContain('impression')
  await expect(shop.nudge).toHaveCount(0)
  await shop.page.evaluate(() => document.activeElement?.remove())

  await expect(shop.nudge).toBeVisible()
})

test('forced colors keep every part distinct from its background', async ({ shop }) => {
  await shop.page.emulateMedia({ forcedColors: 'active' })
  await shop.page.addInitScript(pushFacts, pageFacts)
  shop.site.payload = samplePayload([sampleNudge('free_delivery')], still)

  await shop.open()

  await expect(shop.nudge).toBeVisible()
  const colours = await shop.nudge.evaluate((card) => {
    const done = card.querySelector('.bar i')
    const icon = card.querySelector('.sign')
    return {
      ground: getComputedStyle(card).backgroundColor,
      border: getComputedStyle(card).borderTopColor,
      done: done && getComputedStyle(done).backgroundColor,
      icon: icon && getComputedStyle(icon).borderTopColor,
    }
  })
  expect(colours.border).not.toBe(colours.ground)
  expect(colours.done).not.toBe(colours.ground)
  expect(colours.icon).not.toBe(colours.ground)
})

test('nothing of it is printed', async ({ shop }) => {
  shop.site.payload = samplePayload([sampleNudge('purchase')], still)
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await shop.page.emulateMedia({ media: 'print' })

  await expect(shop.nudge).toBeHidden()
})

test('a popup of any type moves the page by nothing, open or closed', async ({ shop }) => {
  await shop.page.addInitScript(watchShift)
  await shop.page.addInitScript(pushFacts, pageFacts)
  shop.site.payload = samplePayload([sampleNudge('discount')])
  await shop.open()
  await settle(shop.nudge)

  await shop.nudge.getByRole('button', { name: 'Why' }).click()
  await shop.nudge.getByRole('button', { name: 'Close' }).click()

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  expect(await shop.page.evaluate(readShift)).toBe(0)
})

const placeIn = async (
  card: {
    boundingBox: () => Promise<{ x: number; y: number; width: number; height: number } | null>
  },
  width: number,
  height: number,
) => {
  const box = await card.boundingBox()
  const name = (start = 0, size = 0, whole: number) => {
    const rest = whole - start - size
    if (Math.abs(rest - start) <= 1) return 'middle'
    return start < rest ? 'start' : 'end'
  }
  return [name(box?.x, box?.width, width), name(box?.y, box?.height, height)]
}

/** Runs in the page: counts how often a nudge was taken out of it, and writes that on the document. */
const countSearches = () => {
  let searches = 0
  const isNudge = (node: Node) => node.nodeName === 'FOOTFALL-NUDGE'
  new MutationObserver((changes) => {
    if (!changes.some(({ removedNodes }) => [...removedNodes].some(isNudge))) return
    document.documentElement.dataset.searches = String(++searches)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: adds a focused button as soon as there is a body. */
const addButton = (place: object) => {
  const add = () => {
    const button = document.createElement('button')
    button.textContent = 'Kept free'
    Object.assign(button.style, { position: 'fixed', ...place })
    document.body.prepend(button)
    button.focus()
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', add)
  else add()
}
