/** From the install in a store’s control panel to a counted click, in a browser that stores nothing in frames. */
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { blockStorage } from './demo-install.ts'
import { test } from './product-test.ts'

/** As the control panel's double names its store. */
const storefront = 'https://linenoak.example'

async function panelOf(product: ProductServer): Promise<string> {
  const read = () => /BigCommerce +(\S+)/.exec(product.output())?.[1] ?? ''
  await expect.poll(read).not.toBe('')
  return read()
}

/** The store's pages, with the script that its script manager puts there. */
const openStorefront = (context: BrowserContext, script: string) =>
  context.route(`${storefront}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Linen and Oak</title><body><h1>Linen and Oak</h1>${script}</body></html>`,
    }),
  )

/** Chromium lets a site's pages ask a server on this machine with this permission alone. */
const reachesProduct = { permissions: ['local-network-access'] }

const appIn = (page: Page) => page.frameLocator('iframe[title="App"]')

const home = (page: Page) => appIn(page).getByRole('heading', { level: 1, name: 'Home' })

test('an order of the store becomes a nudge that is clicked, and a new install keeps it', async ({
  page,
  context,
  browser,
  userAgent,
}) => {
  if (userAgent === undefined) throw new Error('Robots are not counted.')
  const product = await startProductServer({ demo: true })
  try {
    await blockStorage(page)
    const panel = await panelOf(product)
    const frame = appIn(page)
    await page.goto(panel)
    await page.getByRole('button', { name: 'Install the app' }).click()
    await expect(home(page)).toBeVisible()
    await expect(frame.getByText('Show code')).toHaveCount(0)

    // The pixel's screen names the site, as the script on the pages does.
    const link = await frame.locator('a[href^="/pixel/"]').first().getAttribute('href')
    const uuid = /[0-9a-f-]{36}/.exec(link ?? '')?.[0] ?? ''
    const script = `<script async src="${product.baseUrl}/js/pixel.library.js" data-site="${uuid}"></script>`
    await frame.getByRole('link', { name: 'Continue setup' }).click()
    await expect(frame.getByRole('heading', { name: 'The pixel is on your pages' })).toBeVisible()
    const customer = await browser.newContext({ userAgent, ...reachesProduct })
    await openStorefront(customer, script)
    const shop = await customer.newPage()
    await shop.goto(`${storefront}/`)
    await expect(frame.getByText(/^Installed/)).toBeVisible()
    await customer.close()
    await frame.getByRole('link', { name: 'Continue' }).click()

    // The install's job connects the store's orders before it adds the scripts.
    const books = await context.newPage()
    const countReady = async () => {
      await books.goto(`${panel}/manage/app/31415/bc`)
      await expect(appIn(books).getByRole('heading', { name: 'Your storefront' })).toBeVisible()
      return appIn(books).getByText('Nudges can show on your storefront.').count()
    }
    await expect.poll(countReady).toBe(1)
    await books.goto(panel)
    await books.getByRole('button', { name: 'Place an order' }).click()
    await expect(books.getByText('Orders: 1')).toBeVisible()
    await frame.getByRole('button', { name: 'Use Recent purchase' }).click()
    await frame.getByRole('checkbox', { name: 'Measure the impact' }).uncheck()
    await frame.getByRole('button', { name: 'Publish nudge' }).click()
    await expect(frame.getByRole('heading', { name: 'Your nudge is live' })).toBeVisible()
    await frame.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(frame.getByText(/^Jane/).first()).toBeVisible()

    const visitor = await browser.newContext({ userAgent, ...reachesProduct })
    await openStorefront(visitor, script)
    const visited = await visitor.newPage()
    await visited.goto(`${storefront}/`)
    // The nudge leads to the product.
    await visited.getByRole('link', { name: /^Jane/ }).click()
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

    await page.goto(panel)
    await page.getByRole('button', { name: 'Uninstall the app' }).click()
    await page.getByRole('button', { name: 'Install the app' }).click()
    await expect(home(page)).toBeVisible()
    await expect(row).toContainText('1 clicked')
    expect(await context.cookies(product.baseUrl)).toEqual([])
    expect(await product.cli('recount')).toMatchObject({ differences: [] })
  } finally {
    await product.remove()
  }
})
