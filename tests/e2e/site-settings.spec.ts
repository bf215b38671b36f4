/** A site's settings by keyboard only. */
import type { Page } from 'playwright/test'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Leaves the field, saves, and waits for the confirmation. */
async function save(page: Page): Promise<void> {
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await pressControl(page, button(page, 'Save'))
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)
}

test('look, timing, privacy and titles follow what is typed, and pages are told once it is saved', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, `${product.baseUrl}/site-settings/look`)
  const card = page.getByRole('group', { name: 'Preview' }).getByRole('region')

  await expect(heading(page, 'Preview')).toBeVisible()
  await expect(card.getByText('Name in City')).toBeVisible()
  await expect(page.getByText('#0b6e4f has a contrast of')).toHaveCount(2)
  // Options that the plan doesn't include are visible, with the plan that does.
  await expect(page.getByText(/ plan and up$/)).toBeVisible()
  await expect(page.getByLabel('On popups', { exact: true })).toBeDisabled()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Colour of headings, stars and links'), '#ffee00')
  await expect(page.getByText(/On a light card: #ffee00 .* is drawn instead\./)).toBeVisible()
  await expect(page.getByText(/On a dark card: #ffee00 .* drawn as it is\./)).toBeVisible()
  await typeInto(page, page.getByLabel('Colour of headings, stars and links'), 'yellow')
  await pressControl(page, button(page, 'Save'))
  await expect(page.getByText('Enter a colour like #0a7d4f.')).toBeVisible()
  await pressControl(page, button(page, 'Take #b3261e'))
  await expect(page.getByLabel('Colour of headings, stars and links')).toHaveValue('#b3261e')
  await tabTo(page, page.getByLabel('A title such as'))
  await page.keyboard.press('Space')
  await expect(card.getByText('Selling fast')).toBeVisible()
  await pressControl(page, link(page, 'Timing'))
  await expect(page.getByRole('dialog', { name: 'Discard unsaved changes?' })).toBeVisible()
  await pressControl(page, button(page, 'Keep editing'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card.getByText('Selling fast')).toBeVisible()
  await save(page)

  await pressControl(page, link(page, 'Timing'))
  await expect(heading(page, 'Pace of popups')).toBeVisible()
  await expect(page.getByText('It is the only one of the page view.')).toBeVisible()
  await typeInto(page, page.getByLabel('Nudges on a page view, at most'), '3')
  await expect(page.getByText(/1 second later\. At most 3 are shown/)).toBeVisible()
  await tabTo(page, page.getByLabel('Mode'))
  await page.getByLabel('Mode').selectOption('accelerated')
  await expect(page.getByText(/0\.5 seconds later\. At most 3 are shown/)).toBeVisible()
  await expect(page.getByLabel('Shown, in seconds')).toHaveCount(0)
  await checkScreen(page)
  await save(page)

  await pressControl(page, link(page, 'Privacy'))
  await expect(page.getByText('“Name in City bought Product”')).toBeVisible()
  await tabTo(page, page.getByLabel('The first name', { exact: true }))
  await page.keyboard.press('Space')
  await expect(page.getByText('“Someone in City bought Product”')).toBeVisible()
  await tabTo(page, page.getByLabel('Leave out what has no place'))
  await page.keyboard.press('Space')
  await expect(page.getByText('Not shown', { exact: true })).toHaveCount(2)
  await checkScreen(page)
  await save(page)

  await pressControl(page, link(page, 'Language and titles'))
  await expect(heading(page, 'Titles')).toBeVisible()
  await tabTo(page, page.getByLabel('Language of the nudges'))
  await page.keyboard.type('German')
  await expect(page.getByLabel('Over purchases and carts')).toHaveAttribute(
    'placeholder',
    'Verkauft sich schnell',
  )
  await checkScreen(page)
  await save(page)

  await pressControl(page, link(page, 'Moderation'))
  await tabTo(page, page.getByLabel('Purchases that a page reported'))
  await page.keyboard.press('Space')
  await checkScreen(page)
  await save(page)

  await visitScreen(page, `${product.baseUrl}/site-settings/look`)
  await expect(page.getByLabel('Colour of headings, stars and links')).toHaveValue('#b3261e')
  await expect(card.getByText('Jemand in City')).toBeVisible()
})

test('a site is named and stopped, another one added, handed over, and deleted by its name', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, `${product.baseUrl}/settings/teams`)
  await typeInto(page, page.getByLabel('Name of the organization'), 'Second')
  await page.keyboard.press('Enter')
  const second = page.getByRole('button', { name: /organization: Second/ })
  const first = page.getByRole('button', { name: /organization: owner\.example/ })
  await expect(second).toBeVisible()
  await pressControl(page, second)
  await pressControl(page, button(page, 'owner.example'))
  await expect(first).toBeVisible()

  await visitScreen(page, `${product.baseUrl}/site-settings`)
  await expect(heading(page, 'Subject')).toBeVisible()
  await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'Kettles')
  await save(page)
  await checkScreen(page)
  await pressControl(page, button(page, 'Pause all nudges'))
  await expect(page.getByText('Nothing is shown.')).toBeVisible()
  await pressControl(page, button(page, 'Show nudges again'))
  await expect(button(page, 'Pause all nudges')).toBeVisible()

  await pressControl(page, page.getByRole('button', { name: /^Current site: Kettles/ }))
  await pressControl(page, link(page, 'Add site'))
  await expect(heading(page, 'Add a site')).toBeVisible()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Site name'), 'Teapots')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the address of your site.')).toBeVisible()
  await typeInto(page, page.getByLabel('Site address'), 'teapots.example')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/onboarding/)

  await visitScreen(page, `${product.baseUrl}/site-settings/danger`)
  await expect(page.getByLabel('Type its name: Teapots')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: /^Current site: Teapots/ }))
  await pressControl(page, page.getByRole('button', { name: /^Kettles/ }))
  await expect(page.getByLabel('Type its name: Kettles')).toBeVisible()
  await pressControl(page, page.getByRole('button', { name: /^Current site: Kettles/ }))
  await pressControl(page, page.getByRole('button', { name: /^Teapots/ }))
  await expect(page.getByLabel('Type its name: Teapots')).toBeVisible()

  await typeInto(page, page.getByLabel('Type the name of the site: Teapots'), 'Teapots')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose an organization.')).toBeVisible()
  await tabTo(page, page.getByLabel('New organization'))
  await page.keyboard.press('ArrowDown')
  await pressControl(page, button(page, 'Hand the site over'))
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Current site: Teapots.*Second/ })).toBeVisible()

  await visitScreen(page, `${product.baseUrl}/site-settings/danger`)
  await typeInto(page, page.getByLabel('Type its name: Teapots'), 'Teapot')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the name of the site.')).toBeVisible()
  await typeInto(page, page.getByLabel('Type its name: Teapots'), 'Teapots')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/onboarding/)
})
