/** Inline nudges in the preview, and how exact its reasons are. */
import type { BrowserContext } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import { previewWords } from '#app/domain/wording/preview-words.ts'
import { expect, nudgeOf, payloadOf, test, type Shop } from './shop-test.ts'

const { facts: _facts, ...words } = previewWords.en

const serve = async (context: BrowserContext, nudges: PixelNudge[]) => {
  const payload: PixelPayload = payloadOf(
    nudges,
    { maxNudges: 99 },
    {
      preview: {
        ...words,
        names: Object.fromEntries(nudges.map(({ id }, at) => [id, `Nudge ${String(at + 1)}`])),
        details: { [nudges[0]?.id ?? '']: { no_place: 'no element matches .product-price' } },
      },
    },
  )
  await context.route(/\/api\/pixel\/[^/]+\?preview=/, (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: payload }),
  )
}

const openPreview = async ({ page, open }: Shop, name: string) => {
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') sessionStorage.setItem('footfall-preview', 'token tab')
  })
  await open(name)
}

const inlineAt = (selector: string, about: Partial<PixelNudge> = {}) =>
  nudgeOf({ surface: 'inline', placement: { selector, where: 'after' }, ...about })

test('a nudge without room is drawn for the owner, in sight and with a ring, and the bar says what visitors see', async ({
  shop,
  context,
}) => {
  const { page } = shop
  await serve(context, [inlineAt('#after')])
  await page.setViewportSize({ width: 800, height: 300 })

  await openPreview(shop, 'inline')

  await expect(page.locator('footfall-inline .card')).toBeInViewport()
  await expect(page.locator('footfall-inline')).toHaveCSS('outline-style', 'solid')
})

test('where it would wait for visitors, the bar says so and keeps saying it', async ({
  shop,
  context,
}) => {
  const { page } = shop
  // A card of this height finds no room here.
  await serve(context, [inlineAt('#tight')])

  await openPreview(shop, 'inline')

  await expect(page.locator('footfall-inline .card')).toBeInViewport()
  const bar = page.getByRole('region', { name: words.title })
  await expect(bar.getByRole('listitem')).toHaveText([`Nudge 1 – ${words.reasons.no_room}`])
})

const cases: [string, Partial<PixelNudge>, string][] = [
  [
    'its place',
    { placement: { selector: '.product-price', where: 'after' } },
    'no element matches .product-price',
  ],
  [
    'the page',
    { rules: { ...everywhere, pages: [{ match: 'exact', value: '/elsewhere' }] } },
    words.reasons.page,
  ],
  ['the device', { rules: { ...everywhere, devices: ['mobile'] } }, words.reasons.device],
  ['the country', { countries: ['NL'] }, words.reasons.country],
  ['the kind of page', { rules: { ...everywhere, kinds: ['cart'] } }, words.reasons.kind],
]

for (const [what, about, reason] of cases) {
  test(`the bar names ${what} when that is the reason`, async ({ shop, context }) => {
    await serve(context, [inlineAt('#roomy', about)])

    await openPreview(shop, 'inline')

    const bar = shop.page.getByRole('region', { name: words.title })
    await expect(bar.getByRole('listitem')).toHaveText([`Nudge 1 – ${reason}`])
  })
}

test('on a checkout the bar says it of each nudge', async ({ shop, context }) => {
  await serve(context, [nudgeOf(), inlineAt('#roomy')])
  await context.route(/\/api\/pixel\/[^/]+\?preview=/, async (route) => {
    const response = payloadOf(
      [nudgeOf()],
      { checkouts: '/till' },
      { preview: { ...words, names: { a: 'One', b: 'Two' } } },
    )
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: response })
  })

  await openPreview(shop, 'till')

  const bar = shop.page.getByRole('region', { name: words.title })
  await expect(bar.getByRole('listitem')).toHaveText([
    `One – ${words.reasons.checkout}`,
    `Two – ${words.reasons.checkout}`,
  ])
})
