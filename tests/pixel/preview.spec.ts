/** Effects of a preview link on a page, and their limits. The server decides who gets drafts. */
import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'
import { arrived, sendAll } from './time.ts'

const title = 'Preview – only you can see this'
const token = 'a-token.of-the.server'

const draft = nudgeOf({
  heading: title,
  items: [purchaseItem({ title: 'Drafted words', claim: 'preview-0' })],
})

const previewOf = (nudges = [draft], others: Partial<PixelPayload> = {}): PixelPayload =>
  payloadOf(
    nudges,
    { timings: { initial: 0, show: 60_000, wait: 0 }, maxNudges: 99 },
    {
      preview: {
        title,
        note: 'Nothing here counts toward your statistics.',
        unshown: 'Not shown on this page',
        none: 'This site has no nudges to show.',
        end: 'End preview',
        names: Object.fromEntries(nudges.map(({ id }) => [id, 'Recent purchase'])),
        reasons: { page: 'not meant for this page', no_data: 'no data to show yet' },
      },
      ...others,
    },
  )

type Opening = { token: string | null; tab: string | null }

/** Handles preview links like the server: the first tab gets the drafts. */
const servePreview = async (context: BrowserContext, payload: PixelPayload | null) => {
  const openings: Opening[] = []
  await context.route(/\/api\/pixel\/[^/]+\?preview=/, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const opening = { token: searchParams.get('preview'), tab: searchParams.get('tab') }
    openings.push(opening)
    const isOpen = payload && opening.tab === openings[0]?.tab
    await route.fulfill({
      status: isOpen ? 200 : 403,
      headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
      json: isOpen ? payload : { message: 'No.', errors: {} },
    })
  })
  return openings
}

type Open = { page: Page; open: () => Promise<void> }

/** URL of the shop's page, where nothing has been seen or counted so far. */
const findAddress = async ({ page, open }: Open): Promise<string> => {
  const library = '**/pixel.library.js'
  await page.route(library, (route) => route.abort())
  await open()
  await page.unroute(library)
  const address = page.url()
  // Otherwise only the fragment would change, without loading the page.
  await page.goto('about:blank')
  return address
}

const linkTo = (address: string) => `${address}#footfall-preview=${token}`

test('the link shows drafts under a watermark, cleans the address and reports nothing', async ({
  shop,
  context,
}) => {
  const { page, site, nudge } = shop
  const address = await findAddress(shop)
  const openings = await servePreview(context, previewOf())

  await page.goto(linkTo(address))

  await expect(nudge).toContainText('Drafted words')
  await expect(nudge).toContainText(title)
  await expect(page.getByRole('region', { name: title })).toContainText(
    'Nothing here counts toward your statistics.',
  )
  expect(page.url()).toBe(address)
  await nudge.getByRole('button', { name: 'Why am I seeing this?' }).click()
  await nudge.getByRole('button', { name: 'Close' }).click()
  await expect(nudge).toHaveCount(0)
  await sendAll(page)
  await arrived(shop)
  expect(openings).toEqual([{ token, tab: expect.stringMatching(/^\d+(?:-\d+){3}$/) }])
  expect([site.reads, site.batches]).toEqual([0, []])
})

test('the next pages of the tab are previewed under the same name', async ({ shop, context }) => {
  const { page, nudge } = shop
  const address = await findAddress(shop)
  const openings = await servePreview(context, previewOf())
  await page.goto(linkTo(address))
  await expect(nudge).toBeVisible()

  await page.goto(address.replace('/product', '/another'))

  await expect(nudge).toContainText('Drafted words')
  expect(openings).toHaveLength(2)
  expect(openings[1]).toEqual(openings[0])
})

test('without storage the preview lasts as long as the page', async ({ shop, context }) => {
  const { page, nudge, site } = shop
  const address = await findAddress(shop)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Denied.', 'SecurityError')
      },
    })
  })
  await servePreview(context, previewOf())
  await page.goto(linkTo(address))
  await expect(nudge).toContainText('Drafted words')

  await page.reload()

  await expect(nudge).toContainText('Mia in Lyon')
  await expect.poll(() => site.reads).toBe(1)
})

test('who gets the link after it was opened sees the ordinary page, and counts', async ({
  shop,
  context,
  browser,
}) => {
  const { page, site, nudge } = shop
  const address = await findAddress(shop)
  await servePreview(context, previewOf())
  await page.goto(linkTo(address))
  await expect(nudge).toBeVisible()
  const others = await browser.newContext()
  await servePreview(others, null)

  const copied = await others.newPage()
  await copied.goto(linkTo(address))

  await expect(copied.locator('footfall-nudge .on')).toContainText('Mia in Lyon')
  await expect(copied.locator('footfall-preview')).toHaveCount(0)
  await expect.poll(() => site.events.map(({ type }) => type)).toContain('impression')
  expect(copied.url()).toBe(address)
  expect(await copied.evaluate(() => sessionStorage.length)).toBe(0)
  await others.close()
})

/** Like a page that calls the page API before the pixel has loaded. */
const pushEarly = () => {
  Reflect.set(window, 'footfall', [
    ['set', { product: { id: 'shirt' } }],
    ['track', 'cart', 'shirt'],
    ['consent', true],
  ])
}

test('data that the page reports in a preview is neither sent nor kept', async ({
  shop,
  context,
}) => {
  const { page, site, nudge } = shop
  const address = await findAddress(shop)
  await page.addInitScript(pushEarly)
  await servePreview(context, previewOf())

  await page.goto(linkTo(address))
  await expect(nudge).toBeVisible()
  await page.evaluate(() => window.footfall?.push(['track', 'cart', 'shirt']))
  const kept = await page.evaluate(() => Object.keys(localStorage))
  await sendAll(page)
  await arrived(shop)

  expect(kept).toEqual([])
  expect(site.batches).toEqual([])
})

test('data that the page reports is sent when the link is refused', async ({ shop, context }) => {
  const { page, site } = shop
  const address = await findAddress(shop)
  await page.addInitScript(pushEarly)
  await servePreview(context, null)

  await page.goto(linkTo(address))

  await expect
    .poll(() => site.events.map(({ type }) => type))
    .toEqual(expect.arrayContaining(['visit', 'product_view', 'cart']))
})

test('the bar says which nudges are not shown here and why, and ends the preview', async ({
  shop,
  context,
}) => {
  const { page, nudge, site } = shop
  const address = await findAddress(shop)
  const pages = [{ match: 'exact' as const, value: '/elsewhere' }]
  const elsewhere = nudgeOf({ items: draft.items, rules: { ...everywhere, pages } })
  const empty = randomUUID()
  const payload = previewOf([elsewhere], { unshown: [{ nudge: empty, reason: 'no_data' }] })
  if (payload.preview) payload.preview.names[empty] = 'Reviews'
  await servePreview(context, payload)

  await page.goto(linkTo(address))

  const bar = page.getByRole('region', { name: title })
  await expect(bar.getByRole('listitem')).toHaveText([
    'Reviews – no data to show yet',
    'Recent purchase – not meant for this page',
  ])
  const { violations } = await new AxeBuilder({ page }).include('footfall-preview').analyze()
  expect(violations).toEqual([])
  expect(site.batches).toEqual([])
  await bar.getByRole('button', { name: 'End preview' }).click()
  await expect(nudge).toContainText('Mia in Lyon')
  await expect(bar).toHaveCount(0)
})

test('a tab that tests a goal reports visits and goals to the test alone', async ({
  shop,
  context,
}) => {
  const { page, site, nudge } = shop
  const address = await findAddress(shop)
  const payload = previewOf()
  const reportTo = `${new URL(address).origin}/test-reports`
  if (payload.preview) payload.preview.reportTo = reportTo
  const openings = await servePreview(context, payload)
  const tests: { opening: Opening; events: object[] }[] = []
  await context.route(`${reportTo}?*`, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const { events } = route.request().postDataJSON() as { events: object[] }
    const opening = { token: searchParams.get('preview'), tab: searchParams.get('tab') }
    tests.push({ opening, events })
    await route.fulfill({ json: { isReached: true } })
  })
  const goal = randomUUID()

  await page.goto(linkTo(address))
  await expect(nudge).toBeVisible()
  await page.evaluate((uuid) => {
    window.footfall?.push(['track', 'cart', 'shirt'])
    window.footfall?.push(['goal', uuid, { order: '1001', value: 5, currency: 'EUR' }])
  }, goal)
  await expect.poll(() => tests).toHaveLength(2)
  await sendAll(page)
  await arrived(shop)

  const id: unknown = expect.any(String)
  expect(tests.map(({ events }) => events)).toEqual([
    [{ id, page: '/product', type: 'visit' }],
    [{ id, page: '/product', type: 'goal', goal, order: '1001', value: 5, currency: 'EUR' }],
  ])
  expect(tests.map(({ opening }) => opening)).toEqual([openings[0], openings[0]])
  expect(site.batches).toEqual([])
})

test('a site without nudges says so', async ({ shop, context }) => {
  const address = await findAddress(shop)
  await servePreview(context, previewOf([]))

  await shop.page.goto(linkTo(address))

  const bar = shop.page.getByRole('region', { name: title })
  await expect(bar).toContainText('This site has no nudges to show.')
})

test('a page that no link opened asks for nothing of the preview', async ({ shop }) => {
  const { page, nudge, open } = shop
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await open()

  await expect(nudge).toBeVisible()
  expect(asked.filter((address) => address.includes('preview'))).toEqual([])
})
