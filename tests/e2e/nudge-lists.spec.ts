/** Libraries and lists: from types with data to ordered nudges. */
import type { Page } from 'playwright/test'
import { checkScreen, tabTo, typeInto, pressControl, openPanel } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const names = (page: Page) => page.getByRole('rowheader').locator('a[href^="/nudges/"]')
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

test('popups are begun in the gallery, put in order, switched, copied, put away and paused', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  const question = page.getByRole('dialog', { name: 'Delete the selected drafts?' })
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/popup-nudges')
  await expect(heading(page, 'Popup nudges')).toBeVisible()
  await expect(page.getByText('Needs orders', { exact: true })).not.toHaveCount(0)
  await expect(page.getByText('Ready when you add your text', { exact: true })).toBeVisible()
  await checkScreen(page)

  await begin(page, '/popup-nudges', 'purchase')
  await begin(page, '/popup-nudges', 'review')
  // The library has many buttons, so the keyboard starts at the right one.
  await button(page, 'Create Custom message').focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Publishing checks')).toBeVisible()
  await typeInto(page, field(page, 'Text'), 'Made by hand in Utrecht')
  await expect(status(page, 'All checks passed. Ready to publish.')).toBeVisible()
  await pressControl(page, button(page, 'Publish').first())
  await expect(page.getByRole('status').getByText('Published', { exact: true })).toBeVisible()

  await open(page, '/popup-nudges/list')
  await expect(names(page)).toHaveText(['Recent purchase', 'Review', 'Custom message'])
  await expect(
    page.getByRole('img', { name: 'Custom message: Made by hand in Utrecht', exact: true }),
  ).toBeVisible()
  await checkScreen(page)

  expect(await rowHeights(page)).toEqual([72, 72, 72])

  await pressControl(page, button(page, 'Move Custom message up'))
  await expect(status(page, 'Custom message moved to position 2 of 3')).toBeVisible()
  await expect(names(page)).toHaveText(['Recent purchase', 'Custom message', 'Review'])
  await expect(button(page, 'Move Custom message up')).toBeFocused()
  await row(page, 'Review').locator('[draggable]').dragTo(row(page, 'Recent purchase'))
  await expect(status(page, 'Review moved to position 1 of 3')).toBeVisible()
  await expect(names(page)).toHaveText(['Review', 'Recent purchase', 'Custom message'])
  // A page that scrolls under a drag ends it.
  await row(page, 'Custom message').scrollIntoViewIfNeeded()
  await row(page, 'Review').locator('[draggable]').dragTo(row(page, 'Custom message'))
  await expect(names(page)).toHaveText(['Recent purchase', 'Custom message', 'Review'])

  await pressControl(page, page.getByRole('switch', { name: 'Show Custom message' }))
  await expect(page.getByRole('switch', { name: 'Show Custom message' })).not.toBeChecked()
  await pressControl(page, page.getByRole('switch', { name: 'Show Custom message' }))
  await expect(page.getByRole('switch', { name: 'Show Custom message' })).toBeChecked()
  await pressAct(page, 'Custom message', 'Duplicate')
  await expect(names(page)).toHaveText([
    ...['Recent purchase', 'Custom message', 'Review', 'Custom message (copy)'],
  ])

  await typeInto(page, field(page, 'Search by name'), 'custom MESSAGE')
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['Custom message', 'Custom message (copy)'])
  await expect(page.getByText('2 nudges match', { exact: true })).toBeVisible()
  await open(page, '/popup-nudges/list?state=draft&type=custom')
  await expect(names(page)).toHaveText(['Custom message (copy)'])
  await choose(page, 'Custom message (copy)')
  await pressControl(page, button(page, 'Archive'))
  await expect(page.getByText('No matching nudges', { exact: true })).toBeVisible()
  await expect(status(page, '0 nudges match')).toBeFocused()
  await pressControl(page, button(page, 'Undo'))
  await expect(names(page)).toHaveText(['Custom message (copy)'])
  await pressAct(page, 'Custom message (copy)', 'Archive')
  await expect(page.getByText('No matching nudges', { exact: true })).toBeVisible()

  await open(page, '/popup-nudges/list?view=archived')
  await expect(names(page)).toHaveText(['Custom message (copy)'])
  await checkScreen(page)
  await choose(page, 'Custom message (copy)')
  await pressControl(page, button(page, 'Delete drafts'))
  await expect(question).toBeVisible()
  await checkScreen(page)
  await pressControl(page, question.getByRole('button', { name: 'Cancel' }))
  await expect(question).toBeHidden()
  await expect(names(page)).toHaveText(['Custom message (copy)'])
  await pressAct(page, 'Custom message (copy)', 'Restore')
  await expect(page.getByText('No archived nudges.', { exact: true })).toBeVisible()
  await open(page, '/popup-nudges/list')
  await expect(names(page)).toHaveCount(4)
  await deleteDraft(page, 'Custom message (copy)')
  await expect(names(page)).toHaveCount(3)
  await choose(page, 'Review')
  await pressControl(page, button(page, 'Archive'))
  await expect(names(page)).toHaveCount(2)
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeFocused()
  await open(page, '/popup-nudges/list?view=archived')
  await choose(page, 'Review')
  await pressControl(page, button(page, 'Delete drafts'))
  await pressControl(page, question.getByRole('button', { name: 'Delete drafts' }))
  await expect(page.getByText('No archived nudges.', { exact: true })).toBeVisible()
  await open(page, '/popup-nudges/list')
  const pausing = page.locator('summary', { hasText: 'Pause all nudges' })
  await pressControl(page, pausing)
  await pressControl(page, button(page, 'Until I resume'))
  await expect(page.getByText('All nudges are paused', { exact: true })).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Resume nudges'))
  await expect(pausing).toBeVisible()
})

/** In its editor, which asks first. */
async function deleteDraft(page: Page, name: string): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Delete this draft?' })
  await pressControl(page, page.getByRole('link', { name, exact: true }))
  await pressControl(page, page.locator('summary', { hasText: 'More actions' }))
  await pressControl(page, button(page, 'Delete draft'))
  await pressControl(page, question.getByRole('button', { name: 'Cancel' }))
  await expect(question).toBeHidden()
  await pressControl(page, button(page, 'Delete draft'))
  await pressControl(page, question.getByRole('button', { name: 'Delete draft' }))
  await page.waitForURL(/-nudges\/list/)
}

test('an inline nudge is taken from the library, gets a place and is published', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/inline-nudges')
  await expect(page.getByText('No inline nudges yet', { exact: true })).toBeVisible()
  await checkScreen(page)
  await pressControl(page, page.getByRole('link', { name: 'Browse library', exact: true }))
  await expect(button(page, 'Create Custom message')).toBeVisible()
  await checkScreen(page)

  await button(page, 'Create Custom message').focus()
  await page.keyboard.press('Enter')
  await typeInto(page, field(page, 'Text'), 'Made by hand in Utrecht')
  await openPanel(page, 'Where')
  await expect(heading(page, 'Placement')).toBeVisible()
  const place = `[data-nudge="${page.url().split('/').at(-1)?.split('?')[0] ?? ''}"]`
  await expect(button(page, 'Point at the place')).toBeVisible()
  await pressControl(page, page.locator('summary', { hasText: 'Advanced' }))
  await expect(page.getByText(place, { exact: true })).toBeVisible()
  await expect(button(page, 'Copy placeholder for your page')).toBeVisible()
  await typeInto(page, field(page, 'CSS selector'), place)
  await expect(status(page, 'All checks passed. Ready to publish.')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Publish').first())
  await expect(page.getByRole('status').getByText('Published', { exact: true })).toBeVisible()

  await open(page, '/inline-nudges')
  await expect(row(page, 'Custom message')).toContainText(`After ${place}`)
  await checkScreen(page)
})

/** Opens a screen by path. */
const open = (page: Page, path: string) => visitScreen(page, new URL(path, page.url()).href)

async function choose(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('checkbox', { name: `Select ${name}`, exact: true }))
  await page.keyboard.press('Space')
}

/** In the menu of its row. */
async function pressAct(page: Page, name: string, act: string): Promise<void> {
  const opener = page.getByLabel(`Actions for ${name}`, { exact: true })
  await opener.press('Enter')
  await expect(button(page, `${act} ${name}`)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(button(page, `${act} ${name}`)).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await pressControl(page, button(page, `${act} ${name}`))
}

/** In a wide window, which has room for a table. */
const rowHeights = (page: Page) =>
  page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)))

/** Creates a draft like the library's form. */
const begin = (page: Page, gallery: string, type: string) =>
  page.evaluate(
    async ([to, named]) => {
      const body = new URLSearchParams({ type: named })
      await fetch(to, { method: 'POST', body })
    },
    [gallery, type] as const,
  )
