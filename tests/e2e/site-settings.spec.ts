/** A site's settings by keyboard only. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The field to transfer the site comes first, the one to delete it last. */
const confirmation = (page: Page, site: string) => page.getByLabel(`Type “${site}” to confirm`)

/** Leaves the field, saves, and waits for the confirmation. */
async function save(page: Page): Promise<void> {
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await pressControl(page, button(page, 'Save'))
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)
}

test('look, timing, privacy and titles follow the typed values, and pages get them once saved', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/site-settings/look')
  const card = page.getByRole('group', { name: 'Preview' }).getByRole('region')

  await expect(heading(page, 'Preview')).toBeVisible()
  await expect(card.getByText('Mia in Ghent')).toBeVisible()
  const widthOf = (image: HTMLImageElement) => image.naturalWidth
  await expect.poll(() => card.locator('img').evaluate(widthOf)).toBeGreaterThan(0)
  await expect(page.getByText('#0b6e4f has a contrast of')).toHaveCount(2)
  // Options that the plan doesn't include are visible, with the plan that does.
  await expect(page.getByText(/ plan and up$/).first()).toBeVisible()
  await expect(page.getByLabel('On popups', { exact: true })).toBeDisabled()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Brand color'), '#ffee00')
  await expect(page.getByText(/Light card: #ffee00 .* so we use .* instead\./)).toBeVisible()
  await expect(page.getByText(/Dark card: #ffee00 .* Readable, used unchanged\./)).toBeVisible()
  await typeInto(page, page.getByLabel('Brand color'), 'yellow')
  await pressControl(page, button(page, 'Save'))
  await expect(page.getByText('Enter a color code, for example #0a7d4f.')).toBeVisible()
  await pressControl(page, button(page, 'Use #b3261e'))
  await expect(page.getByLabel('Brand color')).toHaveValue('#b3261e')
  await tabTo(page, page.getByLabel('Show a title above the text'))
  await page.keyboard.press('Space')
  await expect(card.getByText('Selling fast')).toBeVisible()
  await pressControl(page, link(page, 'Display'))
  await expect(page.getByRole('dialog', { name: 'Discard unsaved changes?' })).toBeVisible()
  await pressControl(page, button(page, 'Keep editing'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card.getByText('Selling fast')).toBeVisible()
  await save(page)

  await pressControl(page, link(page, 'Display'))
  await expect(heading(page, 'Popup timing')).toBeVisible()
  await expect(page.getByText('It’s the only nudge on that page view.')).toBeVisible()
  await typeInto(page, page.getByLabel('Maximum nudges per page view'), '3')
  await expect(page.getByText(/1 second later\. Up to 3 nudges are shown/)).toBeVisible()
  await tabTo(page, page.getByLabel('Mode'))
  await page.getByLabel('Mode').selectOption('accelerated')
  await expect(page.getByText(/0\.5 seconds later\. Up to 3 nudges are shown/)).toBeVisible()
  await expect(page.getByLabel('Display time (seconds)')).toHaveCount(0)
  await checkScreen(page)
  await save(page)

  await pressControl(page, link(page, 'Privacy'))
  await expect(page.getByText('“Mia in Ghent bought Glazed mug”')).toBeVisible()
  await tabTo(page, page.getByLabel('First name', { exact: true }))
  await page.keyboard.press('Space')
  await expect(page.getByText('“Someone in Ghent bought Glazed mug”')).toBeVisible()
  await tabTo(page, page.getByLabel('Hide items without a location'))
  await page.keyboard.press('Space')
  await expect(page.getByText('Hidden', { exact: true })).toHaveCount(2)
  await checkScreen(page)
  await save(page)

  await pressControl(page, link(page, 'Language'))
  await expect(heading(page, 'Titles')).toBeVisible()
  await tabTo(page, page.getByLabel('Nudge language'))
  // One letter finds it. A second one after a pause would begin a new search.
  await page.keyboard.press('g')
  await expect(page.getByLabel('Purchase and cart nudges')).toHaveAttribute(
    'placeholder',
    'Verkauft sich schnell',
  )
  await checkScreen(page)
  await save(page)

  await visitScreen(page, `${product.baseUrl}/site-settings/look`)
  await expect(page.getByLabel('Brand color')).toHaveValue('#b3261e')
  await expect(card.getByText('Jemand in Ghent')).toBeVisible()
})

test('a page that follows the cart is added to the checkouts by one press', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  const { site } = await createAccount(product, owner)
  for (const path of ['/cart', '/till']) {
    const events = [1, 2, 3].map((number) => ({
      id: randomUUID(),
      type: 'visit',
      page: path,
      visitor: `visitor-${String(number).padStart(20, '0')}`,
    }))
    const answer = await page.request.post(`${product.baseUrl}/api/pixel/${String(site)}/events`, {
      headers: { Origin: 'https://owner.example' },
      data: { events },
    })
    expect(answer.ok()).toBe(true)
  }
  await logIn(page, product.baseUrl, owner, '/site-settings/timing')
  const paths = page.getByLabel('My checkout begins with')
  const question = heading(page, 'Is this part of your checkout?')

  await expect(page.getByText('Most visitors open it right after the cart')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Add /till'))
  await expect(paths).toHaveValue('/till')
  await expect(paths).toBeFocused()
  await expect(question).toHaveCount(0)
  await pressControl(page, button(page, 'Discard'))
  await expect(paths).toHaveValue('')
  await pressControl(page, button(page, 'Add /till'))
  await save(page)

  await visitScreen(page, `${product.baseUrl}/site-settings/timing`)
  await expect(paths).toHaveValue('/till')
  await expect(question).toHaveCount(0)
})

test('a site is renamed and paused, another one added, transferred, and deleted by its name', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/settings/teams')
  await typeInto(page, page.getByLabel('Organization name'), 'Second')
  await page.keyboard.press('Enter')
  const second = page.getByRole('button', { name: /organization: Second/ })
  const first = page.getByRole('button', { name: /organization: owner\.example/ })
  await expect(second).toBeVisible()
  await pressControl(page, second)
  await pressControl(page, button(page, 'owner.example'))
  await expect(first).toBeVisible()

  await visitScreen(page, `${product.baseUrl}/site-settings`)
  await expect(heading(page, 'Category')).toBeVisible()
  await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'Kettles')
  await save(page)
  await checkScreen(page)
  await pressControl(page, button(page, 'Pause all nudges'))
  await expect(page.getByText('Nudges are paused.')).toBeVisible()
  await pressControl(page, button(page, 'Resume nudges'))
  await expect(button(page, 'Pause all nudges')).toBeVisible()

  await pressControl(page, page.getByRole('button', { name: /^Current site: Kettles/ }))
  await pressControl(page, link(page, 'Add site'))
  await expect(heading(page, 'Add a site')).toBeVisible()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Site name'), 'Teapots')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your site’s URL.')).toBeVisible()
  await typeInto(page, page.getByLabel('Site URL'), 'teapots.example')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/onboarding/)

  await visitScreen(page, `${product.baseUrl}/site-settings/danger`)
  await expect(confirmation(page, 'Teapots').last()).toBeVisible()
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: /^Current site: Teapots/ }))
  await pressControl(page, page.getByRole('button', { name: /^Kettles/ }))
  await expect(confirmation(page, 'Kettles').last()).toBeVisible()
  await pressControl(page, page.getByRole('button', { name: /^Current site: Kettles/ }))
  await pressControl(page, page.getByRole('button', { name: /^Teapots/ }))
  await expect(confirmation(page, 'Teapots').last()).toBeVisible()

  await typeInto(page, confirmation(page, 'Teapots').first(), 'Teapots')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose an organization.')).toBeVisible()
  await tabTo(page, page.getByLabel('New organization'))
  await page.keyboard.press('ArrowDown')
  await pressControl(page, button(page, 'Transfer site'))
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Current site: Teapots.*Second/ })).toBeVisible()

  await visitScreen(page, `${product.baseUrl}/site-settings/danger`)
  await typeInto(page, confirmation(page, 'Teapots').last(), 'Teapot')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That doesn’t match the site name.')).toBeVisible()
  await typeInto(page, confirmation(page, 'Teapots').last(), 'Teapots')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/onboarding/)
})
