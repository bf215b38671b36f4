/**
 * The product in the frame of an admin on another site, which has no script in it. The browser stores nothing
 * for the frame.
 */
import { readFileSync } from 'node:fs'
import { expect, type Page, type Request } from 'playwright/test'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { blockStorage } from './demo-install.ts'
import { test as base } from './product-test.ts'

type Framed = { product: ProductServer; adminUrl: string }

const test = base.extend<{ framed: Framed }>({
  framed: async ({ products }, use) => {
    await use(await products.lasting('framed session', start))
  },
})

async function start() {
  const product = await startProductServer({
    isDevelopment: true,
    script: 'tests/support/framed/start.js',
  })
  const read = () => /^Admin (\S+)$/m.exec(product.output())?.[1] ?? ''
  await expect.poll(read).not.toBe('')
  return { product, adminUrl: read(), stop: product.remove }
}

/** Requests to the product from now on, without those for its files. */
function watch(page: Page, { product }: Framed): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    const isAsked = ['document', 'fetch'].includes(request.resourceType())
    if (isAsked && request.url().startsWith(product.baseUrl)) seen.push(request)
  })
  return seen
}

const pathOf = (request: Request) => new URL(request.url()).pathname

test('a merchant opens, navigates, saves, reloads and downloads, and nothing is stored', async ({
  page,
  framed,
}) => {
  test.setTimeout(420_000)
  await blockStorage(page)
  const refused: string[] = []
  page.on('console', (message) => {
    if (/frame-ancestors|Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  const seen = watch(page, framed)
  const frame = page.frameLocator('iframe')
  const address = () => page.frames()[1]?.url() ?? ''
  const ticket = () => new URL(address()).searchParams.get('ticket')
  const screen = (name: string) => frame.getByRole('heading', { level: 1, name, exact: true })

  await page.goto(`${framed.adminUrl}/linen/goals`)
  await expect(screen('Goals')).toBeVisible()
  await expect(frame.locator('body')).not.toHaveAttribute('inert')
  await expect(frame.getByRole('button', { name: 'Log out' })).toHaveCount(0)
  // The proof that the admin signed is nowhere any more.
  expect([...new URL(address()).searchParams.keys()]).toEqual(['shell', 'tenant', 'ticket'])
  const opened = ticket()

  await frame.getByRole('link', { name: 'Site settings' }).click()
  const name = frame.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Site of linen')
  await name.fill('Linen, in a frame')
  await name.press('Enter')
  await expect(frame.getByText('Settings saved', { exact: true })).toBeVisible()

  const documents = seen.filter((request) => request.resourceType() === 'document').length
  await frame.locator('body').evaluate((body) => {
    body.dataset['before'] = ''
    location.reload()
  })
  await expect(frame.locator('body:not([data-before], [inert])')).toBeAttached()
  await expect(name).toHaveValue('Linen, in a frame')
  expect(seen.filter((request) => request.resourceType() === 'document')).toHaveLength(
    documents + 1,
  )
  await expect.poll(ticket).not.toBe(opened)

  await frame.getByRole('link', { name: 'Data feeds' }).click()
  await frame.getByRole('link', { name: 'Imports', exact: true }).click()
  const saved = page.waitForEvent('download')
  await frame.locator('a[download][href$="kind=purchase"]').click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('sample-purchase.csv')
  expect(readFileSync(await file.path(), 'utf8')).toContain(',')

  // Each call has the token; no document, and no address, has it.
  const calls = seen.filter((request) => request.resourceType() === 'fetch')
  expect(calls.map(pathOf)).toContain('/data-feeds/imports/sample')
  for (const call of calls) {
    const headers = await call.allHeaders()
    expect([pathOf(call), headers['authorization']?.slice(0, 25)]).toEqual([
      pathOf(call),
      'Bearer frame-bigcommerce-',
    ])
    expect(headers['referer'] ?? '').toBe('')
    expect(headers['cookie']).toBeUndefined()
    expect(call.url()).not.toContain('ticket=')
  }
  expect(await page.context().cookies()).toEqual([])
  expect(refused).toEqual([])
})

test('an address that was used shows nothing, and the admin opens the app again', async ({
  page,
  framed,
}) => {
  test.setTimeout(420_000)
  await blockStorage(page)
  const frame = page.frameLocator('iframe')
  const goals = frame.getByRole('heading', { level: 1, name: 'Goals', exact: true })
  let used = ''
  page.on('request', (request) => {
    if (used === '' && request.url().includes('ticket=')) used = request.url()
  })
  await page.goto(`${framed.adminUrl}/linen/goals`)
  await expect(goals).toBeVisible()

  await page.locator('iframe').evaluate((element, src) => {
    element.setAttribute('src', src)
  }, used)

  await expect(frame.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await frame.getByRole('link', { name: /Open .+ again/ }).click()
  await expect(frame.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  expect(page.url()).toBe(`${framed.adminUrl}/linen`)
})

test('a page that there is none leads back without a login of ours', async ({ page, framed }) => {
  test.setTimeout(420_000)
  await blockStorage(page)
  const frame = page.frameLocator('iframe')
  const seen = watch(page, framed)
  await page.goto(`${framed.adminUrl}/linen/nowhere`)
  await expect(frame.locator('body')).not.toHaveAttribute('inert')
  const { searchParams } = new URL(page.frames()[1]?.url() ?? '')
  expect([...searchParams.keys()]).toEqual(['shell', 'tenant', 'ticket'])

  await frame.getByRole('link', { name: 'Go back' }).click()

  await expect(frame.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const calls = seen.filter((request) => request.resourceType() === 'fetch')
  expect(calls.map(pathOf)).toContain('/frame/session')
  for (const call of calls) expect(call.url()).not.toContain('ticket=')
})

test('two stores in two tabs show their own data', async ({ page, context, framed }) => {
  test.setTimeout(420_000)
  const other = await context.newPage()
  const opened = [
    [page, 'wool'],
    [other, 'linen'],
  ] as const
  for (const [tab, store] of opened) {
    await blockStorage(tab)
    await tab.goto(`${framed.adminUrl}/${store}/settings/teams`)
    await expect(tab.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  }

  for (const [tab] of opened) {
    const frame = tab.frameLocator('iframe')
    await frame.getByRole('link', { name: 'Site settings' }).click()
    await expect(frame.getByLabel('Name', { exact: true })).toBeVisible()
  }
  const names = opened.map(([tab]) =>
    tab.frameLocator('iframe').getByLabel('Name', { exact: true }).inputValue(),
  )
  const [wool, linen] = await Promise.all(names)
  expect(wool).toBe('Site of wool')
  expect(linen).toMatch(/linen/i)
})
