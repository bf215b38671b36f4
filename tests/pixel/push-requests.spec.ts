/** Buttons for one product or order, and what happens on the pages of visitors who are subscribed. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import type { PixelPush } from '#app/contract/push.ts'
import { callEarly } from './page-calls.ts'
import { answerPush, pushOf } from './push-browser.ts'
import { expect, payloadOf, test, type Shop } from './shop-test.ts'

const open = async (shop: Shop, push: Partial<PixelPush> = {}) => {
  const { prompt: _none, ...others } = pushOf(shop.pushAt, push)
  shop.site.payload = payloadOf([], {}, { push: others })
  await shop.open()
}

const setProduct = (page: Page, product: { id: string; stock?: number }) =>
  page.evaluate((about) => {
    window.footfall?.push(['set', { product: about }])
  }, product)

/** Pages that a subscriber visits are recorded only with it, and pages report it each time. */
const consentOn = (page: Page) => callEarly(page, ['consent', true])

const button = (page: Page, name: string) => page.getByRole('button', { name })
const callsOf = ({ site }: Shop) => site.pushCalls.map(({ body }) => body)

const placement = { selector: 'form', where: 'after' } as const

test('a visitor asks for one product that is sold out, on its first page', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await open(shop, { placement })
  await setProduct(shop.page, { id: 'shirt', stock: 0 })

  await button(shop.page, 'Notify me when it’s back').click()

  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
  await expect(shop.page.getByRole('link', { name: 'Preferences' })).toBeVisible()
  expect(callsOf(shop)).toMatchObject([
    {
      kinds: ['back_in_stock'],
      consent: { wording: 'Notify me when it’s back' },
      request: { kind: 'back_in_stock', product: 'shirt' },
      product: 'shirt',
    },
  ])
})

test('the button follows the stock of the product, and other products have another one', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await open(shop, { placement })
  await setProduct(shop.page, { id: 'shirt', stock: 4 })
  await expect(button(shop.page, 'Notify me when the price drops')).toBeVisible()

  await setProduct(shop.page, { id: 'shirt', stock: 0 })

  await expect(button(shop.page, 'Notify me when it’s back')).toBeVisible()
  await expect(button(shop.page, 'Notify me when the price drops')).toHaveCount(0)
})

test('a listed product needs no report of the page, and a kind that is off has no button', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  const products = { '/product': { id: 'shirt', isOut: true } } as const
  await open(shop, { placement, products })
  await expect(button(shop.page, 'Notify me when it’s back')).toBeVisible()

  // The place of an order has its button when the others would be drawn.
  await shop.page.addInitScript(addOrderPlace)
  await open(shop, { placement, products, kinds: ['news', 'order_shipped'] })

  await expect(shop.page.locator('footfall-inline')).toHaveCount(1)
  await expect(button(shop.page, 'Notify me when it ships')).toBeVisible()
})

/** An init script: the shop shows an order. */
const addOrderPlace = () => {
  document.addEventListener('DOMContentLoaded', () => {
    const slot = document.createElement('div')
    slot.dataset.footfallPush = 'order_shipped'
    slot.dataset.order = '1001'
    document.querySelector('main')?.append(slot)
  })
}

test('an element of the shop gets the button for its order', async ({ shop, context }) => {
  await answerPush(context)
  await shop.page.addInitScript(addOrderPlace)
  await open(shop)

  await button(shop.page, 'Notify me when it ships').click()

  await expect
    .poll(() => callsOf(shop))
    .toMatchObject([
      { kinds: ['order_shipped'], request: { kind: 'order_shipped', order: '1001' } },
    ])
})

test('an element for a product that is in stock stays empty until it is sold out', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const kind of ['back_in_stock', 'price_drop']) {
        const slot = document.createElement('div')
        slot.dataset.footfallPush = kind
        document.querySelector('main')?.append(slot)
      }
    })
  })
  await open(shop)
  await setProduct(shop.page, { id: 'shirt', stock: 4 })
  await expect(button(shop.page, 'Notify me when the price drops')).toBeVisible()
  await expect(button(shop.page, 'Notify me when it’s back')).toHaveCount(0)

  await setProduct(shop.page, { id: 'shirt', stock: 0 })

  await expect(button(shop.page, 'Notify me when it’s back')).toBeVisible()
})

test('an iPhone without the site on its home screen says what is missing, and asks nothing', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { get: () => false })
    Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })
  })
  await open(shop, { placement })
  await setProduct(shop.page, { id: 'shirt', stock: 0 })

  await button(shop.page, 'Notify me when it’s back').click()

  await expect(shop.page.getByText('Add this site to your home screen first.')).toBeVisible()
  expect(await shop.page.evaluate(() => sessionStorage.getItem('browser:asked'))).toBeNull()
  expect(callsOf(shop)).toEqual([])
})

test('a subscriber’s next page reports the visit, and a second request adds to the first', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await open(shop, { placement })
  await setProduct(shop.page, { id: 'shirt', stock: 0 })
  await button(shop.page, 'Notify me when it’s back').click()
  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
  await consentOn(shop.page)

  await shop.open('other')
  await expect.poll(() => callsOf(shop)).toHaveLength(2)
  await setProduct(shop.page, { id: 'socks', stock: 2 })
  await button(shop.page, 'Notify me when the price drops').click()

  await expect.poll(() => callsOf(shop)).toHaveLength(3)
  expect(shop.site.pushCalls.slice(1)).toMatchObject([
    { path: 'subscriptions/7', body: { do: 'visit', token: 'secret', page: '/other' } },
    {
      path: 'subscriptions/7',
      body: {
        do: 'watch',
        token: 'secret',
        request: { kind: 'price_drop', product: 'socks' },
        consent: { wording: 'Notify me when the price drops' },
      },
    },
  ])
})

/** A visitor who waits for a product, on a page of another one. */
const openSubscribed = async (shop: Shop) => {
  await open(shop, { placement })
  await setProduct(shop.page, { id: 'shirt', stock: 0 })
  await button(shop.page, 'Notify me when it’s back').click()
  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
}

const readSubscription = (page: Page) => page.evaluate(() => sessionStorage.getItem('browser:key'))

test('without consent, a subscriber’s pages aren’t recorded', async ({ shop, context }) => {
  await answerPush(context)
  await openSubscribed(shop)

  await shop.open('other')
  await setProduct(shop.page, { id: 'socks', stock: 2 })
  await button(shop.page, 'Notify me when the price drops').click()
  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()

  expect(callsOf(shop).slice(1)).toMatchObject([{ do: 'watch' }])
})

test('after a subscription ended elsewhere, the browser reports nothing more', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openSubscribed(shop)
  await consentOn(shop.page)
  shop.site.endedPush.push('7')

  await shop.open('other')
  await expect.poll(() => readSubscription(shop.page)).toBeNull()
  await shop.open('other')
  await setProduct(shop.page, { id: 'socks', stock: 2 })
  // Another report of the visit would come before what the visitor asks for.
  await button(shop.page, 'Notify me when the price drops').click()
  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()

  expect(callsOf(shop).slice(1)).toMatchObject([{ do: 'visit' }, { kinds: ['price_drop'] }])
})

test('after a subscription ended elsewhere, a request subscribes again', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openSubscribed(shop)
  shop.site.endedPush.push('7')
  await shop.open('other')
  await setProduct(shop.page, { id: 'socks', stock: 2 })

  await button(shop.page, 'Notify me when the price drops').click()

  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
  expect(shop.site.pushCalls.slice(1)).toMatchObject([
    { path: 'subscriptions/7', body: { do: 'watch' } },
    {
      path: 'subscriptions',
      body: {
        kinds: ['price_drop'],
        consent: { wording: 'Notify me when the price drops' },
        request: { kind: 'price_drop', product: 'socks' },
      },
    },
  ])
  await shop.open('other')
  await setProduct(shop.page, { id: 'hat', stock: 2 })
  await button(shop.page, 'Notify me when the price drops').click()
  await expect.poll(() => callsOf(shop)).toHaveLength(4)
  expect(shop.site.pushCalls[3]).toMatchObject({
    path: 'subscriptions/8',
    body: { do: 'watch', token: 'secret-7' },
  })
})

test('a subscriber of products who accepts the card adds news to them', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openSubscribed(shop)
  // The server fails while the site’s key is replaced, so the subscriber counts as unknown.
  shop.site.pushStatus = 503
  shop.site.payload = payloadOf([], {}, { push: pushOf(shop.pushAt, { key: 'new-key' }) })
  await shop.page.evaluate(() => {
    location.href = `/other${location.search}`
  })
  await expect(button(shop.page, 'Yes, please')).toBeVisible()
  shop.site.pushStatus = 200

  await button(shop.page, 'Yes, please').click()

  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
  expect(callsOf(shop).at(-1)).toMatchObject({
    do: 'choose',
    kinds: ['back_in_stock', 'news'],
    consent: { wording: expect.stringContaining('Hear about new linen?') as unknown },
  })
})

test('an element of the shop leads each subscriber to their settings', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const slot = document.createElement('div')
      slot.dataset.footfallPush = 'settings'
      document.querySelector('main')?.append(slot)
    })
  })
  await open(shop, { placement })
  await setProduct(shop.page, { id: 'shirt', stock: 0 })
  await expect(button(shop.page, 'Notify me when it’s back')).toBeVisible()
  await expect(shop.page.getByRole('link', { name: 'Preferences' })).toHaveCount(0)
  await openSubscribed(shop)

  await shop.open('other')

  await expect(shop.page.getByRole('link', { name: 'Preferences' })).toHaveAttribute(
    'href',
    `${new URL(shop.pushAt).origin}/push/secret`,
  )
})

test('after the site’s key was replaced, a subscriber’s next page subscribes with the new one', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await open(shop, { placement })
  await setProduct(shop.page, { id: 'shirt', stock: 0 })
  await button(shop.page, 'Notify me when it’s back').click()
  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()

  await open(shop, { placement, key: 'new-key' })

  await expect.poll(() => callsOf(shop)).toHaveLength(2)
  expect(callsOf(shop)[1]).toMatchObject({
    do: 'replace',
    token: 'secret',
    endpoint: 'https://push.example/of-new-key',
    key: 'new-key',
  })
})

test('a worker of the shop keeps the former key, and requests are added to it', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openSubscribed(shop)
  const worker = { ...pushOf(shop.pushAt).worker, isShared: true } as const

  await open(shop, { placement, worker, key: 'new-key' })
  await setProduct(shop.page, { id: 'socks', stock: 2 })
  await button(shop.page, 'Notify me when the price drops').click()

  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
  expect(callsOf(shop).slice(1)).toMatchObject([{ do: 'watch', token: 'secret' }])
  expect(await readSubscription(shop.page)).toBe('site-key')
})

test('buttons and the card are usable at 320 pixels, in a dark theme and by a screen reader', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await shop.page.setViewportSize({ width: 320, height: 640 })
  shop.site.payload = payloadOf([], { theme: 'dark' }, { push: pushOf(shop.pushAt, { placement }) })
  await shop.open()
  await setProduct(shop.page, { id: 'shirt', stock: 0 })
  await shop.page.evaluate(() => {
    location.href = `/other${location.search}`
  })
  const card = shop.page.getByRole('dialog', { name: 'Hear about new linen?' })
  await expect(button(shop.page, 'Yes, please')).toBeVisible()

  const box = await button(shop.page, 'Yes, please').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const { violations } = await new AxeBuilder({ page: shop.page })
    .include('footfall-nudge')
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await shop.page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  expect(await shop.page.evaluate(() => localStorage.getItem('footfall-push'))).not.toBeNull()
})
