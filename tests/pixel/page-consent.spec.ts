/** Consent that a page reports by a call, and what the browser stores with it. */
import type { Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import { call, callEarly, reportReasons } from './page-calls.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'
import { arrived } from './time.ts'

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
  await arrived(shop)

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  expect(impressions()).toHaveLength(1)
})

test('without consent nothing is stored, and no visitor has a name', async ({ shop }) => {
  await callEarly(shop.page, ['set', { variables: { name: 'Ada' } }], ['consent', false])

  await shop.open()
  await expect.poll(() => shop.site.events.length).toBeGreaterThanOrEqual(2)

  expect(await storedIn(shop.page)).toEqual({ local: null, session: null })
  expect(shop.site.visitors).toEqual([null])
  expect(shop.site.events.filter(({ visitor }) => visitor)).toEqual([])
})

test('with consent the visitor has one name, sent with all requests and events', async ({
  shop,
}) => {
  await callEarly(shop.page, ['consent', true])

  await shop.open()
  await expect.poll(() => shop.site.events.length).toBeGreaterThanOrEqual(2)
  await shop.open()
  await expect.poll(() => shop.site.events.length).toBeGreaterThanOrEqual(4)

  const names = new Set([...shop.site.visitors, ...shop.site.events.map(({ visitor }) => visitor)])
  expect([...names]).toEqual([expect.stringMatching(/^\d+(?:-\d+){3}$/)])
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

test('with consent a visitor doesn’t see the same item twice', async ({ shop }) => {
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

test('with consent an activity is shown once in a visit, on any plan', async ({ shop }) => {
  const items = ['Mia', 'Noah'].map((title) => purchaseItem({ title }))
  shop.site.payload = payloadOf([nudgeOf({ items })])
  await callEarly(shop.page, ['consent', true])

  for (const [place, title] of ['Mia', 'Noah'].entries()) {
    await shop.open()
    await expect(shop.nudge).toContainText(title)
    await expect
      .poll(() => shop.site.events.filter(({ type }) => type === 'impression'))
      .toHaveLength(place + 1)
  }
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual(['seen'])
  // The next visit is another tab.
  await shop.page.evaluate(() => sessionStorage.clear())
  await shop.open()

  await expect(shop.nudge).toContainText('Mia')
})

test('withdrawn consent removes the stored data', async ({ shop }) => {
  await callEarly(shop.page, ['consent', true])
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  expect(await storedIn(shop.page)).toMatchObject({
    local: expect.stringMatching(/^\d+(?:-\d+){3};/),
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
