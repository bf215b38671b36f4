/** The shell around the screens, by keyboard only. */
import { expect, test } from './product-test.ts'
import { checkScreen, tabTo, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'

test('the bell shows news once', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await product.cli(
    ...['announce', '--body', 'Goals have a screen of their own.'],
    ...['--action-text', 'Ask us about it', '--action-url', '/support'],
  )
  await logIn(page, product.baseUrl, 'owner@example.com')
  const unread = page.getByRole('button', { name: 'Announcements, 1 unread' })
  const bell = page.getByRole('button', { name: 'Announcements', exact: true })
  const news = page.getByRole('listitem').filter({ hasText: 'Goals have a screen of their own.' })

  const tooltip = page.getByRole('tooltip', { name: 'Announcements' })
  await unread.hover()
  await expect(tooltip).toBeVisible()
  await page.mouse.move(640, 500, { steps: 5 })
  await expect(tooltip).toBeHidden()
  await tabTo(page, unread)
  await expect(tooltip).toBeVisible()
  const marked = page.waitForResponse((response) => response.url().endsWith('/announcements/read'))
  await page.keyboard.press('Enter')

  await expect(news).toBeVisible()
  expect((await marked).status()).toBe(200)
  await expect(bell).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(news).toBeHidden()
  await expect(bell).toBeFocused()
  await visitScreen(page, `${product.baseUrl}/account/devices`)
  await expect(bell).toBeVisible()
  await pressControl(page, bell)
  await pressControl(page, page.getByRole('link', { name: 'Ask us about it' }))
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
})

for (const width of [1280, 320]) {
  test(`the switcher leads to another organization and back at ${String(width)} pixels`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 720 })
    await createAccount(product, 'owner@example.com')
    await logIn(page, product.baseUrl, 'owner@example.com', '/settings/teams')
    await page.getByLabel('Organization name').fill('Second')
    await page.keyboard.press('Enter')
    const second = page.getByRole('button', { name: /organization: Second/ })
    const first = page.getByRole('button', { name: /organization: owner\.example/ })
    await expect(second).toBeVisible()

    await pressControl(page, second)
    await pressControl(page, page.getByRole('button', { name: 'owner.example', exact: true }))

    await expect(first).toBeVisible()
    // The screen of one organization is replaced by the list.
    await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
    await visitScreen(page, `${product.baseUrl}/account/devices`)
    await pressControl(page, first)
    await expect(page.getByRole('list', { name: 'Sites in owner.example' })).toBeVisible()
    await checkScreen(page)
    await pressControl(page, page.getByRole('button', { name: 'Second', exact: true }))
    await expect(second).toBeVisible()
    await expect(page).toHaveURL(/\/account\/devices$/)
  })
}

test('a request for help is typed, corrected and sent', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com')
  await pressControl(page, page.getByRole('button', { name: /^Account: owner/ }))
  await pressControl(page, page.getByRole('link', { name: 'Support' }))
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
  const subject = page.getByLabel('Subject')
  const message = page.getByLabel('Message', { exact: true })

  await tabTo(page, subject)
  await page.keyboard.type('A nudge')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a message of at least 10 characters.')).toBeVisible()
  await expect(message).toBeFocused()
  await page.keyboard.type('Where is my nudge?')
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: 'Send message' }))

  await expect(page.getByText('Message sent. We’ll get back to you by email.')).toBeVisible()
  await expect(subject).toHaveValue('')
  await expect(message).toHaveValue('')
  await checkScreen(page)
})

test('the error page names the address and goes back to the root', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com')

  await page.goto(`${product.baseUrl}/no/such/page`)
  await expect(page.getByText('Page Not Found: /no/such/page')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, page.getByRole('link', { name: 'Go back' }))

  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
})

test('messages are at the bottom right, five at most, and F8 leads to them', async ({
  page,
  context,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com', '/support')
  const toasts = page.getByRole('listitem').filter({ hasText: 'Failed to fetch' })
  const region = page.getByRole('region', { name: 'Messages (F8)' })
  await tabTo(page, page.getByLabel('Subject'))
  await page.keyboard.type('A nudge')

  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(toasts).toHaveCount(1)
  // Keyboard focus keeps toasts open.
  await page.keyboard.press('F8')
  await expect(region.getByRole('list')).toBeFocused()
  const box = await toasts.first().boundingBox()
  expect(box && { right: box.x + box.width > 1_200, bottom: box.y > 500 }).toEqual({
    right: true,
    bottom: true,
  })
  await pressControl(page, toasts.first().getByRole('button', { name: 'Close' }))

  await expect(toasts).toHaveCount(0)
  await expect(page.getByLabel('Subject')).toHaveValue('A nudge')
})
