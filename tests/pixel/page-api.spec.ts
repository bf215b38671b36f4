import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { EdgeSite } from './edge-double.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'
import { sendAll } from './time.ts'

/** Calls before the pixel has loaded. */
const callEarly = (page: Page, ...calls: unknown[][]) =>
  page.addInitScript((early: unknown[]) => {
    window.footfall = early
  }, calls)

/** Calls after it has loaded. */
const call = (page: Page, ...parts: unknown[]) =>
  page.evaluate((one) => {
    window.footfall?.push(one)
  }, parts)

/** Opens the page and navigates away while the script with the page API is loading. */
const leaveEarly = async ({ page, open }: { page: Page; open: () => Promise<void> }) => {
  const waiting: (() => Promise<void>)[] = []
  await page.route('**/pixel.facts.*', (route) => {
    waiting.push(() => route.continue())
  })
  // A page's load event waits for its scripts.
  const opened = open()
  await expect.poll(() => waiting.length).toBe(1)
  await page.evaluate(() => {
    history.pushState({}, '', '/socks')
  })
  await waiting[0]?.()
  await opened
}

const stockItem = () =>
  purchaseItem({
    title: 'Linen shirt',
    text: '',
    count: { of: 'stock', minimum: 1, maximum: 5, forms: ['Last one', 'Only # left'] },
  })

test('calls are taken before the pixel has loaded and after', async ({ shop }) => {
  const goal = randomUUID()
  await callEarly(shop.page, ['goal', goal, { order: 1001, value: 49.9, currency: 'EUR' }])

  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await call(shop.page, 'goal', goal, { order: '1002' })

  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'goal'))
    .toMatchObject([
      { goal, order: '1001', value: 49.9, currency: 'EUR', page: '/product' },
      { goal, order: '1002', page: '/product' },
    ])
})

test('what a page says of its product is shown, and what it says later changes it', async ({
  shop,
}) => {
  shop.site.payload = payloadOf([nudgeOf({ type: 'stock_level', items: [stockItem()] })])
  await callEarly(shop.page, ['set', { product: { id: 7, stock: 3 } }])

  await shop.open()
  await expect(shop.nudge).toContainText('Only 3 left')
  await call(shop.page, 'set', { product: { id: 7, stock: 1 } })

  await expect(shop.nudge).toContainText('Last one')
  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'product_view'))
    .toMatchObject([{ product: '7' }])
})

test('a nudge that had nothing to tell is shown as soon as the page tells it', async ({ shop }) => {
  const nudge = nudgeOf({ type: 'stock_level', items: [stockItem()] })
  shop.site.payload = payloadOf([nudge])
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual(['no_data'])

  await call(shop.page, 'set', { product: { id: 'shirt', stock: 2 } })

  await expect(shop.nudge).toContainText('Only 2 left')
})

test('what an empty or a full shelf says is nothing', async ({ shop }) => {
  shop.site.payload = payloadOf([nudgeOf({ type: 'stock_level', items: [stockItem()] })])
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual(['no_data'])

  for (const stock of [0, -1, 6, 2.5, null, '3', 'plenty']) {
    await call(shop.page, 'set', { product: { id: 'shirt', stock } })
  }
  await call(shop.page, 'track', 'cart', 'shirt')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('the cart and variables of the page stand in the words', async ({ shop }) => {
  const format = { text: '€ #', decimal: ',', group: '.', digits: 2 }
  const item = purchaseItem({
    title: 'Hello {name|there}',
    text: '{missing} more',
    hasVariables: true,
    threshold: { amount: 50, currency: 'EUR', format },
  })
  shop.site.payload = payloadOf([nudgeOf({ type: 'free_delivery', items: [item] })])
  await callEarly(shop.page, [
    'set',
    { cart: { amount: 38.3, currency: 'EUR' }, variables: { name: '<b>Ada</b>' } },
  ])

  await shop.open()

  await expect(shop.nudge).toContainText('Hello <b>Ada</b>')
  await expect(shop.nudge).toContainText('€ 11,70 more')
  await expect(shop.nudge.locator('b')).toHaveCount(0)
})

test('a page may say which kind it is, in a call or on the script', async ({ shop }) => {
  const rules = { ...everywhere, kinds: ['collection' as const] }
  shop.site.payload = payloadOf([nudgeOf({ rules })])
  await callEarly(shop.page, ['set', { kind: 'collection' }])

  await shop.open()

  await expect(shop.nudge).toBeVisible()
})

test('activities leave the page with what is allowed and nothing else', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await call(shop.page, 'track', 'purchase', {
    id: 1001,
    first_name: 'Ada',
    email: 'ada@example.com',
    card: '4111111111111111',
    product: { title: 'Linen shirt', url: 'https://shop.example/shirt', price: 49 },
  })
  await call(shop.page, 'track', 'signup', { id: 's1', city: 'Ghent', country: 'BE' })
  await call(shop.page, 'track', 'review', { id: 'r1', stars: 5, body: 'Soft.' })

  await expect
    .poll(() =>
      shop.site.events.flatMap((event) => (event.type === 'activity' ? [event.activity] : [])),
    )
    .toEqual([
      {
        kind: 'purchase',
        id: '1001',
        first_name: 'Ada',
        product: { title: 'Linen shirt', url: 'https://shop.example/shirt' },
      },
      { kind: 'signup', id: 's1', city: 'Ghent', country: 'BE' },
      { kind: 'review', id: 'r1', stars: 5, body: 'Soft.' },
    ])
  const sent = shop.site.batches.map(({ body }) => body).join('')
  expect(sent).not.toContain('example.com"')
  expect(sent).not.toContain('4111111111111111')
})

test('what a page said before it was left goes for that page, not for the next one', async ({
  shop,
}) => {
  const nudge = nudgeOf({ type: 'stock_level', items: [stockItem()] })
  shop.site.payload = payloadOf([nudge])
  await callEarly(shop.page, ['set', { product: { id: 'shirt', stock: 3 } }])

  await leaveEarly(shop)

  await expect.poll(() => reportReasons(shop)).toEqual(['no_data'])
  expect(shop.site.events.filter(({ type }) => type === 'product_view')).toEqual([])
})

test('the cart that a page told goes for the next one too', async ({ shop }) => {
  const format = { text: '€ #', decimal: ',', group: '.', digits: 2 }
  const threshold = { amount: 50, currency: 'EUR', format }
  const item = purchaseItem({ title: '', text: '{missing} more', threshold })
  shop.site.payload = payloadOf([nudgeOf({ type: 'free_delivery', items: [item] })])
  await callEarly(shop.page, ['set', { cart: { amount: 38.3, currency: 'EUR' } }])

  await leaveEarly(shop)

  await expect(shop.nudge).toContainText('€ 11,70 more')
})

test('a page that has come before the first calls were read is one visit, not two', async ({
  shop,
}) => {
  await callEarly(shop.page, ['set', { kind: 'other' }])

  await leaveEarly(shop)
  await expect(shop.nudge).toBeVisible()
  await call(shop.page, 'track', 'cart', 'marker')

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')
  expect(shop.site.events.filter(({ type }) => type === 'visit')).toMatchObject([
    { page: '/socks' },
  ])
})

test('the cart of a page that is brought back as it was left is not told: it may be another', async ({
  shop,
}) => {
  const format = { text: '€ #', decimal: ',', group: '.', digits: 2 }
  const threshold = { amount: 50, currency: 'EUR', format }
  const item = purchaseItem({ title: '', text: '{missing} more', threshold })
  shop.site.payload = payloadOf([nudgeOf({ type: 'free_delivery', items: [item] })])
  await callEarly(shop.page, ['set', { cart: { amount: 38.3, currency: 'EUR' } }])
  await shop.open()
  await expect(shop.nudge).toContainText('€ 11,70 more')

  await shop.page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect.poll(() => shop.site.reads).toBe(2)

  await expect.poll(() => reportReasons(shop)).toEqual(['no_data'])
  await call(shop.page, 'set', { cart: { amount: 45, currency: 'EUR' } })
  await expect(shop.nudge).toContainText('€ 5,00 more')
})

test('calls that mean nothing are left alone', async ({ shop }) => {
  await callEarly(shop.page, [], ['unknown'], ['set'], ['track', 'purchase'], ['goal'])
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  for (const parts of [['set', null], ['track'], ['track', 'cart'], ['consent']]) {
    await call(shop.page, ...parts)
  }
  await shop.page.evaluate(() => window.footfall?.push('no list'))

  expect(await shop.complaints()).toEqual([])
})

test('what cannot be sent stays in the page, and what else there is to tell is told', async ({
  shop,
}) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await shop.page.evaluate(() => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    window.footfall?.push(proxy)
    const broken = Object.defineProperty({}, 'id', {
      get: () => {
        throw new Error('no id')
      },
    })
    window.footfall?.push(['track', 'purchase', broken])
    const ring: Record<string, unknown> = { id: 'r2' }
    ring.body = ring
    window.footfall?.push(['track', 'signup', { id: 's9', city: BigInt(7), first_name: ring }])
    window.footfall?.push(['track', 'signup', { id: 's10', city: 'x'.repeat(2001) }])
  })

  await expect
    .poll(() =>
      shop.site.events.flatMap((event) => (event.type === 'activity' ? [event.activity] : [])),
    )
    .toEqual([
      { kind: 'signup', id: 's9' },
      { kind: 'signup', id: 's10' },
    ])
})

test('more than a browser sends at once is sent in parts', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await shop.page.evaluate(() => {
    for (let number = 0; number < 60; number++) {
      const body = String(number).padEnd(1900, '.')
      window.footfall?.push(['track', 'review', { id: number, stars: 5, body }])
    }
  })

  const reviews = () => shop.site.events.filter(({ type }) => type === 'activity')
  await expect.poll(() => reviews().length).toBe(60)
})

test('consent that comes late brings along that nudges were turned off', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    localStorage.setItem('footfall', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6;off;')
  })
  shop.site.payload = payloadOf([nudgeOf(), nudgeOf()], {
    maxNudges: 2,
    timings: { show: 60_000, wait: 2000, initial: 0 },
  })
  const impressions = () => shop.site.events.filter(({ type }) => type === 'impression')
  await shop.page.clock.install()
  await shop.open()
  await expect.poll(impressions).toHaveLength(1)

  await call(shop.page, 'consent', true)
  await expect
    .poll(() => storedIn(shop.page))
    .toMatchObject({
      session: expect.stringMatching(/^off/),
    })
  await shop.page.clock.runFor(70_000)

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  expect(impressions()).toHaveLength(1)
})

test('a page that turns out to be the checkout is left alone', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await call(shop.page, 'set', { kind: 'checkout' })

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('a page that stops the pixel is shown and told nothing more', async ({ shop }) => {
  const { page, site } = shop
  await page.clock.install()
  await shop.open()
  await expect.poll(() => site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  await call(page, 'stop')
  await call(page, 'track', 'cart', 'shirt')
  await page.clock.runFor(2000)
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  await page.evaluate(() => history.pushState({}, '', '/next'))
  await page.clock.fastForward(120_000)

  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  expect(site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
  expect(site.reads).toBe(1)
})

test('without consent nothing is stored, and nobody has a name', async ({ shop }) => {
  await callEarly(shop.page, ['set', { variables: { name: 'Ada' } }], ['consent', false])

  await shop.open()
  await expect.poll(() => shop.site.events.length).toBeGreaterThanOrEqual(2)

  expect(await storedIn(shop.page)).toEqual({ local: null, session: null })
  expect(shop.site.visitors).toEqual([null])
  expect(shop.site.events.filter(({ visitor }) => visitor)).toEqual([])
})

test('with consent the visitor has one name, told with all that is asked and reported', async ({
  shop,
}) => {
  await callEarly(shop.page, ['consent', true])

  await shop.open()
  await expect.poll(() => shop.site.events.length).toBeGreaterThanOrEqual(2)
  await shop.open()
  await expect.poll(() => shop.site.events.length).toBeGreaterThanOrEqual(4)

  const names = new Set([...shop.site.visitors, ...shop.site.events.map(({ visitor }) => visitor)])
  expect([...names]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('a visitor returns with another visit, not with another page', async ({ shop, context }) => {
  const nudge = nudgeOf({ rules: { ...everywhere, audience: 'returning' } })
  shop.site.payload = payloadOf([nudge])
  await callEarly(shop.page, ['consent', true])
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual(['page_rule'])
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual(['page_rule', 'page_rule'])

  const later = await context.newPage()
  await callEarly(later, ['consent', true])
  await later.goto(shop.page.url())

  await expect(later.locator('footfall-nudge .on')).toBeVisible()
})

test('with consent nobody is shown the same item twice', async ({ shop }) => {
  const items = ['Mia', 'Noah'].map((title) => purchaseItem({ title }))
  shop.site.payload = payloadOf([nudgeOf({ items, skipsSeen: true })])
  await callEarly(shop.page, ['consent', true])

  for (const title of ['Mia', 'Noah']) {
    await shop.open()
    await expect(shop.nudge).toContainText(title)
    await expect
      .poll(() => shop.site.events.filter(({ type }) => type === 'impression'))
      .toHaveLength(title === 'Mia' ? 1 : 2)
  }
  await shop.open()

  await expect.poll(() => reportReasons(shop)).toEqual(['seen'])
})

test('consent that is taken back takes along what was kept', async ({ shop }) => {
  await callEarly(shop.page, ['consent', true])
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  expect(await storedIn(shop.page)).toMatchObject({
    local: expect.stringMatching(/^[0-9a-f]{32};/),
  })

  await call(shop.page, 'consent', false)

  await expect.poll(() => storedIn(shop.page)).toEqual({ local: null, session: null })
})

test('Global Privacy Control is a refusal, whatever the page says', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  await callEarly(shop.page, ['consent', true])

  await shop.open()
  await expect.poll(() => shop.site.events.length).toBeGreaterThanOrEqual(2)

  expect(await storedIn(shop.page)).toEqual({ local: null, session: null })
  expect(shop.site.events.filter(({ visitor }) => visitor)).toEqual([])
})

test('where storage is denied consent changes nothing for the page', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }
  })
  await callEarly(shop.page, ['consent', true])

  await shop.open()

  await expect(shop.nudge).toBeVisible()
  expect(await shop.complaints()).toEqual([])
})

test('who turned nudges off is shown none in this tab, with and without consent', async ({
  shop,
}) => {
  await shop.page.addInitScript(() => {
    sessionStorage.setItem('footfall', 'off')
  })

  await shop.open()

  await expect.poll(() => reportReasons(shop)).toEqual(['consent'])
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

const storedIn = (page: Page) =>
  page.evaluate(() => ({
    local: localStorage.getItem('footfall'),
    session: sessionStorage.getItem('footfall'),
  }))

const reportReasons = async ({ page, site }: { page: Page; site: EdgeSite }) => {
  await sendAll(page)
  return site.events.flatMap((event) => (event.type === 'not_shown' ? [event.reason] : []))
}
