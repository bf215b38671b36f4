/** On phones a popup is a line of at most 56 pixels, and opens to the whole card. */
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import { namedDesigns } from '#app/domain/wording/card-design/designs.ts'
import { composeDesign } from '#app/domain/wording/card-design/compose-design.ts'
import { languages } from '#app/contract/site-options.ts'
import { formatReview } from '#app/domain/wording/review.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import {
  pageFacts,
  pushFacts,
  reviewFacts,
  reviewRule,
  sampleNudge,
  samplePayload,
} from './nudge-items.ts'
import { expect, purchasePayload, test, type Shop } from './shop-test.ts'

const still = { animation: 'none' } as const
const picture = 'https://shop.example/mug.svg'
const mostHeight = 56

/** Upright and sideways. */
const phones = [
  ...[340, 375, 414, 600].map((width) => ({ width, height: 700 })),
  ...[568, 667, 844, 932].map((width) => ({ width, height: width === 568 ? 320 : 375 })),
]

/** Quotes are as long as their writers want, so a narrow line has their beginning. */
const isLong = (type: NudgeType) => type === 'review'

for (const type of nudgeTypes) {
  test(`a nudge of the type ${type} is a line on phones that ends ${
    isLong(type) ? 'only a long text early' : 'no text early'
  }`, async ({ shop }) => {
    test.setTimeout(60_000)
    const { page, nudge, site } = shop
    await page.addInitScript(pushFacts, pageFacts)
    await page.route(picture, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="2000"/>',
      }),
    )
    for (const image of [undefined, picture]) {
      for (const direction of ['ltr', 'rtl'] as const) {
        const nudges = [sampleNudge(type, {}, image)]
        site.payload = samplePayload(nudges, { ...still, direction }, '/blank')
        await page.setViewportSize({ width: 375, height: 700 })
        await shop.open('blank')
        await expect(nudge).toBeVisible()
        for (const phone of phones) {
          await page.setViewportSize(phone)
          const { height, outside, isWhole } = await measureLine(shop)
          const about = `${direction} ${String(phone.width)}`
          expect(height, about).toBeLessThanOrEqual(mostHeight)
          expect(outside, about).toEqual([])
          expect(isWhole || isLong(type), about).toBe(true)
        }
      }
    }
  })
}

test('a long text ends with an ellipsis, and the line is no taller', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 375, height: 667 })
  const words = 'a linen shirt from Ghent '
  shop.site.payload = purchasePayload({ title: words.repeat(2), text: words.repeat(9) }, still)
  await shop.open('blank')
  await expect(shop.nudge).toBeVisible()

  const { height, outside, isWhole } = await measureLine(shop)
  expect([outside, isWhole]).toEqual([[], false])
  expect(height).toBeLessThanOrEqual(mostHeight)
})

test('from right to left the line begins at the right, in whatever language its texts are', async ({
  shop,
}) => {
  await shop.page.setViewportSize({ width: 600, height: 700 })
  shop.site.payload = purchasePayload(
    { title: 'Mia', text: 'اشترت قميص' },
    {
      ...still,
      direction: 'rtl',
    },
  )
  await shop.open('blank')
  await expect(shop.nudge).toBeVisible()

  const [name, fact, age] = await Promise.all(
    ['strong', 'span', 'small'].map((tag) => shop.nudge.locator(tag).boundingBox()),
  )
  const endOf = (box: typeof name) => (box?.x ?? NaN) + (box?.width ?? NaN)
  expect(name?.x).toBeGreaterThan(endOf(fact) + 1)
  expect(fact?.x).toBeGreaterThan(endOf(age) + 1)
})

test('stars in a line are filled where their outlines are', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 375, height: 667 })
  shop.site.payload = samplePayload([sampleNudge('review')], still, '/blank')
  await shop.open('blank')
  const stars = shop.nudge.locator('.stars')
  await expect(stars).toBeVisible()

  const [outlines, filled] = await Promise.all([
    stars.boundingBox(),
    stars.locator('i').boundingBox(),
  ])
  expect([filled?.x, filled?.y, filled?.height]).toEqual([
    outlines?.x,
    outlines?.y,
    outlines?.height,
  ])
})

const reviewers = [
  { firstName: 'Konstantina', country: 'FR' },
  { firstName: 'Mia', country: 'FR' },
  { firstName: null, country: 'AG' },
]

test('a line has a selected review’s whole average, however long the rest is', async ({ shop }) => {
  test.setTimeout(120_000)
  const { page, nudge, site } = shop
  await page.setViewportSize({ width: 340, height: 700 })
  for (const language of languages) {
    const words = wordsOf(language)
    for (const reviewer of reviewers) {
      const facts = { ...reviewFacts, ...reviewer, productTitle: 'Stoneware mug '.repeat(5) }
      const item = { ...formatReview(facts, { ...reviewRule, words }), stars: 5 }
      const nudges = [sampleNudge('review', { items: [{ claim: 'a-claim', ...item }] })]
      site.payload = samplePayload(nudges, { ...still, direction: words.texts.direction }, '/blank')
      await shop.open('blank')
      await expect(nudge).toBeVisible()

      const [average = ''] = item.text.split(' – ')
      const about = `${item.title} ${average}`
      expect(average, about).toContain('214')
      expect(await isDrawn(shop, average), about).toBe(true)
      expect(await isDrawn(shop, item.text), about).toBe(false)
    }
  }
})

/** Whether the beginning of the sentence is inside of the line. */
const isDrawn = ({ nudge }: Shop, beginning: string) =>
  nudge.evaluate((card, { length }) => {
    const text = card.querySelector('.words span')?.firstChild
    const clip = card.querySelector('.words')?.getBoundingClientRect()
    if (!text || !clip) throw new Error('It has no sentence.')
    const range = document.createRange()
    range.setStart(text, 0)
    range.setEnd(text, length)
    return [...range.getClientRects()].every(
      ({ bottom, left, right }) =>
        bottom <= clip.bottom && left >= clip.left - 1 && right <= clip.right + 1,
    )
  }, beginning)

test('a window that is too narrow for a line has the whole card', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 320, height: 640 })
  shop.site.payload = samplePayload([sampleNudge('discount')], still, '/blank')
  await shop.open('blank')

  await expect(shop.nudge.locator('code')).toBeVisible()
  await expect(shop.nudge.locator('em')).toBeVisible()
})

/**
 * Height in pixels, the parts that aren't entirely inside the card and its window, and whether each
 * text ends where its box does.
 */
const measureLine = ({ nudge }: Shop) =>
  nudge.evaluate((card) => {
    const outline = card.getBoundingClientRect()
    const parts = [...card.querySelectorAll('.main,.picture,.words,.sign,.copy,.stars')]
    const boxes = [card, ...card.querySelectorAll('.main,.words')]
    const clip = card.querySelector('.words')?.getBoundingClientRect().bottom ?? NaN
    return {
      height: outline.height,
      outside: parts
        .filter((part) => part.getClientRects().length > 0)
        .filter((part) => {
          const { top, bottom, left, right } = part.getBoundingClientRect()
          const isInside =
            top >= outline.top &&
            bottom <= outline.bottom &&
            left >= outline.left &&
            right <= outline.right
          return !isInside
        })
        .map(({ className }) => className),
      isWhole:
        boxes.every(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth <= clientWidth && scrollHeight <= clientHeight,
        ) &&
        [...card.querySelectorAll('.words>*')].every(
          (part) => part.getBoundingClientRect().bottom <= clip,
        ),
    }
  })

for (const { name, design, imagePosition } of namedDesigns) {
  test(`the design ${name} is a line on phones`, async ({ shop }) => {
    await shop.page.setViewportSize({ width: 375, height: 667 })
    await shop.page.addInitScript(pushFacts, pageFacts)
    const css = composeDesign({ design, imagePosition, color: '#d2691e' })
    shop.site.payload = samplePayload([sampleNudge('selling_out')], {
      ...still,
      imagePosition,
      design: css,
    })

    await shop.open('blank')
    await expect(shop.nudge).toBeVisible()

    const { height, outside, isWhole } = await measureLine(shop)
    expect([outside, isWhole]).toEqual([[], true])
    expect(height).toBeLessThanOrEqual(mostHeight)
  })
}

test('the question mark opens the whole card, and "Got it" makes it a line again', async ({
  shop,
}) => {
  await shop.page.setViewportSize({ width: 375, height: 667 })
  shop.site.payload = samplePayload([sampleNudge('discount', { isPersistent: true })], still)
  await shop.open('blank')
  await expect(shop.nudge.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect(shop.nudge.locator('em')).toBeHidden()

  await shop.nudge.getByRole('button', { name: 'Why' }).click()
  await expect(shop.nudge.locator('em')).toBeVisible()
  await expect(shop.nudge.getByText('Once per customer')).toBeVisible()
  await shop.nudge.getByRole('button', { name: 'Got it' }).click()

  await expect(shop.nudge.locator('em')).toBeHidden()
  const { height = NaN } = (await shop.nudge.boundingBox()) ?? {}
  expect(height).toBeLessThanOrEqual(mostHeight)
})

test('the line says who, what and when, and both of its buttons are as large as a fingertip', async ({
  shop,
}) => {
  await shop.page.setViewportSize({ width: 375, height: 667 })
  shop.site.payload = purchasePayload({}, still)

  await shop.open('blank')

  for (const tag of ['strong', 'span', 'small']) {
    await expect(shop.nudge.locator(tag)).toBeVisible()
  }
  for (const name of ['Close', 'Why']) {
    const box = await shop.nudge.getByRole('button', { name }).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
})
