import type { Locator, Page } from 'playwright/test'
import type { PixelPush } from '#app/contract/push.ts'
import { answerPush, pushOf } from './push-browser.ts'
import { expect, nudgeOf, payloadOf, test, type Shop } from './shop-test.ts'

const openWith = async (shop: Shop, push: Partial<PixelPush> = {}) => {
  shop.site.payload = payloadOf([], {}, { push: pushOf(shop.pushAt, push) })
  await shop.open()
}

/** A link of the shop, as visitors use it. */
const goOn = (page: Page, path = '/other') =>
  page.evaluate((to) => {
    location.href = `${to}${location.search}`
  }, path)

const cardOf = (page: Page) => page.getByRole('dialog', { name: 'Hear about new linen?' })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const readAsked = (page: Page) => page.evaluate(() => sessionStorage.getItem('browser:asked'))

const openPrompt = async (shop: Shop, push: Partial<PixelPush> = {}) => {
  await openWith(shop, push)
  await goOn(shop.page)
  await expect(button(shop.page, 'Yes, please')).toBeVisible()
}

/** An init script: each page has a place for a button, which is drawn right before the card is decided on. */
const addPlace = () => {
  document.addEventListener('DOMContentLoaded', () => {
    const place = document.createElement('div')
    place.dataset.footfallPush = 'order_shipped'
    place.dataset.order = '1001'
    document.body.append(place)
  })
}

/** The card has been decided on, and would have been put on the page that `addPlace` prepared. */
const waitForDecision = async ({ page }: Shop) => {
  await expect(button(page, 'Notify me when it ships')).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('a visitor who agrees twice is subscribed with the words that they read', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openPrompt(shop)

  await button(shop.page, 'Yes, please').click()

  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
  expect(shop.site.pushCalls).toEqual([
    {
      path: 'subscriptions',
      body: {
        endpoint: 'https://push.example/of-site-key',
        expirationTime: null,
        keys: { p256dh: 'p', auth: 'a' },
        key: 'site-key',
        kinds: ['news'],
        consent: {
          wording: 'Hear about new linen?\nA few messages a month, on this device.\nYes, please',
        },
        timeZone: expect.any(String) as unknown,
        language: 'en',
        page: '/other',
      },
    },
  ])
  await expect(shop.page.getByRole('link', { name: 'Preferences' })).toHaveAttribute(
    'href',
    `${new URL(shop.pushAt).origin}/push/secret`,
  )
  const scopes = await shop.page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  )
  expect(scopes).toEqual(['/footfall-push/'])
})

test('the link to preferences is on one line with the button that closes', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openPrompt(shop)
  await button(shop.page, 'Yes, please').click()
  const link = shop.page.getByRole('link', { name: 'Preferences' })
  await expect(link).toBeVisible()

  const [one, other] = await Promise.all([middleOf(link), middleOf(button(shop.page, 'Close'))])

  expect(one).toBeCloseTo(other, 0)
})

/** Distance of the text's middle from the window's top, in pixels. */
const middleOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { top, bottom } = range.getBoundingClientRect()
    return (top + bottom) / 2
  })

test('the first page of a visit asks nothing, and stores nothing', async ({ shop, context }) => {
  await answerPush(context)
  await shop.page.addInitScript(addPlace)
  await openWith(shop)
  await waitForDecision(shop)

  await expect(cardOf(shop.page)).toHaveCount(0)
  const stored = await shop.page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
  expect(stored).toEqual({ local: 0, session: 0, databases: 0, workers: 0 })
  expect(shop.site.pushCalls).toEqual([])
})

test('a script that presses the buttons opens no prompt of the browser', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openPrompt(shop)

  await button(shop.page, 'Yes, please').evaluate((element: HTMLElement) => {
    element.click()
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  await button(shop.page, 'Not now').evaluate((element: HTMLElement) => {
    element.click()
  })

  await expect(cardOf(shop.page)).toBeVisible()
  expect(await readAsked(shop.page)).toBeNull()
  expect(await shop.page.evaluate(() => localStorage.length)).toBe(0)
})

test('a refusal is remembered in the next tab, for as long as the owner chose', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await shop.page.addInitScript(addPlace)
  await openPrompt(shop)

  await button(shop.page, 'Not now').click()

  await expect(cardOf(shop.page)).toHaveCount(0)
  expect(await readAsked(shop.page)).toBeNull()
  const until = Number(
    await shop.page.evaluate(() => {
      // Another tab.
      sessionStorage.clear()
      return localStorage.getItem('footfall-push')
    }),
  )
  expect((until - Date.now()) / 86_400_000).toBeCloseTo(90, 1)
  await goOn(shop.page, '/third')
  await waitForDecision(shop)
  await expect(cardOf(shop.page)).toHaveCount(0)

  await shop.page.evaluate(() => {
    localStorage.setItem('footfall-push', String(Date.now() - 1))
  })
  await goOn(shop.page, '/fourth')
  await expect(cardOf(shop.page)).toBeVisible()
})

test('a card that is left unanswered isn’t shown on the tab’s next pages', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await shop.page.addInitScript(addPlace)
  await openPrompt(shop)

  await goOn(shop.page, '/third')
  await waitForDecision(shop)

  await expect(cardOf(shop.page)).toHaveCount(0)
})

test('a visitor whom the browser asks, and who refuses there, reads that nothing was stored', async ({
  shop,
  context,
}) => {
  await answerPush(context, { answer: 'denied' })
  await openPrompt(shop)

  await button(shop.page, 'Yes, please').click()

  await expect(shop.page.getByText('Your browser blocks messages.')).toBeVisible()
  expect(shop.site.pushCalls).toEqual([])
  expect(await shop.page.evaluate(() => indexedDB.databases())).toEqual([])
})

test('a server that refuses leaves no subscription', async ({ shop, context }) => {
  await answerPush(context)
  shop.site.pushStatus = 503
  await openPrompt(shop)

  await button(shop.page, 'Yes, please').click()

  await expect(shop.page.getByText('Your browser blocks messages.')).toBeVisible()
  expect(await shop.page.evaluate(() => sessionStorage.getItem('browser:key'))).toBeNull()
})

test('a browser without a push service says so', async ({ shop, context }) => {
  await answerPush(context, { isServiceDown: true })
  await openPrompt(shop)

  await button(shop.page, 'Yes, please').click()

  await expect(shop.page.getByText('Your browser blocks messages.')).toBeVisible()
  expect(shop.site.pushCalls).toEqual([])
})

test('a visitor who has denied messages isn’t asked, and sees no button', async ({
  shop,
  context,
}) => {
  await answerPush(context, { permission: 'denied' })
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const slot = document.createElement('div')
      slot.dataset['footfallPush'] = 'product'
      document.querySelector('main')?.append(slot)
    })
  })
  await openWith(shop)
  await shop.page.evaluate(() => {
    window.footfall?.push(['set', { product: { id: 'shirt', stock: 0 } }])
  })
  await goOn(shop.page)
  await shop.page.waitForFunction(() => Reflect.get(window, '__isPermissionRead') === true)
  await shop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))

  await expect(cardOf(shop.page)).toHaveCount(0)
  await expect(shop.page.locator('footfall-inline')).toHaveCount(0)
})

test('a site without push messages loads nothing for them', async ({ shop }) => {
  shop.site.payload = payloadOf([nudgeOf()])
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  const names = await shop.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )

  expect(names.filter((name) => name.includes('pixel.push.'))).toEqual([])
})

test('a popup and the card are never on the page together', async ({ shop, context }) => {
  await answerPush(context)
  shop.site.payload = payloadOf([nudgeOf()], {}, { push: pushOf(shop.pushAt) })
  await shop.open()
  await goOn(shop.page)
  await expect(shop.page.locator('footfall-nudge').first()).toBeAttached()

  const together = await shop.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let most = 0
        const look = setInterval(() => {
          const shown = [...document.querySelectorAll('footfall-nudge')].filter((host) =>
            host.shadowRoot?.querySelector('.on:not([hidden])'),
          )
          most = Math.max(most, shown.length)
        }, 20)
        setTimeout(() => {
          clearInterval(look)
          resolve(most)
        }, 3000)
      }),
  )

  expect(together).toBe(1)
})
