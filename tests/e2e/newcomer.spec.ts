/** A merchant who has never seen the product follows the screens, by keyboard. */
import type { Page } from 'playwright/test'
import { startProductServer } from '../support/product-server.ts'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { expect, test } from './product-test.ts'

test.setTimeout(300_000)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** The window has the settings once the screen's buttons work. */
async function arrive(page: Page, name: string): Promise<void> {
  await expect(heading(page, name)).toBeVisible()
  await page.waitForFunction(() => 'Spark' in window)
}

test('an empty account gets to a previewed, published nudge with a goal by what the screen says', async ({
  page,
  context,
  product,
  shop,
}) => {
  const acts: string[] = []
  const type = async (label: string, text: string) => {
    acts.push(`type ${label}`)
    await typeInto(page, page.getByLabel(label, { exact: true }), text)
  }
  const press = async (name: string, role: 'button' | 'link' = 'button') => {
    acts.push(`press ${name}`)
    await pressControl(page, page.getByRole(role, { name, exact: true }))
  }

  await page.goto(`${product.baseUrl}/auth/register`)
  await type('Name', 'Nora')
  await type('Email', 'nora@example.com')
  await type('Password', 'correct horse battery')
  await tabTo(page, page.getByLabel('I accept the terms of service'))
  acts.push('accept the terms')
  await page.keyboard.press('Space')
  await press('Create account')

  await arrive(page, 'Add your site')
  await checkScreen(page)
  await type('Site URL', shop.url)
  await type('Organization name', 'Nora’s teas')
  await press('Continue')

  await arrive(page, 'Install the pixel')
  await checkScreen(page)
  acts.push('paste the code')
  const code = await page.locator('code', { hasText: 'pixel.library.js' }).innerText()
  shop.setBody(`<h1>Teas</h1>${code}`)
  acts.push('open the shop')
  const dashboardPage = await context.newPage()
  await dashboardPage.goto(`${shop.url}/teas`)
  await page.bringToFront()
  await expect(page.getByText(/^Installed/)).toBeVisible()
  await press('Continue', 'link')

  // Without data there is still a way forward: a custom message needs none.
  await arrive(page, 'Choose your first nudge')
  await checkScreen(page)
  acts.push('open Custom message')
  await pressControl(page, page.locator('summary', { hasText: 'Custom message' }))
  await press('Use Custom message')
  await arrive(page, 'Preview and publish')
  await type('Title', 'Good to know')
  await type('Text', 'We pack every parcel by hand.')
  await press('Show preview')
  const card = page.getByRole('group', { name: 'Preview', exact: true }).locator('.card')
  await expect(card).toContainText('We pack every parcel by hand.')
  await checkScreen(page)

  const opening = context.waitForEvent('page')
  await press('Preview on your site')
  const preview = await opening
  await expect(preview.locator('footfall-nudge .on')).toContainText('We pack every parcel by hand.')
  await preview.close()

  await page.bringToFront()
  // No server reports orders, so the goal is the page after one.
  await expect(page.getByRole('radio', { name: 'Reach a page after ordering' })).toBeChecked()
  await expect(page.getByLabel('Path starts with')).toHaveValue('/thank-you')
  await press('Publish nudge')
  await arrive(page, 'Your nudge is live')
  await expect(page.getByText('Goal: Thank-you page')).toBeVisible()
  await checkScreen(page)
  await press('Go to dashboard', 'link')

  await arrive(page, 'Home')
  const shown = page.getByRole('region', { name: 'What visitors see now' })
  await expect(shown.getByRole('link', { name: 'Custom message', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Home · .+ – Footfall$/)
  await expect(page.getByText('3 of 4 done')).toBeVisible()
  await checkScreen(page)
  expect(acts).toHaveLength(19)
})

test('a skipped step leads on, can be returned to, and is in the checklist on home', async ({
  page,
  product,
  shop,
}) => {
  await page.goto(`${product.baseUrl}/auth/register`)
  await page.getByLabel('Name', { exact: true }).fill('Nora')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('I accept the terms of service').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await arrive(page, 'Add your site')
  await page.getByLabel('Site URL').fill(shop.url)
  await page.getByLabel('Organization name').fill('Nora’s teas')
  await page.getByRole('button', { name: 'Continue' }).click()

  await arrive(page, 'Install the pixel')
  await page.getByRole('button', { name: 'Do this later' }).click()
  await arrive(page, 'Choose your first nudge')
  await page.goBack()
  await arrive(page, 'Install the pixel')
  await page.goForward()
  await arrive(page, 'Choose your first nudge')
  await page.getByRole('link', { name: /^Site/ }).click()
  await expect(page.getByLabel('Site URL')).toHaveValue(shop.url)
  await page.goto(`${product.baseUrl}/onboarding`)
  await arrive(page, 'Choose your first nudge')
  await page.getByRole('button', { name: 'Do this later' }).click()

  await arrive(page, 'Home')
  await expect(page.getByText('0 of 4 done')).toBeVisible()
  await expect(page.getByText('Install the pixel')).toBeVisible()
  await expect(page.getByText('You don’t have any live nudges.')).toBeVisible()
})

test('the operator’s terms open beside the form, and have to be accepted', async ({
  page,
  context,
  shop,
}) => {
  shop.setBody('<h1>What we agree on</h1>')
  const product = await startProductServer({
    environment: {
      TERMS_URL: `${shop.url}/terms`,
      TERMS_VERSION: '2026-11-01',
      PRIVACY_URL: `${shop.url}/privacy`,
    },
  })
  try {
    await page.goto(`${product.baseUrl}/auth/register`)
    await typeInto(page, page.getByLabel('Name', { exact: true }), 'Nora')
    await typeInto(page, page.getByLabel('Email'), 'nora@example.com')
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'correct horse battery')
    const opened = context.waitForEvent('page')
    await pressControl(page, page.locator('form').getByRole('link', { name: 'terms of service' }))
    const terms = await opened
    await expect(terms.getByRole('heading', { name: 'What we agree on' })).toBeVisible()
    expect(terms.url()).toBe(`${shop.url}/terms`)
    await terms.close()

    await expect(page.getByLabel('I accept the terms of service')).not.toBeChecked()
    await pressControl(page, page.getByRole('button', { name: 'Create account' }))
    await expect(page.getByText('Accept the terms of service to create an account.')).toBeVisible()
    await checkScreen(page)
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'correct horse battery')
    await tabTo(page, page.getByLabel('I accept the terms of service'))
    await page.keyboard.press('Space')
    await pressControl(page, page.getByRole('button', { name: 'Create account' }))
    await arrive(page, 'Add your site')
  } finally {
    await product.remove()
  }
})
