/** The owner points at the place of an inline nudge. The server decides who may. */
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Locator, Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { pointedPlace, type PointedPlace } from '#app/contract/pointed-place.ts'
import { pointingTexts } from '#app/domain/wording/pointing-texts.ts'
import { previewWords } from '#app/domain/wording/preview-words.ts'
import { openShadowRoots } from './open-shadow-roots.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test, type Shop } from './shop-test.ts'

const texts = pointingTexts.en
const { facts: _facts, ...words } = previewWords.en
const name = 'Choose a place for “Shirts”'

const draft = nudgeOf({
  surface: 'inline',
  placement: { selector: '.nowhere', where: 'after' },
  rules: { ...everywhere, pages: [{ match: 'exact', value: '/elsewhere' }] },
  items: [purchaseItem({ text: 'bought Linen shirt, sand' })],
})

/** Answers like the server, and keeps what is sent. */
const serve = async (context: BrowserContext, pages: string[] = [], status = 200) => {
  const sent: PointedPlace[] = []
  const headers = { 'access-control-allow-origin': '*' }
  const payload: PixelPayload = payloadOf(
    [draft],
    {},
    {
      preview: {
        ...words,
        names: { [draft.id]: 'Shirts' },
        pointing: { reportTo: 'http://edge.localhost/api/pixel/site/events', pages, texts },
      },
    },
  )
  await context.route(/\/api\/pixel\/[^/]+\?preview=/, (route) =>
    route.fulfill({ headers, json: payload }),
  )
  await context.route(/\/events\?preview=token&tab=/, (route) => {
    const { place } = route.request().postDataJSON() as { place: unknown }
    if (status === 200) sent.push(pointedPlace.parse(place))
    return route.fulfill({ status, headers, json: {} })
  })
  return sent
}

const begin = async ({ page, open }: Shop, path: string) => {
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') sessionStorage.setItem('footfall-preview', 'token tab')
  })
  await open(path)
  await expect(bar(page)).toBeVisible()
}

const bar = (page: Page) => page.getByRole('region', { name })
const button = (page: Page, label: string) => bar(page).getByRole('button', { name: label })
const drawn = (page: Page) => page.locator('footfall-inline .card')

const centerOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not displayed.')
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

const pick = async (page: Page, target: Locator) => {
  await page.mouse.click(...(await centerOf(target)))
  await expect(button(page, texts.use)).toBeVisible()
}

test.beforeEach(async ({ shop }) => {
  await shop.page.addInitScript(openShadowRoots)
})

test('the picked element shows the nudge, in three places, and is sent once it’s chosen', async ({
  shop,
  context,
}) => {
  const { page } = shop
  const sent = await serve(context)
  await begin(shop, 'point/shop')
  const price = page.getByText('29.00 EUR', { exact: true })

  await page.mouse.move(...(await centerOf(price)))
  await expect(page.locator('footfall-point .frame')).toHaveText(/^p \d+ × \d+$/)
  await pick(page, price)
  await expect(drawn(page)).toContainText('bought Linen shirt, sand')
  const after = await drawn(page).boundingBox()
  await button(page, texts.before).click()
  await expect(button(page, texts.before)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await drawn(page).boundingBox())?.y).toBeLessThan(after?.y ?? 0)
  await button(page, texts.inside).click()
  await expect(page.locator('.price.mb-4 > footfall-inline')).toHaveCount(1)
  await button(page, texts.use).click()

  await expect(bar(page).getByRole('status')).toHaveText(texts.sent)
  expect(sent).toEqual([
    {
      selector: '.product-info .price',
      where: 'append',
      page: '/point/shop',
      kind: 'product',
      found: 0,
      missing: [],
    },
  ])
})

test('clicks reach nothing of the page, and at the end nothing of it is changed', async ({
  shop,
  context,
}) => {
  const { page } = shop
  await serve(context)
  await begin(shop, 'point/shop')
  const before = await page.locator('.container').innerHTML()

  await pick(page, page.getByRole('button', { name: 'Add to cart' }))
  await expect(drawn(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawn(page)).toHaveCount(0)
  const address = page.url()

  expect(await page.locator('.container').innerHTML()).toBe(before)
  await expect(page).toHaveTitle('Bootstrap shop')
  await button(page, texts.pause).click()
  await page.getByRole('link', { name: 'Shop' }).click()
  expect(page.url()).not.toBe(address)
})

test('it works by keyboard alone, and Escape ends it', async ({ shop, context }) => {
  const { page } = shop
  const sent = await serve(context)
  await begin(shop, 'point/shop')
  const label = page.locator('footfall-point .frame b')

  await page.keyboard.press('Tab')
  await expect(label).toBeVisible()
  for (let turn = 0; turn < 8; turn++) await page.keyboard.press('ArrowUp')
  await expect(label).toHaveText(/^div /)
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press('Tab')
  await expect(label).toHaveText(/^h1 /)
  await page.keyboard.press('ArrowRight')
  await expect(label).toHaveText(/^p /)
  await page.keyboard.press('ArrowUp')
  await expect(label).toHaveText(/^div /)
  await page.keyboard.press('ArrowDown')
  await expect(label).toHaveText(/^h1 /)
  await page.keyboard.press('Enter')
  await expect(button(page, texts.use)).toBeFocused()
  expect((await new AxeBuilder({ page }).include('footfall-point').analyze()).violations).toEqual(
    [],
  )
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('status')).toHaveText(texts.sent)
  await button(page, texts.resume).click()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)

  expect(sent.map(({ selector }) => selector)).toEqual(['h1'])
})

/** Page, text of what is picked, selector. */
const awkward: [string, string, string][] = [
  ['shop', 'Linen shirt, sand', 'h1'],
  ['shop', 'Add to cart', '#buy'],
  ['shop', '19.00 EUR', '.card .price'],
  ['shop', 'Made in Porto', '.product-info > ul > li:nth-of-type(2)'],
  ['tailwind', 'Oak tray', 'h1'],
  ['tailwind', '48.00 EUR', 'main > div > div > div > p'],
  ['tailwind', 'Oiled oak.', '[data-testid="product-description"]'],
  ['tailwind', 'T-100', '[data-product-id]'],
  ['changing', 'Tea cup', 'h1'],
  ['changing', '12.00 EUR', '.main-product b'],
  ['changing', 'Ships in two days', '.product__shipping'],
  ['changing', 'Second', 'body > div > section:nth-of-type(2) > p:nth-of-type(2)'],
  ['components', '35.00 EUR', 'product-price'],
  ['components', 'In stock', '.buy-box__line'],
  ['tables', '120.00 EUR', 'body > table > tbody > tr:nth-of-type(2) > td:nth-of-type(2) > b'],
  ['tables', 'Solid pine', 'body > table > tbody > tr:nth-of-type(2) > td:nth-of-type(1)'],
]

for (const [path, text, selector] of awkward) {
  test(`on the page “${path}”, “${text}” is ${selector}`, async ({ shop, context }) => {
    const { page } = shop
    const sent = await serve(context)
    await begin(shop, `point/${path}`)
    const target = page.getByText(text, { exact: true })

    await pick(page, target)
    await button(page, texts.use).click()

    await expect(bar(page).getByRole('status')).toHaveText(texts.sent)
    expect(sent.map((place) => place.selector)).toEqual([selector])
  })
}

test('a cell of a table takes the nudge inside only, and a component that draws itself next to it', async ({
  shop,
  context,
}) => {
  const { page } = shop
  await serve(context)
  await begin(shop, 'point/tables')
  await pick(page, page.getByText('Solid pine'))
  await expect(button(page, texts.before)).toBeDisabled()
  await expect(button(page, texts.inside)).toBeEnabled()

  await begin(shop, 'point/components')
  await pick(page, page.getByText('35.00 EUR'))
  await expect(button(page, texts.inside)).toBeDisabled()
  await expect(button(page, texts.after)).toBeEnabled()
})

test('the place is looked for on pages like this one, without the owner’s cookies', async ({
  shop,
  context,
}) => {
  const { page } = shop
  const pages = [
    '/',
    '/point/shop',
    '/point/socks',
    '/logout',
    '/point/tailwind',
    '//edge.localhost/',
  ]
  const sent = await serve(context, pages)
  const fetched: string[] = []
  const cookies: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'fetch' || !request.url().includes('shop.localhost')) return
    fetched.push(new URL(request.url()).pathname)
    cookies.push(request.headers()['cookie'])
  })
  await begin(shop, 'point/shop')

  await pick(page, page.getByText('29.00 EUR', { exact: true }))
  await expect(bar(page).getByRole('status')).toHaveText(
    'Found on 1 of 2 similar pages. Missing on /point/tailwind. Choose another place if the nudge should show there.',
  )
  await button(page, texts.use).click()
  await expect(bar(page).getByRole('status')).toHaveText(texts.sent)

  expect(fetched).toEqual(['/point/shop', '/point/socks', '/point/tailwind'])
  expect(cookies).toEqual([undefined, undefined, undefined])
  expect(sent).toMatchObject([{ found: 1, missing: ['/point/tailwind'] }])
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 640 } })

  test('a tap picks, and the bar fits', async ({ shop, context }) => {
    const { page } = shop
    const sent = await serve(context)
    await begin(shop, 'point/shop')

    await page.touchscreen.tap(...(await centerOf(page.getByText('29.00 EUR', { exact: true }))))
    await button(page, texts.larger).tap()
    await expect(page.locator('footfall-point .frame b')).toHaveText(/^div /)
    await button(page, texts.use).tap()

    await expect(bar(page).getByRole('status')).toHaveText(texts.sent)
    expect(sent.map(({ selector }) => selector)).toEqual(['.product-info'])
    const box = await bar(page).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 320).toBe(true)
  })
})

test('a place that could not be sent, or a link that is over, says what to do', async ({
  shop,
  context,
}) => {
  const { page } = shop
  await serve(context, [], 503)
  await begin(shop, 'point/shop')
  await pick(page, page.getByText('29.00 EUR', { exact: true }))
  await button(page, texts.use).click()
  await expect(bar(page).getByRole('status')).toContainText('.product-info .price')

  await context.unroute(/\/events\?preview=token&tab=/)
  await context.route(/\/events\?preview=token&tab=/, (route) =>
    route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: {} }),
  )
  await button(page, texts.use).click()
  await expect(bar(page).getByRole('status')).toHaveText(texts.expired)
})

test('the page’s scripts press no button, whatever they do', async ({ shop, context }) => {
  const { page } = shop
  const sent = await serve(context)
  await begin(shop, 'point/shop')
  await pick(page, page.getByText('29.00 EUR', { exact: true }))
  await expect(drawn(page)).toBeVisible()

  await page.evaluate(() => {
    const root = document.querySelector('footfall-point')?.shadowRoot
    for (const one of root?.querySelectorAll('button') ?? []) {
      one.click()
      one.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    }
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  })

  await expect(button(page, texts.use)).toBeVisible()
  // A script's message would come before the visitor's press.
  await button(page, texts.use).click()
  await expect(bar(page).getByRole('status')).toHaveText(texts.sent)
  expect(sent).toHaveLength(1)
})
