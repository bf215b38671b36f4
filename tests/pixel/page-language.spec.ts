/** Which language a page asks for its nudges in: the one that it names, never the visitor's. */
import type { Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import { expect, nudgeOf, payloadOf, test } from './shop-test.ts'

/** Another page of the same document, after a translator has changed what it names. */
const goTo = (page: Page, { path, lang }: { path: string; lang: string }) =>
  page.evaluate(
    (next) => {
      document.documentElement.lang = next.lang
      history.pushState({}, '', next.path)
    },
    { path, lang },
  )

test('the payload is asked for in the language that the page names', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await goTo(shop.page, { path: '/socken', lang: 'de-AT' })

  // A site with `usePageLanguage` answers by this header.
  await expect.poll(() => shop.site.languages).toEqual(['en', 'de-AT'])
})

test('Chinese in traditional characters is named with the underscore of some shops', async ({
  shop,
}) => {
  await shop.open()
  await goTo(shop.page, { path: '/socks', lang: 'zh_TW' })

  await expect.poll(() => shop.site.languages).toEqual(['en', 'zh-TW'])
})

for (const lang of ['', '{{ lang }}', '日本語', 'a'.repeat(200)]) {
  test(`a page that names “${lang.slice(0, 12)}” shows nudges, in no language of the visitor`, async ({
    shop,
  }) => {
    const pages = [{ match: 'exact' as const, value: '/socks' }]
    shop.site.payload = payloadOf([nudgeOf({ rules: { ...everywhere, pages } })])
    await shop.open()
    await expect.poll(() => shop.site.languages).toEqual(['en'])

    await goTo(shop.page, { path: '/socks', lang })

    await expect(shop.nudge).toBeVisible()
    expect(shop.site.languages[1]).not.toMatch(/^en/)
  })
}
