/** On phones a popup is a line of at most 56 pixels, and opens to the whole card. */
import { nudgeTypes } from '#app/contract/nudges.ts'
import { namedDesigns } from '#app/domain/wording/card-design/designs.ts'
import { composeDesign } from '#app/domain/wording/card-design/compose-design.ts'
import { pageFacts, pushFacts, sampleNudge, samplePayload } from './nudge-items.ts'
import { expect, purchasePayload, test } from './shop-test.ts'

const still = { animation: 'none' } as const
const picture = 'https://shop.example/mug.svg'
const mostHeight = 56

const phones = [340, 375, 414, 600].map((width) => ({ width, height: 700 }))

for (const type of nudgeTypes) {
  test(`a nudge of the type ${type} is a line on phones, and nothing of it is cut off`, async ({
    shop,
  }) => {
    const { page, nudge, site } = shop
    await page.addInitScript(pushFacts, pageFacts)
    await page.route(picture, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="2000"/>',
      }),
    )
    for (const image of [undefined, picture]) {
      site.payload = samplePayload([sampleNudge(type, {}, image)], still, '/blank')
      await page.setViewportSize({ width: 375, height: 700 })
      await shop.open('blank')
      await expect(nudge).toBeVisible()
      for (const phone of phones) {
        await page.setViewportSize(phone)
        const { height, inside } = await nudge.evaluate((card) => {
          const outline = card.getBoundingClientRect()
          const parts = [...card.querySelectorAll('.picture,.words *,.sign,.copy,.stars')]
          return {
            height: outline.height,
            inside: parts
              .map((part) => part.getBoundingClientRect())
              .every(({ top, bottom, left, right }) =>
                top >= outline.top && bottom <= outline.bottom && left >= outline.left
                  ? right <= outline.right
                  : top === bottom,
              ),
          }
        })
        expect(height, String(phone.width)).toBeLessThanOrEqual(mostHeight)
        expect(inside, String(phone.width)).toBe(true)
      }
    }
  })
}

for (const { name, design, imagePosition } of namedDesigns) {
  test(`the design ${name} is a line on phones`, async ({ shop }) => {
    await shop.page.setViewportSize({ width: 375, height: 667 })
    const css = composeDesign({ design, imagePosition, color: '#d2691e' })
    shop.site.payload = samplePayload([sampleNudge('purchase')], {
      ...still,
      imagePosition,
      design: css,
    })

    await shop.open('blank')
    await expect(shop.nudge).toBeVisible()

    const { height = NaN } = (await shop.nudge.boundingBox()) ?? {}
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
  await expect(shop.nudge.locator('code')).toBeHidden()

  await shop.nudge.getByRole('button', { name: 'Why' }).click()
  await expect(shop.nudge.locator('code')).toBeVisible()
  await expect(shop.nudge.locator('em')).toBeVisible()
  await expect(shop.nudge.getByText('Once per customer')).toBeVisible()
  await shop.nudge.getByRole('button', { name: 'Got it' }).click()

  await expect(shop.nudge.locator('code')).toBeHidden()
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
