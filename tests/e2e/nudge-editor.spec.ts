/** A nudge's editor by keyboard only: from a draft to what pages show. */
import type { Page } from 'playwright/test'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const preview = (page: Page) => page.getByRole('group', { name: 'Preview', exact: true })

test('a popup goes from a draft with a blocked claim to a published message, seen as it is typed', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, await beginMessage(page, '/popup-nudges'))
  await expect(heading(page, 'Publishing checks')).toBeVisible()
  await expect(page.getByText('Complete the required fields')).not.toHaveCount(0)
  await checkScreen(page)

  await typeInto(page, field(page, 'Name'), 'Hello')
  await typeInto(page, field(page, 'Text'), '50 people recommend it')
  await expect(status(page, 'You can’t type a number of people')).toBeVisible()
  await pressControl(page, button(page, 'Save and publish'))
  await expect(field(page, 'Text')).toHaveAttribute('aria-invalid', 'true')
  await typeInto(page, field(page, 'Text'), 'Made by hand in Utrecht')
  await expect(status(page, 'All checks passed. Ready to publish.')).toBeVisible()
  await expect(preview(page)).toContainText('Made by hand in Utrecht')
  await typeInto(page, page.getByRole('combobox', { name: 'Countries' }), 'nether')
  await expect(page.locator('.picker__option--active')).toHaveText('Netherlands (NL)')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Remove Netherlands (NL)')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Save'))
  await expect(heading(page, 'Hello')).toBeVisible()
  await pressControl(page, button(page, 'Save and publish'))
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()
  await checkScreen(page)
})

test('a nudge keeps its hours, warns of what is not saved, and goes back to an earlier version', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, await beginMessage(page, '/popup-nudges'))
  await typeInto(page, field(page, 'Text'), 'Made by hand in Utrecht')
  await expect(status(page, 'All checks passed. Ready to publish.')).toBeVisible()
  await pressControl(page, button(page, 'Save and publish'))
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()

  await tabTo(page, page.getByRole('checkbox', { name: 'Monday', exact: true }))
  await page.keyboard.press('Space')
  await expect(status(page, 'Next times it shows:').getByRole('listitem')).toHaveText([
    ...[/^Mon /, /^Mon /, /^Mon /],
  ])
  await checkScreen(page)
  await pressControl(page, page.getByRole('link', { name: 'Back to nudges', exact: true }))
  await expect(heading(page, 'Discard unsaved changes?')).toBeVisible()
  await pressControl(page, button(page, 'Keep editing'))
  await expect(page.getByRole('checkbox', { name: 'Monday', exact: true })).toBeChecked()
  await pressControl(page, button(page, 'Save and publish'))
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await expect(page.getByText('Mon, all day', { exact: true })).toBeVisible()

  await pressControl(page, button(page, 'Restore version 1 as draft'))
  await expect(page.getByText('Unpublished changes', { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Monday', exact: true })).not.toBeChecked()
  await pressControl(page, button(page, 'Save and publish'))
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible()
})

test('a delivery date is set up without a code, and its holidays come back in order', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, await beginNudge(page, '/popup-nudges', 'delivery_date'))
  const pick = async (label: string, text: string, option: RegExp) => {
    const picker = page.getByRole('combobox', { name: label, exact: true }).first()
    await typeInto(page, picker, text)
    await expect(page.locator('.picker__option--active')).toHaveText(option)
    await page.keyboard.press('Enter')
    await expect(picker).toHaveValue(option)
  }
  const dates = page.getByLabel('Date', { exact: true })

  await pick('Shop time zone', 'new york', /^America\/New York \(UTC−0[45]:00\)$/)
  await pressControl(page, button(page, 'Add country'))
  await pick('Country', 'nether', /^Netherlands \(NL\)$/)
  await pressControl(page, button(page, 'Add holiday'))
  await dates.nth(0).fill('2026-12-26')
  await pressControl(page, button(page, 'Add holiday'))
  await dates.nth(1).fill('2026-12-25')
  await expect(status(page, 'Unsaved changes')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Save'))

  await expect(dates.nth(0)).toHaveValue('2026-12-25')
  await expect(dates.nth(1)).toHaveValue('2026-12-26')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Country', exact: true }).first()).toHaveValue(
    'Netherlands (NL)',
  )
})

const beginMessage = (page: Page, gallery: string) => beginNudge(page, gallery, 'custom')

/** Creates a draft like the library's form. Returns the URL of its editor. */
const beginNudge = (page: Page, gallery: string, type: string) =>
  page.evaluate(
    async ([to, chosen]) => {
      const body = new URLSearchParams({ type: chosen })
      return (await fetch(to, { method: 'POST', body })).url
    },
    [gallery, type] as const,
  )
