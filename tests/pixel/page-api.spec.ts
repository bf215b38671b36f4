/** Calls of the page API: when they are taken, and what of them leaves the page. */
import { randomUUID } from 'node:crypto'
import { call, callEarly } from './page-calls.ts'
import { expect, test } from './shop-test.ts'
import { arrived, sendAll } from './time.ts'

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

test('data that cannot be sent stays in the page, and the rest is sent', async ({ shop }) => {
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

test('more data than a browser sends in one request is sent in parts', async ({ shop }) => {
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

test('a page that turns out to be the checkout is left alone', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await call(shop.page, 'set', { kind: 'checkout' })

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('a page that stops the pixel shows and gets nothing more', async ({ shop }) => {
  const { page, site } = shop
  await page.clock.install()
  await shop.open()
  await expect.poll(() => site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  await call(page, 'stop')
  await call(page, 'track', 'cart', 'shirt')
  await page.clock.runFor(2000)
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  await page.evaluate(() => history.pushState({}, '', '/next'))
  await page.clock.runFor(120_000)
  await sendAll(page)
  await arrived(shop)

  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  expect(site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
  expect(site.reads).toBe(1)
})
