import { nudgeTypes } from '#app/contract/nudges.ts'
import { findViolationsWithin } from '../e2e/violations.ts'
import { pageFacts, sampleNudge, samplePayload, pushFacts } from './nudge-items.ts'
import { expect, test } from './shop-test.ts'
import { inlineNudgeTypes } from '#app/domain/nudges/types/registry.ts'
import { layoutsFor } from '#app/domain/wording/card-design/layout-choices.ts'

const still = { animation: 'none' } as const
/** Colors come from the theme alone, so it isn't looked at in both directions. */
const looks = [
  { theme: 'light', direction: 'ltr' },
  { theme: 'dark', direction: 'rtl' },
] as const
const brandUrl = 'https://footfall.example/'

for (const { theme, direction } of looks) {
  test(`axe objects to nothing of any type, ${theme} and ${direction}`, async ({ shop }) => {
    test.setTimeout(240_000)
    const options = { ...still, theme, direction, brandUrl }
    await shop.page.addInitScript(pushFacts, pageFacts)
    const look = async (name: string) => {
      const violations = await findViolationsWithin(shop.page.mainFrame(), 'footfall-nudge')
      expect(violations, name).toEqual([])
    }

    for (const type of nudgeTypes) {
      shop.site.payload = withBrand(samplePayload([sampleNudge(type)], options))
      await shop.open()
      await shop.nudge.getByRole('button', { name: 'Why' }).click()
      await look(type)
    }
    const inline = inlineNudgeTypes.map((type) =>
      sampleNudge(type, {
        surface: 'inline',
        placement: { selector: '#below', where: 'append' },
      }),
    )
    shop.site.payload = withBrand(
      samplePayload(inline, { ...options, brandsInline: true }, '/inline'),
    )
    await shop.open('inline')
    await expect(shop.page.locator('#below .card')).toHaveCount(inline.length)
    await look('inline')
  })
}

const placement = { selector: '#below', where: 'append' } as const
const phone = { width: 375, height: 667 }

/** The layouts that a review can have, whose link has stars and an average. */
const layouts = [
  { name: 'line in a page', about: { surface: 'inline', placement, look: { layout: 'line' } } },
  { name: 'card in a page', about: { surface: 'inline', placement } },
  { name: 'line on a phone', about: {}, window: phone },
  { name: 'card', about: {} },
] as const

for (const layout of layouts) {
  test(`a ${layout.name} has the name of its region, and its link all of its words`, async ({
    shop,
  }) => {
    const { page, site } = shop
    if ('window' in layout) await page.setViewportSize(layout.window)
    const isInline = 'surface' in layout.about
    const nudge = sampleNudge('review', layout.about)
    const [item] = nudge.items
    if (!item) throw new Error('The sample has no review.')
    site.payload = samplePayload([nudge], still, isInline ? '/inline' : '/product')
    await shop.open(isInline ? 'inline' : 'product')

    const card = isInline ? page.locator('#below .card') : shop.nudge
    await expect(card).toBeVisible()
    const region = page.getByRole('region', { name: site.payload.phrases.region })
    await expect(region).toHaveCount(isInline ? 0 : 1)
    const link = card.getByRole('link')
    await expect(link).toHaveAccessibleName(
      /4 .*stars.*Mia in France.*4\.6 · 214 reviews – “Keeps/i,
    )
    // The average is of all products.
    await expect(link).not.toHaveAccessibleName(/Linen shirt.*4\.6/)
    expect(await findViolationsWithin(page.mainFrame(), 'footfall-nudge')).toEqual([])
  })
}

/** The other layouts of popups, each with a type that can have it. */
for (const { layout, type, words } of [
  { layout: 'pill', type: 'purchase', words: /Mia in Lyon.*Linen shirt/ },
  { layout: 'bar', type: 'discount', words: null },
  { layout: 'image', type: 'purchase', words: /Mia in Lyon.*Linen shirt/ },
] as const) {
  test(`a ${type} as the layout ${layout} has the names of its region and controls`, async ({
    shop,
  }) => {
    const { page, nudge, site } = shop
    expect(layoutsFor(type, 'popup')).toContain(layout)
    const picture = layout === 'image' ? 'https://shop.example/mug.svg' : undefined
    await page.route('**/mug.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>',
      }),
    )
    site.payload = samplePayload(
      [sampleNudge(type, { look: { layout }, isPersistent: true }, picture)],
      still,
      '/blank',
    )
    await shop.open('blank')
    await expect(nudge).toBeVisible()

    const { region, close, why } = site.payload.phrases
    await expect(page.getByRole('region', { name: region, exact: true })).toHaveCount(1)
    await expect(nudge.getByRole('button', { name: close, exact: true })).toBeVisible()
    await expect(nudge.getByRole('button', { name: why, exact: true })).toBeVisible()
    const link = nudge.getByRole('link')
    await expect(link).toHaveCount(words ? 1 : 0)
    if (words) await expect(link).toHaveAccessibleName(words)
    if (picture) await expect(nudge.locator('img')).toBeVisible()
    expect(await findViolationsWithin(page.mainFrame(), 'footfall-nudge')).toEqual([])
  })
}

const withBrand = (payload: ReturnType<typeof samplePayload>) => ({
  ...payload,
  phrases: { ...payload.phrases, brand: 'Powered by Footfall' },
})
