/** A site's goals by keyboard only: from none to one that a real page reaches. */
import type { Page } from 'playwright/test'
import { checkScreen, typeInto, pressControl } from './keyboard.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

test('a goal is made from a preset, reached on a page, changed and deleted', async ({
  page,
  context,
  product,
  shop,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner, '--site-url', shop.url)
  await logIn(page, product.baseUrl, owner)

  await pressControl(page, page.getByRole('link', { name: 'Goals', exact: true }))
  await expect(heading(page, 'Goals')).toBeVisible()
  await expect(page.getByText('No goals yet')).toBeVisible()
  await checkScreen(page)

  await pressControl(page, page.getByRole('link', { name: 'Phone number tapped' }))
  await expect(page.getByLabel('CSS selector of the element')).toHaveValue('a[href^="tel:"]')
  await typeInto(page, page.getByLabel('CSS selector of the element'), '.buy[')
  await expect(status(page, 'This isn’t a valid CSS selector')).toBeVisible()
  await pressControl(page, page.getByRole('link', { name: 'Thank-you page reached' }))
  await expect(heading(page, 'New goal')).toBeVisible()
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/thank-you')
  await typeInto(page, page.getByLabel('Path', { exact: true }), 'thanks')
  await pressControl(page, page.getByRole('button', { name: 'Create goal' }))
  await expect(page.getByText('Must start with a slash, for example /thank-you.')).toBeVisible()
  await typeInto(page, page.getByLabel('Path', { exact: true }), '/thanks')
  await typeInto(page, page.getByLabel('Page URL'), '/thanks/1001?key=a')
  await expect(status(page, 'Counts: visiting /thanks/1001 reaches the goal.')).toBeVisible()
  await typeInto(page, page.getByLabel('Page URL'), 'https://pay.example/thanks')
  await expect(status(page, 'pay.example isn’t part of this site')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: 'Create goal' }))

  await expect(heading(page, 'Thank-you page')).toBeVisible()
  await expect(status(page, 'Waiting for a test…')).toBeVisible()
  await checkScreen(page)
  const uuid = await readSite(page)
  shop.setBody(
    `<main>Thanks</main><script async src="${product.baseUrl}/js/pixel.library.js" data-site="${uuid}"></script>`,
  )
  const opening = context.waitForEvent('page')
  await pressControl(page, page.getByRole('button', { name: 'Test on your site' }))
  const tab = await opening
  await expect(tab.getByRole('region', { name: /^Test tab/ })).toBeVisible()
  await tab.goto(`${shop.url}/thanks/1001`)
  await page.bringToFront()
  await expect(status(page, 'It works: your test tab reached the goal')).toBeVisible()
  await expect(heading(page, 'Latest conversions (last 7 days)')).toHaveCount(0)
  await tab.close()

  const visitor = await context.newPage()
  await visitor.goto(`${shop.url}/thanks/1001`)
  await page.bringToFront()
  await expect(heading(page, 'Latest conversions (last 7 days)')).toBeVisible()
  await visitor.close()

  await visitScreen(page, page.url())
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Thanked')
  await pressControl(page, page.getByRole('button', { name: 'Save', exact: true }))
  await expect(heading(page, 'Thanked')).toBeVisible()
  await pressControl(page, page.getByRole('link', { name: 'Back to goals' }))
  await expect(page.getByRole('row', { name: /Thanked/ })).toContainText(
    'none in the previous period',
  )
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: 'Turn off: Thanked' }))
  await expect(page.getByRole('button', { name: 'Turn on: Thanked' })).toBeVisible()

  await page.clock.install()
  await pressControl(page, page.getByRole('link', { name: 'Thanked', exact: true }))
  await expect(heading(page, 'Delete goal')).toBeVisible()
  await pressControl(page, page.getByRole('button', { name: 'Delete Thanked' }))
  await expect(page.getByRole('dialog', { name: 'Delete Thanked?' })).toBeVisible()
  // Meanwhile it is time for the screen to refresh itself, which finds no goal any more.
  await page.route('**/goals/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    await page.clock.runFor(10_000)
    return route.fulfill({ response })
  })
  await pressControl(page, page.getByRole('button', { name: 'Delete goal', exact: true }))
  await expect(page.getByText('Goal and its conversions deleted')).toBeVisible()
})

/** The uuid of the current site, from the link to its pixel. */
async function readSite(page: Page): Promise<string> {
  const address = await page
    .getByRole('link', { name: 'Pixel', exact: true })
    .first()
    .getAttribute('href')
  return address?.replace('/pixel/', '') ?? ''
}
