/** The product in the demo store's admin, which draws navigation, title, save bar and toasts. */
import { expect, type FrameLocator, type Page } from 'playwright/test'
import { blockStorage, openApp } from './demo-install.ts'
import { test } from './store-test.ts'

for (const isBlocked of [false, true]) {
  // The shop keeps the name that another test saved.
  const renamed = `Linen, storage ${isBlocked ? 'blocked' : 'allowed'}`
  test(`the admin is around the screens, storage ${isBlocked ? 'blocked' : 'allowed'}`, async ({
    page,
    store: { product },
  }) => {
    test.slow()
    const errors: string[] = []
    page.on('pageerror', ({ name, message }) => {
      // The router's first script tries storage before any of ours runs, and goes on without.
      if (!isBlocked || name !== 'SecurityError') errors.push(message)
    })
    const title = page.locator('#app-title')
    const saveBar = page.locator('#save-bar')
    const entry = (name: string) => page.locator('#app-nav').getByRole('link', { name })
    if (isBlocked) await blockStorage(page)
    const frame = await openApp(page, product)
    await expect(title).toHaveText('Home')
    await expect(frame.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(frame.getByRole('button', { name: 'Log out' })).toHaveCount(0)

    await entry('Site settings').click()
    await expect(title).toHaveText('Site settings')
    const name = frame.getByLabel('Name', { exact: true })
    await name.fill(renamed)
    await expect(saveBar).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)

    // A link of the screen asks, and so does the admin's navigation: once each.
    await frame.getByRole('link', { name: 'Appearance' }).click()
    await page.getByRole('dialog').getByRole('button').first().click()
    await expect(name).toHaveValue(renamed)
    await entry('Goals').click()
    await page.getByRole('dialog').getByRole('button').first().click()
    await expect(name).toHaveValue(renamed)

    await saveBar.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('#toasts')).toContainText('saved')
    await expect(saveBar).toBeHidden()

    await name.fill('Something else')
    await saveBar.getByRole('button', { name: 'Discard' }).click()
    await expect(name).toHaveValue(renamed)

    await name.fill('Left behind')
    await entry('Goals').click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await expect(title).toHaveText('Goals')
    await expect(saveBar).toBeHidden()
    // It is remembered a moment after it was opened.
    const remembered = () =>
      frame.locator('body').evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    if (!isBlocked) await expect.poll(remembered).toContain('/goals')

    await page.reload()
    await expect(title).toHaveText('Goals')
    await expect(frame.getByRole('heading', { level: 1, name: 'Goals' })).toBeAttached()

    // The admin opens the app at its root. The last page follows, where it could be remembered.
    const goals = new URL(page.url())
    await page.goto(goals.href.slice(0, goals.href.lastIndexOf('/goals')))
    const last = isBlocked ? 'Home' : 'Goals'
    await expect(frame.getByRole('heading', { level: 1, name: last })).toBeAttached()
    await expect(title).toHaveText(last)

    expect(errors).toEqual([])
  })
}

/** As a merchant does from the frame's menu. Waits for the new page, which follows no press before it runs. */
async function reloadFrame(frame: FrameLocator): Promise<void> {
  await frame.locator('body').evaluate((body) => {
    body.dataset['before'] = ''
    location.reload()
  })
  await expect(frame.locator('body:not([data-before], [inert]):has(h1)')).toBeAttached()
}

/** Paths of documents that the app's frame loads from now on. */
function watchDocuments(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() === page.mainFrame()) return
    paths.push(new URL(request.url()).pathname)
  })
  return paths
}

for (const isBlocked of [false, true]) {
  test(`a frame that reloads shows its page again, storage ${isBlocked ? 'blocked' : 'allowed'}`, async ({
    page,
    store: { product },
  }) => {
    test.slow()
    if (isBlocked) await blockStorage(page)
    const frame = await openApp(page, product)
    const open = async (name: string) => {
      await page.locator('#app-nav').getByRole('link', { name }).click()
      await expectScreen(name)
    }
    const expectScreen = (name: string) =>
      expect(frame.getByRole('heading', { level: 1, name })).toBeAttached()
    let tops = 0
    page.on('domcontentloaded', () => (tops += 1))
    // From here on the address has none of what the admin signed.
    await open('Statistics')
    await open('Goals')

    await test.step('from the frame’s menu', async () => {
      const documents = watchDocuments(page)
      await reloadFrame(frame)
      await expectScreen('Goals')
      await open('Statistics')
      expect(documents).toContain('/goals')
      expect(documents).not.toContain('/statistics')
    })

    await test.step('for a new build, once', async () => {
      let looks = 0
      await page.route('**/builds/latest.json', (route) => {
        looks += 1
        return route.fulfill({ json: { id: 'newer', timestamp: Date.now() + 60_000 } })
      })
      const documents = watchDocuments(page)
      await reloadFrame(frame)
      // The document of the reload, and the one of the new build, which looks again.
      await expect.poll(() => looks).toBe(2)
      await expectScreen('Statistics')
      expect(documents.filter((path) => path === '/statistics')).toHaveLength(2)
      await page.unroute('**/builds/latest.json')
    })

    await test.step('for a lost part of the next page', async () => {
      const documents = watchDocuments(page)
      await page.route(/\/assets\/support-[^/]+\.js$/, (route) =>
        documents.includes('/support') ? route.continue() : route.abort(),
      )
      // Without what an earlier page has loaded of it.
      await reloadFrame(frame)
      await expectScreen('Statistics')
      await open('Support')
      expect(documents).toContain('/support')
      await reloadFrame(frame)
      await expectScreen('Support')
    })
    // None of it loaded the admin around the frame.
    expect(tops).toBe(0)
  })
}

test('the admin’s navigation and title stay where the merchant is lost, and nothing advertises', async ({
  page,
  store: { product },
}) => {
  const frame = await openApp(page, product)
  const home = page.url().replace(/\/+$/, '')
  const lost: [string, RegExp][] = [
    ['/onboarding?step=install', /./],
    ['/nowhere', /^Page Not Found: \/nowhere$/],
    ['/goals/0000', /not found/i],
    ['/shopify/auth/error?reason=frozen', /^Your shop is frozen$/],
  ]
  for (const [path, heading] of lost) {
    await page.goto(home + path)
    await expect(frame.getByRole('heading', { level: 1, name: heading })).toBeAttached()
    await expect(page.locator('#app-nav').getByRole('link', { name: 'Goals' })).toBeVisible()
    await expect(page.locator('#app-title')).not.toHaveText('footfall')
    await expect(frame.locator('.logo, .guest')).toHaveCount(0)
  }
})
