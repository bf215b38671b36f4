/** A person whom the server no longer accepts, in the frame that the admin opened for them. */
import { expect } from 'playwright/test'
import { adminOf, blockStorage, openApp } from './demo-install.ts'
import { test } from './store-test.ts'

test('a refused person is forgotten, and the admin reopens the app', async ({
  page,
  store: { product },
}) => {
  const title = page.locator('#app-title')
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents++
  })
  const frame = await openApp(page, product)
  const remembered = () =>
    frame.locator('body').evaluate(() => {
      const names = Object.keys(localStorage).filter((name) => name.startsWith('last-route:'))
      return names.map((name) => localStorage.getItem(name))
    })
  await page.locator('#app-nav').getByRole('link', { name: 'Goals' }).click()
  await expect(title).toHaveText('Goals')
  await expect.poll(remembered).toEqual(['/goals'])
  const root = page.url().slice(0, page.url().lastIndexOf('/goals'))

  // The document’s token is good. The page's next request is refused.
  documents = 0
  await page.route('**/frame/session-token', (route) =>
    documents < 2 ? route.fulfill({ json: { token: 'a.bad.token' } }) : route.fallback(),
  )
  await page.goto(root)

  await expect.poll(() => documents).toBe(2)
  expect(new URL(page.url()).pathname).toMatch(/^\/store\/linen-and-oak\/apps\/[^/]+\/?$/)
  await expect(title).toHaveText('Home')
  await expect.poll(remembered).toEqual(['/'])
  await expect(title).toHaveText('Home')
})

for (const isBlocked of [false, true]) {
  test(`an admin that goes on refusing is left once, storage ${isBlocked ? 'blocked' : 'allowed'}`, async ({
    page,
    store: { product },
  }) => {
    if (isBlocked) await blockStorage(page)
    const frame = await openApp(page, product)
    await page.locator('#app-nav').getByRole('link', { name: 'Goals' }).click()
    await expect(page.locator('#app-title')).toHaveText('Goals')
    await page.route('**/frame/session-token', (route) =>
      route.fulfill({ json: { token: 'a.bad.token' } }),
    )
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents++
    })

    await page.reload()

    await expect(frame.getByRole('heading', { name: 'Your session didn’t start' })).toBeAttached()
    // The reload, and the one way out.
    expect(documents).toBe(2)
    await page.unroute('**/frame/session-token')
    await openApp(page, product)
  })
}

test('a server that accepts no token says so, in words', async ({ page, store: { product } }) => {
  await openApp(page, product)
  const forged = 'a.bad.token'
  await page.route('**/frame/session-token', (route) => route.fulfill({ json: { token: forged } }))
  await page.route(/[?&]id_token=/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('id_token', forged)
    return route.continue({ url: url.href })
  })

  await page.goto(`${await adminOf(product)}/apps/footfall/goals`)

  const frame = page.frameLocator('iframe.app-frame')
  await expect(frame.getByRole('heading', { name: 'Your session didn’t start' })).toBeVisible()
  await page.unrouteAll()
  await openApp(page, product)
})
