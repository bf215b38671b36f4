import type { Page } from 'playwright/test'
import type { EdgeSite } from './edge-double.ts'
import {
  addForms,
  control,
  formsPayload,
  sendForms,
  signUpsOf,
  watchSignUps,
} from './shop-forms.ts'
import { expect, nudgeOf, payloadOf, test } from './shop-test.ts'

type Answer = 'yes' | 'no' | 'silence'
type Manager = (answer: Answer) => void

const framework: Manager = (answer) => {
  type TcfCallback = (data: object, isDone: boolean) => void
  const data = (status: string, purposes: Record<number, boolean>) => ({
    gdprApplies: true,
    eventStatus: status,
    purpose: { consents: purposes },
  })
  Reflect.set(window, '__tcfapi', (command: string, version: number, callback: TcfCallback) => {
    if (command !== 'addEventListener' || version !== 2) return
    callback(data('cmpuishown', { 1: true, 8: true }), true)
    if (answer === 'yes') callback(data('useractioncomplete', { 1: true, 8: true }), true)
    if (answer === 'no') callback(data('useractioncomplete', { 1: true, 8: false }), true)
  })
}

const google: Manager = (answer) => {
  const tagCalls: unknown[] = []
  // Like gtag: pushes the arguments object itself, not an array.
  const callback = function () {
    // oxlint-disable-next-line prefer-rest-params
    tagCalls.push(arguments)
  } as (...parts: unknown[]) => void
  tagCalls.push({ event: 'gtm.js' }, null)
  callback('consent', 'default', { analytics_storage: 'granted', ad_storage: 'granted' })
  callback('js', new Date())
  if (answer === 'yes') callback('consent', 'update', { analytics_storage: 'granted' })
  if (answer === 'no') callback('consent', 'update', { analytics_storage: 'denied' })
  Reflect.set(window, 'dataLayer', tagCalls)
}

const shopify: Manager = (answer) => {
  const analyticsProcessingAllowed = () => answer === 'yes'
  const isLoaded = answer !== 'silence'
  Reflect.set(
    window,
    'Shopify',
    isLoaded ? { customerPrivacy: { analyticsProcessingAllowed } } : {},
  )
}

const wordpress: Manager = (answer) => {
  if (answer !== 'silence') Reflect.set(window, 'wp_fallback_consent_type', 'optin')
  // Without a consent manager it allows everything.
  Reflect.set(window, 'wp_has_consent', (category: string) =>
    answer === 'silence' ? true : answer === 'yes' && category === 'statistics',
  )
}

const managers = { framework, google, shopify, wordpress }

const asking = () => formsPayload({ selector: '#news', firstName: 'who', asks: true }, control.rule)
const news = `<form id="news"><input name="who" value="Ada"></form>${control.html}`

for (const [name, manager] of Object.entries(managers)) {
  for (const answer of ['yes', 'no', 'silence'] as const) {
    test(`a form that asks is ${answer === 'yes' ? 'sent' : 'not sent'} when ${name} says ${answer}`, async ({
      shop,
    }) => {
      await shop.page.addInitScript(manager, answer)
      const left = watchSignUps(shop.page)
      shop.site.payload = asking()
      await shop.open()
      await expect(shop.nudge).toBeVisible()
      await addForms(shop.page, news)

      await sendForms(shop.page, '#news', '#control')

      const tagCalls = answer === 'yes' ? [{ first_name: 'Ada' }] : []
      await expect.poll(() => left).toMatchObject([...tagCalls, { email_hash: control.hash }])
    })
  }
}

test('one manager that refuses outweighs another that agrees', async ({ shop }) => {
  await shop.page.addInitScript(google, 'yes' as const)
  await shop.page.addInitScript(shopify, 'no' as const)
  const left = watchSignUps(shop.page)
  shop.site.payload = asking()
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, news)

  await sendForms(shop.page, '#news', '#control')

  await expect.poll(() => left).toMatchObject([{ email_hash: control.hash }])
})

test("the page's own word goes before the manager's, either way", async ({ shop }) => {
  await shop.page.addInitScript(google, 'no' as const)
  const left = watchSignUps(shop.page)
  shop.site.payload = asking()
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, news)

  await push(shop.page, 'consent', true)
  await sendForms(shop.page, '#news')
  await expect.poll(() => signUpsOf(shop.site)).toMatchObject([{ first_name: 'Ada' }])
  await push(shop.page, 'consent', false)
  await sendForms(shop.page, '#news', '#control')

  // Activities that need no consent are reported until the visitor refuses.
  await push(shop.page, 'track', 'cart', 'marker')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')
  expect(left).toMatchObject([{ first_name: 'Ada' }])
})

test('Global Privacy Control goes before everything', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  await shop.page.addInitScript(shopify, 'yes' as const)
  const left = watchSignUps(shop.page)
  shop.site.payload = asking()
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, news)

  await push(shop.page, 'consent', true)
  await sendForms(shop.page, '#news', '#control')
  await push(shop.page, 'track', 'cart', 'marker')

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')
  expect(left).toEqual([])
})

test('a manager that agrees for a form gives the visitor no name', async ({ shop }) => {
  await shop.page.addInitScript(shopify, 'yes' as const)
  shop.site.payload = asking()
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, news)

  await sendForms(shop.page, '#news')
  await expect.poll(() => signUpsOf(shop.site)).toHaveLength(1)

  expect(namesIn(shop.site)).toEqual([undefined])
  expect(await shop.page.evaluate(() => localStorage.length)).toBe(0)
})

test('a page that has the managers asked recognises who agreed, from the first view on', async ({
  shop,
}) => {
  await shop.page.addInitScript(framework, 'yes' as const)
  await pushEarly(shop.page, 'consent', 'ask')

  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await shop.open()
  await expect.poll(() => shop.site.visitors.length).toBe(2)

  expect([...new Set(shop.site.visitors)]).toEqual([expect.stringMatching(/^\d+(?:-\d+){3}$/)])
})

test('a visitor who withdraws consent in the banner is forgotten immediately', async ({ shop }) => {
  await shop.page.addInitScript(shopify, 'yes' as const)
  await pushEarly(shop.page, 'consent', 'ask')
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  expect(await stored(shop.page)).toMatch(/^\d+(?:-\d+){3};/)

  await shop.page.evaluate(shopify, 'no' as const)
  await shop.page.evaluate(() => document.dispatchEvent(new Event('visitorConsentCollected')))

  expect(await stored(shop.page)).toBeNull()
})

test('who agrees later in the banner is recognised from then on', async ({ shop }) => {
  await shop.page.addInitScript(google, 'silence' as const)
  await pushEarly(shop.page, 'consent', 'ask')
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  expect(await stored(shop.page)).toBeNull()

  await shop.page.evaluate(google, 'yes' as const)

  await expect.poll(() => stored(shop.page)).toMatch(/^\d+(?:-\d+){3};/)
})

test('a manager that has not answered yet takes no name away', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    localStorage.setItem('footfall', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6;;')
  })
  await shop.page.addInitScript(framework, 'silence' as const)
  await pushEarly(shop.page, 'consent', 'ask')

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  expect(await stored(shop.page)).toMatch(/^a1b2c3/)
  expect(namesIn(shop.site)).toEqual([undefined])
})

test('waiting events are sent without the visitor’s name after consent is withdrawn', async ({
  shop,
}) => {
  await pushEarly(shop.page, 'consent', true)
  await shop.page.clock.install()
  shop.site.payload = payloadOf([nudgeOf()], {
    timings: { show: 5000, wait: 1000, initial: 60_000 },
  })
  await shop.open()
  await expect.poll(() => shop.site.reads).toBe(1)

  await push(shop.page, 'track', 'cart', 'shirt')
  await push(shop.page, 'consent', false)
  await shop.page.clock.runFor(2000)

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'cart'])
  expect(namesIn(shop.site)).toEqual([undefined])
})

test('events from before the consent are sent without the visitor’s name', async ({ shop }) => {
  await shop.page.clock.install()
  shop.site.payload = payloadOf([nudgeOf()], {
    timings: { show: 5000, wait: 1000, initial: 60_000 },
  })
  await shop.open()
  await expect.poll(() => shop.site.reads).toBe(1)

  await push(shop.page, 'track', 'cart', 'before')
  await push(shop.page, 'consent', true)
  await expect.poll(() => stored(shop.page)).not.toBeNull()
  await push(shop.page, 'track', 'cart', 'after')
  await shop.page.clock.runFor(2000)

  const carts = () => shop.site.events.filter(({ type }) => type === 'cart')
  await expect.poll(carts).toMatchObject([{ product: 'before' }, { product: 'after' }])
  expect(carts().map(({ visitor }) => visitor !== undefined)).toEqual([false, true])
})

test('consent that is withdrawn in one tab is withdrawn in the others', async ({
  shop,
  context,
}) => {
  await pushEarly(shop.page, 'consent', true)
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  const other = await context.newPage()
  await pushEarly(other, 'consent', true)
  await other.goto(shop.page.url())
  await expect(other.locator('footfall-nudge .on')).toBeVisible()

  await push(shop.page, 'consent', false)
  await expect.poll(() => stored(other)).toBeNull()
  const before = shop.site.events.length
  // Closed nudges are remembered for visitors who consented.
  await other.locator('footfall-nudge .x, footfall-nudge button').first().click()
  await expect.poll(() => shop.site.events.length).toBeGreaterThan(before)

  expect(await stored(other)).toBeNull()
  expect(shop.site.events.slice(before).map(({ visitor }) => visitor)).toEqual(
    shop.site.events.slice(before).map(() => undefined),
  )
})

const pushEarly = (page: Page, ...call: unknown[]) =>
  page.addInitScript((early) => {
    const calls: unknown[] = [early]
    window.footfall = calls
  }, call)

const push = (page: Page, ...call: unknown[]) =>
  page.evaluate((one) => {
    window.footfall?.push(one)
  }, call)

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('footfall'))

const namesIn = ({ events }: EdgeSite) => [...new Set(events.map(({ visitor }) => visitor))]
