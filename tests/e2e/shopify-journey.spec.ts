/** From the install to a counted click, as a merchant and their customers experience it. */
import { expect, type Page } from 'playwright/test'
import { startProductServer } from '../support/product-server.ts'
import { adminOf, blockStorage, checkOut, install, order } from './demo-install.ts'
import { test } from './product-test.ts'

/** The answer to the web pixel's report. A browser that is closed before that may not send it. */
const reportOfOrder = (page: Page) =>
  page.waitForResponse((answer) => answer.request().postData()?.includes('"order"') ?? false)

for (const isBlocked of [false, true]) {
  test(`an order of the shop becomes a nudge that is clicked, storage ${isBlocked ? 'blocked' : 'allowed'}`, async ({
    page,
    context,
    browser,
    userAgent,
  }) => {
    if (userAgent === undefined) throw new Error('Robots are not counted.')
    const product = await startProductServer({ demo: true })
    try {
      if (isBlocked) await blockStorage(page)
      const admin = await adminOf(product)
      const frame = await install(page, product)
      const store = await page.getByRole('link', { name: 'View store' }).getAttribute('href')
      if (store === null) throw new Error('There is no link to the store.')

      await frame.getByRole('link', { name: 'Turn on', exact: true }).click()
      const opened = context.waitForEvent('page')
      await frame.getByRole('link', { name: 'Open theme editor' }).click()
      const theme = await opened
      await expect(theme.getByRole('status')).toContainText('to finish')
      await theme.getByRole('button', { name: /^Switch on/ }).click()
      await expect(theme.getByRole('button', { name: /^Switch off/ })).toBeVisible()
      await theme.close()
      const customer = await browser.newContext({ userAgent })
      const shopPage = await customer.newPage()
      await shopPage.goto(store)
      await expect(frame.getByText(/^Installed/)).toBeVisible()
      await frame.getByRole('link', { name: 'Continue' }).click()

      const firstReport = reportOfOrder(shopPage)
      await order(shopPage, store, 'Mira')
      expect((await firstReport).status()).toBe(200)
      await customer.close()
      await frame.getByRole('button', { name: 'Use Recent purchase' }).click()
      await frame.getByRole('checkbox', { name: 'Measure the impact' }).uncheck()
      await frame.getByRole('button', { name: 'Publish nudge' }).click()
      await expect(frame.getByRole('heading', { name: 'Your nudge is live' })).toBeVisible()
      await frame.getByRole('link', { name: 'Go to dashboard' }).click()
      await expect(frame.getByText(/^Mira/).first()).toBeVisible()

      // Mira ordered before the goal existed. If her order's webhook came after that, it counts.
      const goals = await context.newPage()
      const counted = goals
        .frameLocator('iframe.app-frame')
        .getByRole('row')
        .filter({ hasText: 'Order placed' })
        .getByRole('cell')
        .nth(3)
      await goals.goto(`${admin}/apps/footfall/goals`)
      await expect(counted).toContainText(/^\d/)
      const before = await counted.innerText()
      const orders = parseInt(before, 10) + 1

      // The first page may have the old payload cached for ten seconds. A new visitor doesn't.
      const visitor = await browser.newContext({ userAgent })
      const visited = await visitor.newPage()
      await visited.goto(store)
      await visited.getByRole('link', { name: /^Mira/ }).click()
      await expect(visited).toHaveURL(/\/products\//)
      const row = frame.getByRole('listitem').filter({ hasText: 'Recent purchase' })
      await expect(row).toContainText('1 clicked')

      // The shop's server reports the order, and the web pixel does. It counts once.
      const reported = reportOfOrder(visited)
      await checkOut(visited, 'Noor')
      expect((await reported).status()).toBe(200)
      await visitor.close()
      await expect(frame.getByText(/^Noor/).first()).toBeVisible()
      const rowOf = (name: string) => frame.getByRole('row').filter({ hasText: name })
      await page.goto(`${admin}/apps/footfall/data-feeds`)
      await expect(rowOf('Noor')).toHaveCount(1)
      await page.goto(`${admin}/apps/footfall/statistics/pages`)
      // Both customers were there, which the web pixel alone reports.
      const visits = rowOf('/checkout/thank-you').getByRole('cell').first()
      await expect(visits).toHaveText('2')
      await goals.reload()
      const worth = (18 * orders).toFixed(2)
      await expect(counted).toContainText(new RegExp(`^${String(orders)}\\s*€${worth}`))

      await page.goto(`${admin}/apps`)
      await page.getByRole('button', { name: 'Uninstall' }).click()
      await expect(page.getByRole('link', { name: 'Install app' })).toBeVisible()
      await install(page, product)
      await expect(row).toContainText('1 clicked')
      expect(await product.cli('recount')).toMatchObject({ differences: [] })
    } finally {
      await product.remove()
    }
  })
}
