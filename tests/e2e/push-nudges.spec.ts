/**
 * Push messages from the owner’s first press to a person who leaves: the server encrypts and signs, a double
 * of push services decrypts, and Chromium hands the message to the worker.
 */
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { openDatabase } from '#app/db/open.server.ts'
import { pushSends, pushSubscriptions, pushWatches } from '#app/db/schema/push.ts'
import type { PushService } from '#workshop/doubles/push-service.ts'
import type { ProductServer } from '../support/product-server.ts'
import {
  keepShown,
  openDelivery,
  pressShown,
  readShown,
  subscribeWith,
} from '../support/push/browser-service.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { expect, test, type PushShopPages } from './push-test.ts'

const owner = 'mugs@example.com'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/** The owner turns on the prompt and the automation, as their screens want it. Returns the worker’s file. */
async function turnOn(page: Page, { baseUrl }: ProductServer): Promise<string> {
  await logIn(page, baseUrl, owner, '/push-nudges/prompt')
  await expect(page.getByText('Off', { exact: true })).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Hear about new mugs?')
  await page.getByLabel('After (seconds)').fill('0')
  const preview = page.getByRole('group', { name: 'Preview', exact: true })
  await expect(preview.getByText('Hear about new mugs?')).toBeVisible()
  await expect(button(page, 'Yes, please')).toBeVisible()
  await button(page, 'Save').click()
  await expect(toast(page, 'Prompt saved')).toBeVisible()
  await button(page, 'Turn on prompt').click()
  await expect(toast(page, 'Prompt turned on')).toBeVisible()
  const line = await page.locator('code', { hasText: 'importScripts' }).innerText()

  // Otherwise chance may put the visitor into the holdout group, which isn't asked.
  await visitScreen(page, `${baseUrl}/statistics/effect`)
  await page.getByLabel('Share of visitors in the holdout group (%)').fill('0')
  await button(page, 'Save').click()
  await expect(toast(page, 'Holdout group turned off')).toBeVisible()

  // Messages are sent at any hour, so the time of the run doesn't matter.
  await visitScreen(page, `${baseUrl}/push-nudges/delivery`)
  await page.getByLabel('Quiet hours from').fill('00:00')
  await page.getByLabel('Quiet hours until').fill('00:00')
  await button(page, 'Save').click()
  await expect(toast(page, 'Delivery settings saved')).toBeVisible()
  await visitScreen(page, `${baseUrl}/push-nudges/automations`)
  await button(page, 'Turn on: Back in stock').click()
  await expect(toast(page, 'Back in stock turned on')).toBeVisible()
  return line
}

/** The shop reports its product by the REST API. */
async function report({ baseUrl }: ProductServer, { site, token, url }: Shop, stock: number) {
  const answer = await fetch(`${baseUrl}/api/v1/sites/${site}/products/mug-blue`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Blue mug', url: `${url}/mugs/blue`, stock }),
  })
  expect(answer.ok).toBe(true)
}

type Shop = { site: string; token: string; url: string }

type Visiting = {
  browser: Browser
  userAgent: string | undefined
  pages: PushShopPages
  push: PushService
  /** Accepts the pixel's ID first. */
  consents?: boolean
}

/** A visitor who presses the card on their second page. */
async function optIn({
  browser,
  userAgent,
  pages,
  push,
  consents = false,
}: Visiting): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ userAgent: userAgent ?? '' })
  await subscribeWith(context, push.subscribe)
  const page = await context.newPage()
  await page.goto(pages.url)
  await expect(button(page, 'Notify me when it’s back')).toBeVisible()
  if (consents) {
    await button(page, 'Accept statistics').click()
    await page.waitForFunction(() => localStorage.getItem('footfall'))
  }
  await page.getByRole('link', { name: 'Mugs', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Hear about new mugs?' })
    .getByRole('button', { name: 'Yes, please' })
    .click()
  await expect(page.getByText('Done. You’ll get a message on this device.')).toBeVisible()
  return { context, page }
}

/** Rows that are about subscribers. Sums by day stay, and name no one. */
async function countRows({ dataDir }: ProductServer) {
  const { db, close } = await openDatabase({
    url: undefined,
    dataDir,
    address: '',
    joinRunning: true,
  })
  const counted = {
    subscriptions: await db.system.$count(pushSubscriptions),
    requests: await db.system.$count(pushWatches),
    messages: await db.system.$count(pushSends),
  }
  await close()
  return counted
}

const nothing = { subscriptions: 0, requests: 0, messages: 0 }

test('from the prompt to a message, its page and the numbers on home, and out again', async ({
  page,
  browser,
  userAgent,
  product,
  push,
  pages,
}) => {
  const made = await createAccount(product, owner, '--site-url', pages.url)
  const shop = { site: String(made['site']), token: String(made['token']), url: pages.url }
  await report(product, shop, 0)
  pages.install({ site: shop.site, workerFile: await turnOn(page, product) })

  const visitor = await optIn({ browser, userAgent, pages, push })
  const [worker] = visitor.context.serviceWorkers()
  if (!worker) throw new Error('No worker runs.')
  await keepShown(worker)
  const deliver = await openDelivery(visitor.context, visitor.page)
  await button(visitor.page, 'Notify me when it’s back').click()
  await expect
    .poll(() => countRows(product))
    .toEqual({ subscriptions: 1, requests: 1, messages: 0 })
  expect(push.received).toEqual([])

  // Found by the job of each minute.
  await report(product, shop, 3)
  await expect.poll(() => push.received.length, { timeout: 90_000 }).toBe(1)
  expect(push.refused).toEqual([])
  const [sent] = push.received
  await deliver(sent?.text ?? '')
  await expect
    .poll(() => readShown(worker))
    .toMatchObject([
      {
        title: 'Blue mug is back',
        options: { actions: [{ title: 'Open' }, { title: 'Stop these' }] },
      },
    ])

  expect(await pressShown(worker)).toEqual([`${pages.url}/mugs/blue`])

  await visitScreen(page, product.baseUrl)
  const surface = page.getByRole('region', { name: 'Push messages' })
  await expect(surface.getByText('Subscribers').locator('xpath=..')).toContainText('1')
  await expect(surface.getByText('Messages accepted').locator('xpath=..')).toContainText('1')
  await expect(surface.getByText('Messages shown').locator('xpath=..')).toContainText('1')
  await expect(surface.getByText('Clicks').locator('xpath=..')).toContainText('1 (100.0% of shown)')

  // The visitor's page: why the message came, and one press that ends everything.
  const { manage } = JSON.parse(sent?.text ?? '{}') as { manage: string }
  await visitor.page.goto(manage)
  await expect(visitor.page.getByText('The shop reports that it is in stock.')).toBeVisible()
  await expect(visitor.page.getByText('Hear about new mugs?')).toBeVisible()
  await button(visitor.page, 'Stop all messages').click()
  await expect(
    visitor.page.getByText('You won’t get any more messages from this shop.'),
  ).toBeVisible()
  expect(await countRows(product)).toEqual(nothing)
  await visitor.context.close()
})

test('a person who is erased leaves no subscription, request or message', async ({
  page,
  browser,
  userAgent,
  product,
  push,
  pages,
}) => {
  const made = await createAccount(product, owner, '--site-url', pages.url)
  const shop = { site: String(made['site']), token: String(made['token']), url: pages.url }
  await report(product, shop, 0)
  pages.install({ site: shop.site, workerFile: await turnOn(page, product) })
  const visitor = await optIn({ browser, userAgent, pages, push, consents: true })
  await button(visitor.page, 'Notify me when it’s back').click()
  const id = await visitor.page.evaluate(() => localStorage.getItem('footfall')?.split(';')[0])
  await expect
    .poll(() => countRows(product))
    .toEqual({ subscriptions: 1, requests: 1, messages: 0 })

  await product.cli('erase', '--kind', 'shopper', '--subject', String(id))

  expect(await countRows(product)).toEqual(nothing)
  await visitor.context.close()
})
