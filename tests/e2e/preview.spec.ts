/**
 * Drafts on the owner's own page: from the button in the dashboard to a preview that doesn't count.
 */
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright/test'
import { openShadowRoots } from '../pixel/open-shadow-roots.ts'
import type { ProductServer } from '../support/product-server.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { checkScreen, openPanel, pressControl, typeInto } from './keyboard.ts'
import { expect, test } from './product-test.ts'

test.setTimeout(300_000)

const title = 'Preview – only you can see this'

/** A site with the pixel and one purchase. Its owner is logged in on the publish step. */
async function openStep(page: Page, product: ProductServer, url: string): Promise<string> {
  const made = await createAccount(product, 'owner@example.com', '--site-url', url)
  const { site, token } = made as { site: string; token: string }
  const answer = await fetch(`${product.baseUrl}/api/v1/sites/${site}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      kind: 'purchase',
      id: 'order-1',
      occurred_at: new Date().toISOString(),
      person: { first_name: 'Mira', country: 'PT' },
      items: [{ title: 'Green tea', url: `${url}/teas/green` }],
    }),
  })
  expect(answer.status).toBe(201)
  await logIn(page, product.baseUrl, 'owner@example.com', '/onboarding?step=nudge')
  await page.getByRole('button', { name: 'Use Recent purchase' }).click()
  await expect(page.getByRole('heading', { name: 'Preview and publish' })).toBeVisible()
  return `<h1>Teas</h1><script async src="${product.baseUrl}/js/pixel.library.js" data-site="${site}"></script>`
}

test('the owner sees the draft on their page, and no one else does by the same link', async ({
  page,
  context,
  browser,
  product,
  shop,
}) => {
  shop.setBody(await openStep(page, product, shop.url))
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Preview on your site' }).click()
  await expect(page.getByText('Your browser blocked the new tab.')).toBeVisible()
  const open = page.getByRole('link', { name: /Open preview on shop\.localhost/ })
  await expect(open).toBeFocused()
  const link = (await open.getAttribute('href')) ?? ''

  const opening = context.waitForEvent('page')
  await open.click()
  const preview = await opening

  const nudge = preview.locator('footfall-nudge .on')
  await expect(nudge).toContainText('Mira in Portugal')
  await expect(nudge).toContainText(title)
  await expect(preview.getByRole('region', { name: title })).toBeVisible()
  expect(preview.url()).toBe(`${shop.url}/`)
  await expect(page.getByRole('button', { name: 'Preview on your site' })).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  const refused = stranger.waitForResponse(/\?preview=/)
  const ordinary = stranger.waitForResponse(/\/api\/pixel\/[0-9a-f-]+$/)
  await stranger.goto(link)
  expect((await refused).status()).toBe(403)
  expect(await (await ordinary).json()).toMatchObject({ nudges: [] })
  await expect(stranger.locator('footfall-nudge, footfall-preview')).toHaveCount(0)
  await stranger.context().close()
  await preview.close()
  await page.goto(`${product.baseUrl}/`)
  await expect(page.getByText('You don’t have any live nudges.')).toBeVisible()
  await expect(page.getByText('Pixel not installed')).toBeVisible()
  await page.goto(`${product.baseUrl}/statistics`)
  await expect(page.getByText('No data yet')).toBeVisible()
})

async function visitAsStranger(browser: Browser, url: string): Promise<void> {
  const stranger = await browser.newContext()
  const visit = await stranger.newPage()
  const reported = visit.waitForResponse((answer) => answer.url().endsWith('/events'))
  await visit.goto(url)
  await reported
  await stranger.close()
}

test('the step shows the nudge as the page will, and home leads to it', async ({
  page,
  context,
  browser,
  product,
  shop,
}) => {
  shop.setBody(await openStep(page, product, shop.url))
  // Before there is a nudge, so the visit is no impression.
  await visitAsStranger(browser, shop.url)
  const preview = page.getByRole('group', { name: 'Preview', exact: true })
  const card = preview.locator('footfall-nudge .card')

  await expect(card).toContainText('Mira in Portugal')
  await expect(card).toContainText('bought Green tea')
  const light = await card.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.getByRole('button', { name: 'Right to left' }).click()
  await expect(card).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: 'Phone' }).click()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
  const [place, box] = [await preview.boundingBox(), await card.boundingBox()]
  expect(box?.width).toBeLessThanOrEqual(place?.width ?? 0)
  await card.getByRole('button', { name: 'Why am I seeing this?' }).click()
  await expect(card.getByRole('button', { name: 'Turn off here' })).toBeVisible()
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toHaveCount(0)
  await preview.getByRole('button', { name: 'Replay' }).click()
  await expect(card).toBeVisible()
  expect(light).toBe('rgb(255, 255, 255)')

  await page.getByRole('button', { name: 'Publish nudge' }).click()
  await expect(page.getByRole('heading', { name: 'Your nudge is live' })).toBeVisible()
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open your shop' }).click()
  const visit = await opening
  await expect(page.getByText('even if you’re in the holdout group')).toBeVisible()
  await expect(visit.locator('footfall-nudge .on')).toContainText('Mira in Portugal')
  await expect(visit.locator('footfall-nudge .on')).not.toContainText(title)
  await expect(visit.getByRole('region', { name: /^Your live nudges/ })).toBeVisible()
  await visit.close()
  await expect(page.getByText('No impressions from visitors yet')).toBeVisible()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  // The step has a button of the same name, which must disappear before home's is pressed.
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  const again = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Preview on your site' }).click()
  await expect((await again).getByRole('region', { name: title })).toBeVisible()
})

test('the place of an inline nudge is pointed at on the own page, published, and shown to a visitor', async ({
  page,
  context,
  browser,
  product,
  shop,
}) => {
  const owner = 'owner@example.com'
  const made = await createAccount(product, owner, '--site-url', shop.url)
  const body = `<main class="product-info"><h1>Green tea</h1><p class="price">9.00 EUR</p>
    <p>From the hills.</p></main>
    <script async src="${product.baseUrl}/js/pixel.library.js" data-site="${String(made['site'])}"></script>`
  shop.setBody(body)
  await context.addInitScript(openShadowRoots)
  await logIn(page, product.baseUrl, owner, '/inline-nudges/library')
  await pressControl(page, page.getByRole('button', { name: 'Create Custom message' }))
  await typeInto(page, page.getByLabel('Text', { exact: true }), 'Picked by hand in spring')
  await openPanel(page, 'Where')
  await checkScreen(page)

  const opening = context.waitForEvent('page')
  // By mouse: a press at the button's middle reaches what is on top there.
  await page.setViewportSize({ width: 1280, height: 720 })
  const point = page.getByRole('button', { name: 'Point at the place' })
  await point.scrollIntoViewIfNeeded()
  const button = (await point.boundingBox()) ?? fail()
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  const tab = await opening
  const bar = tab.getByRole('region', { name: /^Choose a place for/ })
  await expect(bar).toBeVisible()
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)
  await expect(page.getByText('Your page is open.')).toBeVisible()
  const { x, y, width, height } = (await tab.getByText('9.00 EUR').boundingBox()) ?? fail()
  await tab.mouse.click(x + width / 2, y + height / 2)
  await expect(tab.locator('footfall-inline .card')).toContainText('Example – only you')
  await bar.getByRole('button', { name: 'Use this place' }).click()
  await expect(bar.getByText('Go back to your Footfall tab')).toBeVisible()
  await tab.close()

  await expect(page.getByText('After .price, chosen on /.')).toBeVisible()
  const selector = page.getByLabel('CSS selector')
  await expect(selector).toHaveValue('.price')
  await pressControl(page, page.getByRole('button', { name: 'Undo' }))
  await expect(selector).toHaveValue('')
  await pressControl(page, page.getByRole('button', { name: 'Redo' }))
  await expect(selector).toHaveValue('.price')
  await expect(page.getByText('All checks passed. Ready to publish.')).toBeVisible()
  await pressControl(page, page.getByRole('button', { name: /^Publish/ }).first())
  await expect(page.getByRole('status').getByText('Published', { exact: true })).toBeVisible()

  // Otherwise chance may put the visitor into the holdout group.
  await visitScreen(page, `${product.baseUrl}/statistics/effect`)
  await page.getByLabel('Share of visitors in the holdout group (%)').fill('0')
  await pressControl(page, page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText('Holdout group turned off', { exact: true })).toBeVisible()

  // Out of sight, where a nudge moves nothing that a visitor reads.
  shop.setBody(`<div style="height:2000px"></div>${body}`)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${shop.url}/`)
  await expect(visitor.locator('.price + footfall-inline, .price > footfall-inline')).toContainText(
    'Picked by hand in spring',
  )
  await visitor.context().close()
})

const fail = (): never => {
  throw new Error('It is not displayed.')
}
