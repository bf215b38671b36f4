/**
 * Events while a page is open: the session expires, a newer build is deployed, a chunk fails to
 * load, the connection is lost.
 */
import type { Page } from 'playwright/test'
import { expect, test } from './product-test.ts'
import { checkScreen, tabTo, pressControl } from './keyboard.ts'
import { giveSecondFactor } from './kiosk.ts'
import { logIn, createAccount, password, visitScreen } from './account.ts'
import { hourMillis } from '#app/lib/time.ts'

test('a session that ended takes no form away: log in beside it and send it again', async ({
  page,
  context,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com', '/support')
  await page.getByLabel('Subject').fill('A nudge')
  await page.getByLabel('Message', { exact: true }).fill('Where is my nudge?')

  await context.clearCookies()
  await pressControl(page, page.getByRole('button', { name: 'Send message' }))

  const dialog = page.getByRole('dialog', { name: 'Session Expired' })
  await expect(dialog).toContainText('Your session has expired. Please login again to continue.')
  await checkScreen(page)
  const opened = context.waitForEvent('page')
  await pressControl(page, dialog.getByRole('link', { name: 'Open login in a new tab' }))
  const other = await opened
  await other.getByLabel('Email').fill('owner@example.com')
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
  await page.bringToFront()
  await expect(dialog).toBeHidden()
  await pressControl(page, page.getByRole('button', { name: 'Send message' }))

  await expect(page.getByText('Message sent. We’ll get back to you by email.')).toBeVisible()
})

/** From now on the server reports a newer build to the page. */
const serveNewerBuild = (page: Page) =>
  page.route('**/builds/latest.json', (route) =>
    route.fulfill({ json: { id: 'newer', timestamp: Date.now() + hourMillis } }),
  )

/** Records every one-hour timer: it is set after a check. */
const installClock = async (page: Page) => {
  await page.clock.install()
  await page.addInitScript((hour) => {
    const set = window.setTimeout.bind(window)
    const noting = (work: () => void, millis?: number) => {
      if (millis === hour) Reflect.set(window, 'hasLooked', true)
      return set(work, millis)
    }
    Reflect.set(window, 'setTimeout', noting)
  }, hourMillis)
}

/** Resolves when this document has checked for a newer build once. */
const firstLook = (page: Page) =>
  page.waitForFunction(() => Reflect.get(window, 'hasLooked') === true)

test('a newer build is loaded within the hour, once', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await installClock(page)
  await logIn(page, product.baseUrl, 'owner@example.com', '/account/devices')
  await firstLook(page)
  await page.evaluate(() => Reflect.set(window, 'isOld', true))
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })

  await serveNewerBuild(page)
  await page.clock.fastForward(hourMillis)
  await page.waitForFunction(() => !('isOld' in window))

  // The reloaded page also has an older build than the server reports. It must not reload in a
  // loop.
  await page.evaluate(() => Reflect.set(window, 'isStill', true))
  await firstLook(page)
  expect(await page.evaluate(() => 'isStill' in window)).toBe(true)
  expect(documents).toBe(1)
})

test('typed text is never lost to a newer build', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await installClock(page)
  await logIn(page, product.baseUrl, 'owner@example.com', '/support')
  await firstLook(page)
  const subject = page.getByLabel('Subject')
  await tabTo(page, subject)
  await page.keyboard.type('A nudge')

  await serveNewerBuild(page)
  await page.clock.fastForward(hourMillis)

  await expect(page.getByText('A new version of Footfall is available.')).toBeVisible()
  await expect(subject).toHaveValue('A nudge')
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: 'Reload' }))
  await expect(page.getByText('A new version of Footfall is available.')).toBeHidden()
  await expect(subject).toHaveValue('')
})

test('a part that can’t be loaded loads the page whole, once in ten seconds', async ({
  page,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  // Keeps the ten seconds from passing on a slow machine.
  await page.clock.setFixedTime(new Date())
  await logIn(page, product.baseUrl, 'owner@example.com')
  await page.route(/\/assets\/support-[^/]*\.js$/, (route) => route.abort())
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  const goToSupport = async () => {
    await pressControl(page, page.getByRole('button', { name: /^Account: owner/ }))
    await pressControl(page, page.getByRole('link', { name: 'Support' }))
  }

  await goToSupport()
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
  expect(documents).toEqual(['/support'])

  await visitScreen(page, `${product.baseUrl}/account/devices`)
  await goToSupport()
  await expect(page.getByText('Something went wrong. Please try again')).toBeVisible()
  expect(documents).toEqual(['/support', '/account/devices'])
  await pressControl(page, page.getByRole('link', { name: 'Go back' }))
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
})

test('without a connection the screen stays with what was typed, whatever is pressed', async ({
  page,
  context,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  await page.clock.install()
  await logIn(page, product.baseUrl, 'owner@example.com')
  await pressControl(page, page.getByRole('link', { name: 'Data feeds' }))
  await expect(page).toHaveURL(/\/data-feeds$/)
  await pressControl(page, page.getByRole('button', { name: /^Account: owner/ }))
  await pressControl(page, page.getByRole('link', { name: 'Support' }))
  const subject = page.getByLabel('Subject')
  await tabTo(page, subject)
  await page.keyboard.type('A nudge')
  const toasts = page.getByRole('listitem').filter({ hasText: 'Failed to fetch' })
  const stayed = async (attempts: number) => {
    await expect(toasts).toHaveCount(attempts)
    await expect(page).toHaveURL(/\/support$/)
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
    await expect(subject).toHaveValue('A nudge')
  }
  /** The form asks before it is left. */
  const discard = () => page.getByRole('button', { name: 'Discard changes' }).click()
  const pressGoals = async () => {
    await pressControl(page, page.getByRole('link', { name: 'Goals' }))
    await discard()
  }

  // Data that was loaded ahead on the way here is too old to be used.
  await page.clock.fastForward(10_000)
  await context.setOffline(true)
  // Keyboard focus keeps toasts open.
  await page.keyboard.press('F8')
  await pressGoals()
  await stayed(1)
  await page.goBack()
  await discard()
  await stayed(2)
  await context.setOffline(false)
  await pressGoals()

  await expect(page.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
})

test('a form of home that gets no answer leaves home as it is', async ({
  page,
  context,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  await product.cli('announce', '--body', 'Goals are new.')
  await logIn(page, product.baseUrl, 'owner@example.com')
  const read = page.getByRole('button', { name: 'Mark as read' })
  await tabTo(page, read)

  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to fetch' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${product.baseUrl}/`)
  await context.setOffline(false)
  await pressControl(page, read)

  await expect(page.getByRole('button', { name: 'Marked as read' })).toBeVisible()
})

test('an answer that leads to another site ends on the error page, and leads nowhere', async ({
  page,
  context,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com')
  await page.route('**/integrations.data*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      '/auth/login?to=%2Fintegrations',
      '//elsewhere.example',
    )
    await route.fulfill({ response: answer, body })
  })
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.baseUrl)) strangers.push(request.url())
  })

  // A screen whose data isn't loaded before the click.
  await tabTo(page, page.getByRole('link', { name: 'Integrations', exact: true }))
  await context.clearCookies()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('link', { name: 'Go back' })).toBeVisible()
  await expect(page.getByText('Please log in to continue')).toBeVisible()
  expect(strangers).toEqual([])
})

test('the last screen is kept for the person, and forgotten at logout', async ({
  page,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com')
  const kept = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith('last-route:'))
        .map((name) => localStorage.getItem(name)),
    )

  await visitScreen(page, `${product.baseUrl}/account/devices`)
  await expect.poll(kept).toEqual(['/account/devices'])
  await pressControl(page, page.getByRole('button', { name: /^Account: owner/ }))
  await pressControl(page, page.getByRole('button', { name: 'Log out' }))

  await expect(page).toHaveURL(/\/auth\/login$/)
  expect(await kept()).toEqual([])
})

test('staff impersonate a person, see it on every screen, and stop', async ({ page, product }) => {
  const { user } = await createAccount(product, 'owner@example.com')
  await createAccount(product, 'staff@example.com', '--admin')
  await logIn(page, product.baseUrl, 'staff@example.com')
  await giveSecondFactor(product, 'staff@example.com')
  const bar = page.getByRole('region', { name: 'Impersonation' })
  const nameOf = () =>
    page.evaluate(async () => {
      const answer = (await (await fetch('/api/user')).json()) as { user: { name: string } }
      return answer.user.name
    })

  // A value that someone sets by hand is not trusted, and removed.
  await page.evaluate((id) => {
    localStorage.setItem('impersonator-id', id)
  }, String(user))
  await visitScreen(page, `${product.baseUrl}/account/devices`)
  expect(await nameOf()).toBe('staff')
  expect(await page.evaluate(() => localStorage.getItem('impersonator-id'))).toBeNull()

  await visitScreen(page, `${product.baseUrl}/kiosk/users/${String(user)}`)
  await pressControl(page, page.getByRole('link', { name: 'Impersonate' }))
  await page.getByLabel('Reason').fill('The owner asked for it.')
  await pressControl(page, page.getByRole('button', { name: 'Impersonate' }))
  await expect(bar).toBeVisible()
  await visitScreen(page, `${product.baseUrl}/account/devices`)
  await expect(bar).toContainText('staff, you’re impersonating owner.')
  await expect(bar).toContainText(/Ends in (60|59|58) minutes\./)
  expect(await nameOf()).toBe('owner')
  expect(await page.evaluate(() => localStorage.getItem('impersonator-id'))).not.toBeNull()
  await checkScreen(page)

  await pressControl(page, bar.getByRole('button', { name: 'Stop impersonating' }))

  await expect(page).toHaveURL(new RegExp(`/kiosk/users/${String(user)}$`))
  await expect(page.getByRole('heading', { name: 'owner', level: 1 })).toBeVisible()
  await expect(page.getByText('stopped impersonating the user.')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect.poll(nameOf).toBe('staff')
})
