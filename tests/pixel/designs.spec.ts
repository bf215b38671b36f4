import { nudgeTypes } from '#app/contract/nudges.ts'
import type { PixelOptions } from '#app/contract/pixel.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { namedDesigns, type DesignLook } from '#app/domain/wording/card-design/designs.ts'
import { layoutsOf } from '#app/domain/wording/card-design/layouts.ts'
import { pixelOptions } from '#app/domain/serving/pixel-options.ts'
import { findViolationsWithin } from '../e2e/violations.ts'
import { pageFacts, pushFacts, sampleNudge, samplePayload } from './nudge-items.ts'
import { expect, test, type Shop } from './shop-test.ts'

const still = { animation: 'none' } as const

/** Options that the server would send for a look. */
const compile = ({ design, theme, imagePosition }: DesignLook, color = '#d2691e') => {
  const options = { ...defaultSiteOptions, design, theme, imagePosition, color }
  const { accents, design: css } = pixelOptions(options, 'https://footfall.example')
  return { ...still, accents, theme, imagePosition, ...(css === undefined ? {} : { design: css }) }
}

const open = async (shop: Shop, options: Partial<PixelOptions>) => {
  const nudge = sampleNudge('discount', { isPersistent: true })
  shop.site.payload = samplePayload([nudge], options)
  await shop.open()
  await expect(shop.nudge).toBeVisible()
}

const measure = (shop: Shop) =>
  shop.nudge.evaluate((card) => {
    const boxOf = (part: Element | null) => part?.getBoundingClientRect()
    const outline = card.getBoundingClientRect()
    const picture = boxOf(card.querySelector('.picture'))
    const text = boxOf(card.querySelector('.words'))
    return {
      isInside:
        outline.left >= 0 &&
        outline.right <= innerWidth &&
        outline.top >= 0 &&
        outline.bottom <= innerHeight,
      scrollsSideways: card.scrollWidth > card.clientWidth,
      // Before the text in reading order.
      picture: picture && text ? (picture.left < text.left ? 'left' : 'right') : 'none',
      targets: [...card.querySelectorAll('.sign')].map((sign) => {
        const { width, height } = sign.getBoundingClientRect()
        return Math.min(width, height)
      }),
    }
  })

for (const one of namedDesigns) {
  const { name, imagePosition } = one
  test(`the design ${name} keeps the card readable and in its place`, async ({ shop }) => {
    test.setTimeout(120_000)
    for (const theme of one.theme === 'auto' ? (['light', 'dark'] as const) : [one.theme]) {
      for (const direction of ['ltr', 'rtl'] as const) {
        await shop.page.setViewportSize({ width: 1280, height: 720 })
        await open(shop, { ...compile(one), theme, direction })
        await shop.nudge.getByRole('button', { name: 'Why' }).click()
        for (const width of [1280, 320]) {
          await shop.page.setViewportSize({ width, height: 720 })
          const { isInside, scrollsSideways, picture, targets } = await measure(shop)
          const start = direction === 'ltr' ? 'left' : 'right'
          const end = direction === 'ltr' ? 'right' : 'left'
          const side = { start, end, none: 'none' }[imagePosition]
          expect([isInside, scrollsSideways, picture]).toEqual([true, false, side])
          expect(Math.min(...targets)).toBeGreaterThanOrEqual(44)
        }
        const violations = await findViolationsWithin(shop.page.mainFrame(), 'footfall-nudge')
        expect(violations, `${theme} ${direction}`).toEqual([])
      }
    }
  })
}

/** One type for each layout. */
const layoutTypes = [
  ...new Map(
    nudgeTypes.map((type) => [layoutsOf([sampleNudge(type)]).layouts?.[type], type] as const),
  ).values(),
]

/** The boxes that a layout adds to the picture, how far all of them lie over the words in pixels, and its edge. */
const measurePicture = (shop: Shop) =>
  shop.nudge.evaluate((card) => {
    const picture = card.querySelector('.picture')
    const words = card.querySelector('.words')?.getBoundingClientRect()
    if (!picture || !words) return null
    const box = picture.getBoundingClientRect()
    const boxes = [
      { left: box.left, right: box.right },
      ...['::before', '::after'].flatMap((part) => {
        const { content, display, left, width, borderLeftWidth } = getComputedStyle(picture, part)
        if (content === 'none' || display === 'none') return []
        const start = box.left + Number.parseFloat(left)
        const border = 2 * Number.parseFloat(borderLeftWidth)
        return [{ left: start, right: start + Number.parseFloat(width) + border }]
      }),
    ]
    const { borderInlineEndStyle, borderRadius } = getComputedStyle(picture)
    return {
      additions: boxes.length - 1,
      overlap: Math.max(
        0,
        ...boxes.map(
          ({ left, right }) => Math.min(right, words.right) - Math.max(left, words.left),
        ),
      ),
      isTorn: borderInlineEndStyle === 'dotted',
      isWhole: borderRadius === '0px' && Math.abs(box.height - card.clientHeight) < 1,
    }
  })

for (const one of namedDesigns.filter(({ imagePosition }) => imagePosition !== 'none')) {
  test(`in the design ${one.name} no type’s picture lies over its words`, async ({ shop }) => {
    test.setTimeout(120_000)
    const { picture, pictureSize } = one.design
    const keepsPicture = picture === 'rounded' && pictureSize === 'medium'
    await shop.page.addInitScript(pushFacts, pageFacts)
    for (const type of layoutTypes) {
      shop.site.payload = samplePayload([sampleNudge(type)], compile(one), '/blank')
      await shop.open('blank')
      await expect(shop.nudge).toBeVisible()

      const measured = await measurePicture(shop)
      expect(measured?.overlap ?? 0, type).toBe(0)
      if (!keepsPicture) expect(measured?.additions ?? 0, type).toBe(0)
      // A dotted edge is the card's, not a bite into a smaller picture.
      if (measured?.isTorn) expect(measured.isWhole, type).toBe(true)
    }
  })
}

test('a picture up to the border is as tall as the text, however tall its file is', async ({
  shop,
}) => {
  const cover = namedDesigns.find(({ design }) => design.picture === 'full')
  if (!cover) throw new Error('No design has such a picture.')
  const tall = 'https://shop.example/tall.svg'
  await shop.page.route(tall, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="2000"/>',
    }),
  )
  const nudge = sampleNudge('purchase', {}, tall)
  shop.site.payload = samplePayload([nudge], compile(cover))
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await expect(shop.nudge.locator('img')).toHaveJSProperty('complete', true)

  const { card, picture } = await shop.nudge.evaluate((element) => ({
    card: element.getBoundingClientRect(),
    picture: element.querySelector('img')?.getBoundingClientRect(),
  }))
  expect(card.height).toBeLessThan(160)
  expect(picture?.height).toBeCloseTo(card.height - 2, 0)
  expect((picture?.left ?? NaN) - card.left).toBeCloseTo(1, 0)
})

test('the page’s face is worn only by the design that has it', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.style.fontFamily = 'Courier'
    })
  })
  const faceOf = () => shop.nudge.evaluate((card) => getComputedStyle(card).fontFamily)
  const [plain] = namedDesigns
  const page = namedDesigns.find(({ design }) => design.typeface === 'page')
  if (!plain || !page) throw new Error('No design has the face of the page.')

  await open(shop, compile(plain))
  expect(await faceOf()).toContain('system-ui')
  await open(shop, compile(page))
  expect(await faceOf()).toBe('Courier')
})

test('a nudge wears a design of its own, and none where the site has one', async ({ shop }) => {
  const brand = namedDesigns.find(({ design }) => design.surface === 'filled')
  if (!brand) throw new Error('No design fills the card.')
  const filled = compile(brand, '#00687a')
  const nudge = { ...sampleNudge('purchase'), look: { design: filled.design ?? '' } }
  shop.site.payload = samplePayload([nudge], { ...still, theme: 'light' })
  await shop.open()
  await expect(shop.nudge).toHaveCSS('background-color', 'rgb(0, 104, 122)')

  const bare = { ...sampleNudge('purchase'), look: { design: '' } }
  shop.site.payload = samplePayload([bare], { ...filled, theme: 'light' })
  await shop.open()

  await expect(shop.nudge).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})
