import { nudgeTypes } from '#app/contract/nudges.ts'
import { findViolationsWithin } from '../e2e/violations.ts'
import { pageFacts, sampleNudge, samplePayload, pushFacts } from './nudge-items.ts'
import { expect, test } from './shop-test.ts'
import { inlineNudgeTypes } from '#app/domain/nudges/types/registry.ts'

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

const withBrand = (payload: ReturnType<typeof samplePayload>) => ({
  ...payload,
  phrases: { ...payload.phrases, brand: 'Powered by Footfall' },
})
