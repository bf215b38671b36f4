/** The palette and the list of keys, by keyboard alone. */
import { expect, test } from './product-test.ts'
import { findFaults, pressControl } from './keyboard.ts'
import { logIn, createAccount } from './account.ts'

test('typing leads to screens, nudges and actions', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com')
  const field = page.getByRole('combobox', { name: 'Search screens, nudges and actions' })
  const option = (name: string) => page.getByRole('option', { name })
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const search = page.getByRole('button', { name: 'Search' })

  await pressControl(page, search)
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { selected: true })).toHaveText('New popup nudge')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText('New inline nudge')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await option('New inline nudge').getAttribute('id')) ?? 'none',
  )
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(search).toBeFocused()

  await page.keyboard.press('Control+K')
  await page.keyboard.type('zebra')
  await expect(
    page.getByRole('status').filter({ hasText: 'Nothing found for “zebra”' }),
  ).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('goa')
  await page.keyboard.press('Enter')
  await expect(heading('Goals')).toBeFocused()

  await page.keyboard.press('Control+K')
  await page.keyboard.type('pau nu')
  await expect(option('Pause all nudges')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('All nudges are paused')).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('resume')
  await expect(option('Resume nudges')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('All nudges are paused')).toBeHidden()
})

test('letters typed while it opens are all kept', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com')
  const field = page.getByRole('combobox', { name: 'Search screens, nudges and actions' })

  // The last letter comes right after the dialog is shown, before anything is drawn again.
  await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      document.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
    const typeLast = () => {
      const field = document.activeElement
      if (!(field instanceof HTMLInputElement)) return
      field.setRangeText('u', field.value.length, field.value.length, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'u' }))
    }
    const capture = ({ target }: Event) => {
      if (!(target instanceof HTMLLinkElement)) return
      document.removeEventListener('load', capture, true)
      target.addEventListener('load', typeLast, { once: true })
    }
    document.addEventListener('load', capture, true)
    press({ key: 'k', ctrlKey: true })
    press({ key: 'p' })
    press({ key: 'a' })
  })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('pau')
  await expect(page.getByRole('option', { name: 'Pause all nudges' })).toBeVisible()

  // Reopened before the browser reports that it was closed.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog.palette')?.close()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
})

test('a question mark shows the keys, but not while typing, and nothing overflows', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com', '/settings/teams')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await page.getByLabel('Organization name').focus()
  await page.keyboard.type('?')
  await expect(keys).toBeHidden()
  await expect(page.getByLabel('Organization name')).toHaveValue('?')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('Control+K')
  await expect(
    page.getByRole('combobox', { name: 'Search screens, nudges and actions' }),
  ).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
})
