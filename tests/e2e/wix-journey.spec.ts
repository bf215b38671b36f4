/** From the first visit in a site's dashboard in Wix to a counted click, in a browser that stores nothing in frames. */
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { blockStorage } from './demo-install.ts'
import { test } from './product-test.ts'

/** As the double names the site of its first instance. */
const siteUrl = 'https://c0ffee00.linen.example'

async function deskOf(product: ProductServer): Promise<string> {
  const read = () => /Demo Wix +(\S+)/.exec(product.output())?.[1] ?? ''
  await expect.poll(read).not.toBe('')
  return read()
}

/** The site's pages, with the script that Wix puts there. */
const openSite = (context: BrowserContext, script: string) =>
  context.route(`${siteUrl}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Linen</title><body><h1>Linen</h1>${script}</body></html>`,
    }),
  )

/** Chromium lets a site's pages ask a server on this machine with this permission alone. */
const reachesProduct = { permissions: ['local-network-access'] }

const appIn = (page: Page) => page.frameLocator('iframe[title="App"]')

const home = (page: Page) => appIn(page).getByRole('heading', { level: 1, name: 'Home' })

test('an order of the site becomes a nudge that is clicked, a removal keeps it, and a clone is a site apart', async ({
  page,
  context,
  browser,
  userAgent,
}) => {
  if (userAgent === undefined) throw new Error('Robots are not counted.')
  const product = await startProductServer({ demo: true })
  try {
    await blockStorage(page)
    const desk = await context.newPage()
    await desk.goto(await deskOf(product))
    const dashboard = await desk.getByText(/\/dashboard\/[0-9a-f-]{36}$/).innerText()
    const frame = appIn(page)
    await page.goto(dashboard)
    await expect(home(page)).toBeVisible()
    await expect(frame.getByText('Show code')).toHaveCount(0)
    await expect(frame.getByText('.invalid')).toHaveCount(0)

    const link = await frame.locator('a[href^="/pixel/"]').first().getAttribute('href')
    const uuid = /[0-9a-f-]{36}/.exec(link ?? '')?.[0] ?? ''
    const script = `<script async src="${product.baseUrl}/js/pixel.library.js" data-site="${uuid}"></script>`
    await frame.getByRole('link', { name: 'Continue setup' }).click()
    await expect(frame.getByRole('heading', { name: 'The pixel is on your pages' })).toBeVisible()
    const customer = await browser.newContext({ userAgent, ...reachesProduct })
    await openSite(customer, script)
    await (await customer.newPage()).goto(`${siteUrl}/`)
    await expect(frame.getByText(/^Installed/)).toBeVisible()
    await customer.close()
    await frame.getByRole('link', { name: 'Continue' }).click()

    await desk.getByRole('button', { name: 'Wix: Place an order' }).click()
    await frame.getByRole('button', { name: 'Use Recent purchase' }).click()
    await frame.getByRole('checkbox', { name: 'Measure the impact' }).uncheck()
    await frame.getByRole('button', { name: 'Publish nudge' }).click()
    await expect(frame.getByRole('heading', { name: 'Your nudge is live' })).toBeVisible()
    await frame.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(frame.getByText(/^Mila/).first()).toBeVisible()

    const visitor = await browser.newContext({ userAgent, ...reachesProduct })
    await openSite(visitor, script)
    const visited = await visitor.newPage()
    await visited.goto(`${siteUrl}/`)
    await visited.getByText(/^Mila/).click()
    const row = frame.getByRole('listitem').filter({ hasText: 'Recent purchase' })
    await expect(row).toContainText('1 clicked')
    await visitor.close()

    // A reload after a navigation stays in the frame.
    await frame.getByRole('link', { name: 'Goals' }).first().click()
    await expect(frame.getByRole('heading', { level: 1, name: 'Goals' })).toBeVisible()
    await frame.locator('body').evaluate((body) => {
      body.dataset['before'] = ''
      location.reload()
    })
    await expect(frame.locator('body:not([data-before], [inert])')).toBeAttached()
    await expect(frame.getByRole('heading', { level: 1, name: 'Goals' })).toBeVisible()

    // An upgrade is paid on Wix' page, which leads back to the dashboard.
    const openBilling = async () => {
      await frame.getByRole('link', { name: 'Organization' }).first().click()
      await frame.locator('main a[href="/billing"]').first().click()
    }
    await openBilling()
    await frame.locator('a[href^="/billing/plan/plus1"]').first().click()
    await frame.getByRole('button', { name: /^Start / }).click()
    await expect(page.getByRole('heading', { name: 'Checkout of Wix: plus1' })).toBeVisible()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL(dashboard)
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
    await openBilling()
    await expect(frame.getByText('Cancel or renew your plan in Wix').first()).toBeVisible()

    await desk.getByRole('button', { name: 'Wix: Remove the app' }).click()
    await page.goto(dashboard)
    await expect(page.getByText('The app isn’t installed on this site.')).toBeVisible()
    await desk.getByRole('button', { name: 'Wix: Install the app again' }).click()
    await page.goto(dashboard)
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
    await frame.getByRole('link', { name: 'Home' }).first().click()
    await expect(row).toContainText('1 clicked')

    await desk.getByRole('button', { name: 'Wix: Clone the site' }).click()
    const { origin } = new URL(dashboard)
    await desk.goto(`${origin}/account/subscriptions`)
    const listed = await desk.getByRole('listitem').allInnerTexts()
    const clone = listed
      .map((text) => /[0-9a-f-]{36}/.exec(text)?.[0] ?? '')
      .find((id) => id !== '' && !dashboard.endsWith(id))
    await page.goto(`${origin}/dashboard/${clone ?? ''}`)
    await expect(home(page)).toBeVisible()
    await expect(frame.getByText('Finish setting up')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(await product.cli('recount')).toMatchObject({ differences: [] })
  } finally {
    await product.remove()
  }
})
