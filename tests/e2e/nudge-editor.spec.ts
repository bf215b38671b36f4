/** A nudge's editor by keyboard only: from a draft to what pages show. */
import type { Locator, Page } from 'playwright/test'
import { checkScreen, findCovered, openPanel, tabTo, typeInto, pressControl } from './keyboard.ts'
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
  const before = page.getByRole('list').filter({ hasText: 'Holdout group' })
  await expect(before.getByRole('listitem').filter({ hasText: 'Fix this first' })).toHaveText([
    /Required fields are missing/,
  ])
  await expect(page.getByText('Complete the required fields')).not.toHaveCount(0)
  await checkScreen(page)

  await typeInto(page, field(page, 'Name'), 'Hello')
  await typeInto(page, field(page, 'Text'), '50 people recommend it')
  await expect(status(page, 'You can’t type a number of people')).toBeVisible()
  await pressControl(page, button(page, 'Fix 1 issue').first())
  await expect(field(page, 'Text')).toBeFocused()
  await typeInto(page, field(page, 'Text'), 'Made by hand in Utrecht')
  await expect(status(page, 'All checks passed. Ready to publish.')).toBeVisible()
  await expect(preview(page)).toContainText('Made by hand in Utrecht')
  await moveToTopRight(page)
  await chooseDesign(page)
  await openPanel(page, 'Where')
  await typeInto(page, page.getByRole('combobox', { name: 'Countries' }), 'nether')
  await expect(page.locator('.picker__option--active')).toHaveText('Netherlands (NL)')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Remove Netherlands (NL)')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Save draft'))
  await expect(heading(page, 'Hello')).toBeVisible()
  await pressControl(page, button(page, /^Publish/).first())
  await expect(page.getByText('1 item to show.')).toBeVisible()
  await expect(page.getByText('Fix this first')).toHaveCount(0)
  await expect(page.getByText('No page has checked it in the last 24 hours.')).toBeVisible()
  await openPanel(page, 'Test and history')
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
  await pressControl(page, button(page, /^Publish/).first())
  await openPanel(page, 'Test and history')
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()

  await openPanel(page, 'When')
  await tabTo(page, page.getByRole('checkbox', { name: 'Monday', exact: true }))
  await page.keyboard.press('Space')
  await expect(status(page, 'Next times it shows:').getByRole('listitem')).toHaveText([
    ...[/^Mon, /, /^Mon, /, /^Mon, /],
  ])
  await checkScreen(page)
  await pressControl(page, page.getByRole('link', { name: 'Back to nudges', exact: true }))
  await expect(heading(page, 'Discard unsaved changes?')).toBeVisible()
  await pressControl(page, button(page, 'Keep editing'))
  await expect(page.getByRole('checkbox', { name: 'Monday', exact: true })).toBeChecked()
  await pressControl(page, button(page, /^Publish/).first())
  await openPanel(page, 'Test and history')
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await expect(page.getByText('Mon, all day', { exact: true })).toBeVisible()

  await pressControl(page, button(page, 'Restore version 1 as draft'))
  await pressControl(page, page.getByText('1 change not published', { exact: true }))
  const changes = page.locator('.studio__changes')
  await expect(changes.getByRole('listitem')).toHaveText([/^When.*Mon, all day.*to Any time$/])
  await checkScreen(page)
  await pressControl(page, changes.getByRole('link', { name: 'Days and times', exact: true }))
  await expect(page.getByRole('checkbox', { name: 'Monday', exact: true })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Monday', exact: true })).not.toBeChecked()
  await pressControl(page, button(page, /^Publish/).first())
  await openPanel(page, 'Test and history')
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
  await pressControl(page, button(page, 'Save draft'))

  await expect(dates.nth(0)).toHaveValue('2026-12-25')
  await expect(dates.nth(1)).toHaveValue('2026-12-26')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Country', exact: true }).first()).toHaveValue(
    'Netherlands (NL)',
  )
})

/** Preview and save bar leave the fields free, in a list of panels and in an accordion. */
async function expectUncovered(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of [
    [1280, 720],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height })
    const links = page.getByRole('link', { name: /^(Message|Look|Where|When)/ })
    await expect(links.filter({ visible: true })).toHaveCount(4)
    for (const panel of await links.filter({ visible: true }).all()) {
      await panel.click()
      const covered = await findCovered(page.locator('.studio__fields'))
      expect({ width, covered }).toEqual({ width, covered: [] })
    }
  }
  if (before) await page.setViewportSize(before)
  await openPanel(page, 'Where')
}

/** The preview follows, and the site's position stays the one of all other nudges. */
async function moveToTopRight(page: Page): Promise<void> {
  const desktop = page.getByRole('group', { name: 'On desktop' })
  const card = preview(page).locator('.card')
  const isAbove = () =>
    card.evaluate((element) => {
      const page = element.getRootNode() as ShadowRoot
      const stage = page.host.parentElement?.parentElement?.getBoundingClientRect()
      const { left, top, height } = element.getBoundingClientRect()
      return stage && [left > stage.left + 100, top + height / 2 < stage.top + stage.height / 2]
    })
  await openPanel(page, 'Look')
  await expect(desktop.getByRole('radio', { name: 'Bottom left' })).toBeDisabled()
  await expect.poll(isAbove).toEqual([false, false])
  await tabTo(page, page.getByRole('radio', { name: 'For all nudges' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, desktop.getByRole('radio', { name: 'Bottom left' }))
  await page.keyboard.press('ArrowLeft')
  await expect(desktop.getByRole('radio', { name: 'Top right' })).toBeChecked()
  await expect.poll(isAbove).toEqual([true, true])
  await checkScreen(page)
  // Back to where all nudges are, and there again on the preview itself.
  const alone = page.getByText('Position for this nudge only')
  await button(page, 'Use the site’s').press('Enter')
  await expect(alone).toHaveCount(0)
  await expect.poll(isAbove).toEqual([false, false])
  await button(page, 'Top right').press('Enter')
  await expect(alone).toBeVisible()
  await expect(button(page, 'Top right')).toBeFocused()
  await expect.poll(isAbove).toEqual([true, true])
  await expect(desktop.getByRole('radio', { name: 'Top right' })).toBeChecked()
}

/** A picture changes several settings together, each can be changed, and one undo reverts all. */
async function chooseDesign(page: Page): Promise<void> {
  const card = preview(page).locator('.card')
  const designs = page.getByRole('group', { name: 'Designs' })
  await expect(designs.getByRole('button', { name: 'Same as site' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await designs.getByRole('button', { name: 'Midnight' }).press('Enter')
  await expect(designs.getByRole('button', { name: 'Midnight' })).toBeFocused()
  await expect(card).toHaveCSS('background-color', 'rgb(27, 31, 36)')
  await expect(page.getByRole('radio', { name: 'Dark', exact: true })).toBeChecked()
  await page.getByText('Fine-tune').press('Enter')
  await page.getByLabel('Corners').selectOption('Square')
  await expect(card).toHaveCSS('border-radius', '0px')
  await expect(designs.locator('[aria-pressed=true]')).toHaveCount(0)
  await checkScreen(page)
  await button(page, 'Undo').click()
  await expect(card).toHaveCSS('border-radius', '12px')
  await button(page, 'Undo').click()
  await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(designs.getByRole('button', { name: 'Same as site' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
}

/** Facts are inserted, changed and removed as if they were typed, and the linter marks its words. */
async function changeFacts(page: Page, text: Locator): Promise<void> {
  const facts = page.getByRole('listbox', { name: 'Facts for Text' })
  const chip = page.getByRole('group', { name: 'Place in Text' })
  await tabTo(page, text)
  await page.keyboard.press('End')
  await page.keyboard.type(' {pl')
  await expect(facts.getByRole('option')).toHaveText(['Place (“in Utrecht”)'])
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('bought {product|something} {place|}')
  await expect(facts).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await typeInto(page, chip.getByLabel('If missing, show'), 'nearby, 12 Customers did')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('bought {product|something} {place|nearby, 12 Customers did}')
  await expect(text).toBeFocused()
  await expect(page.locator('.message-field__mark--block')).toHaveText(['12 Customers'])
  await expect(text).toHaveAccessibleDescription(/must come from your data/)
  await expect(button(page, 'Fix 1 issue').first()).toBeVisible()

  await page.keyboard.press('ArrowLeft')
  await checkScreen(page)
  await pressControl(page, chip.getByRole('button', { name: 'Remove Place', exact: true }))
  await expect(text).toHaveValue('bought {product|something}')
  await pressControl(page, button(page, 'Add a fact to Text'))
  await expect(text).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(facts).toHaveCount(0)
  await pressControl(page, button(page, 'Add a fact to Text'))
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('bought {product|something}{first_name|Someone}')
  // The browser's own undo knows what was inserted.
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(text).toHaveValue('bought {product|something}')
}

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

test('changes are undone and redone, and Enter saves without publishing', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, await beginMessage(page, '/popup-nudges'))
  await expect(button(page, 'Undo')).toBeDisabled()
  await typeInto(page, field(page, 'Text'), 'Made by hand')
  await openPanel(page, 'Where')
  await tabTo(page, page.getByRole('checkbox', { name: 'Cart', exact: true }))
  await page.keyboard.press('Space')
  await pressControl(page, button(page, 'Add page'))
  await typeInto(page, field(page, 'Path or part of a path'), '/sale')

  await expectUncovered(page)

  await pressControl(page, button(page, 'Undo'))
  await expect(field(page, 'Path or part of a path')).toHaveValue('')
  await pressControl(page, button(page, 'Undo'))
  await expect(field(page, 'Path or part of a path')).toHaveCount(0)
  await pressControl(page, button(page, 'Undo'))
  await expect(page.getByRole('checkbox', { name: 'Cart', exact: true })).not.toBeChecked()
  await openPanel(page, 'Message')
  await expect(field(page, 'Text')).toHaveValue('Made by hand')
  await pressControl(page, button(page, 'Redo'))
  await pressControl(page, button(page, 'Redo'))
  await pressControl(page, button(page, 'Redo'))
  await expect(button(page, 'Redo')).toBeDisabled()

  await tabTo(page, field(page, 'Name'))
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast').filter({ hasText: 'Draft saved.' })).toBeVisible()
  await page.reload()
  await openPanel(page, 'Where')
  await expect(page.getByRole('checkbox', { name: 'Cart', exact: true })).toBeChecked()
  await expect(field(page, 'Path or part of a path')).toHaveValue('/sale')
  await expect(button(page, 'Publish').first()).toBeVisible()
})

test('our wording is in the field, is changed by a word, and comes back when it’s cleared', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, await beginNudge(page, '/popup-nudges', 'purchase'))
  const text = field(page, 'Text')
  await expect(text).toHaveValue('bought {product|something}')
  await expect(button(page, 'Undo')).toBeDisabled()
  await changeFacts(page, text)

  await tabTo(page, text)
  await page.keyboard.press('Home')
  await page.keyboard.type('just ')
  await expect(preview(page)).toContainText('just bought Glazed mug')
  await pressControl(page, button(page, 'Save draft'))
  await expect(page.locator('.toast').filter({ hasText: 'Draft saved.' })).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('just bought {product|something}')

  await tabTo(page, text)
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await expect(preview(page)).toContainText('bought Glazed mug')
  await pressControl(page, button(page, 'Save draft'))
  await expect(page.locator('.toast').filter({ hasText: 'Draft saved.' })).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('bought {product|something}')
})
