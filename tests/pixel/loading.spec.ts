import { readFileSync } from 'node:fs'
import { refreshCore } from '#app/server/edge/library.server.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, purchasePayload, test } from './shop-test.ts'
import type { Page } from 'playwright/test'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { reportReasons } from './page-calls.ts'
import { digestClock, passSeconds, sendAll, showingRuns } from './time.ts'

test('before the first nudge a page asks two things of the server besides the pixel', async ({
  shop,
}) => {
  const asked = watchRequests(shop.page)

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  expect(asked().filter((name) => name !== 'events')).toEqual(['library', 'payload', 'plain'])
})

test('a nudge that needs more than orders do has the script that shows everything', async ({
  shop,
}) => {
  shop.site.payload = payloadOf([nudgeOf({ rotates: true })])
  const asked = watchRequests(shop.page)

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  expect(asked().filter((name) => name !== 'events')).toEqual(['library', 'payload', 'showing'])
})

test('a page with nothing to show never asks for the script that shows', async ({ shop }) => {
  const rules = { ...everywhere, pages: [{ match: 'exact' as const, value: '/cart' }] }
  shop.site.payload = payloadOf([nudgeOf({ rules })], {}, {})
  const asked = watchRequests(shop.page)
  await shop.page.clock.install()

  await shop.open()
  await expect
    .poll(async () => {
      await sendAll(shop.page)
      return shop.site.events.map(({ type }) => type)
    })
    .toEqual(['visit', 'not_shown'])
  await shop.page.clock.fastForward(30_000)

  expect(new Set(asked())).toEqual(new Set(['library', 'payload', 'events']))
})

test('the showing script is fetched during the pause before the first nudge', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, { timings: { show: 60_000, wait: 0, initial: 90_000 } })
  await shop.page.clock.install()

  await showingRuns(shop.page, shop.open)

  await shop.page.clock.runFor(80_000)
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  await shop.page.clock.runFor(11_000)
  await expect(shop.nudge).toBeVisible()
})

const counting = (rules = everywhere) => {
  const count = { of: 'stock' as const, minimum: 1, forms: ['Last one', 'Only # left'] }
  const item = purchaseItem({ title: 'Linen shirt', text: '', count })
  return payloadOf([nudgeOf({ type: 'stock_level', items: [item], rules })])
}

const setStock = () => {
  const calls: unknown[] = [['set', { product: { id: 'shirt', stock: 3 } }]]
  window.footfall = calls
}

test('a page that reports its facts early has the rest in another script', async ({ shop }) => {
  shop.site.payload = counting()
  await shop.page.addInitScript(setStock)
  const asked = watchRequests(shop.page)

  await shop.open()

  await expect(shop.nudge).toContainText('Only 3 left')
  expect(scriptsIn(asked())).toEqual(['library', 'facts', 'showing'])
})

test('a page whose nudges need numbers has all that they need in one script', async ({ shop }) => {
  const item = purchaseItem({ title: 'Ends in {left}', countsDown: true, until: 2_000_000_000 })
  shop.site.payload = payloadOf([
    nudgeOf({ items: [item, { ...item, code: 'LINEN10' }], isRich: true }),
  ])
  const asked = watchRequests(shop.page)

  await shop.open()

  await expect(shop.nudge).toContainText('Ends in')
  expect(scriptsIn(asked())).toEqual(['library', 'showing-more-facts'])
})

test('a page without a nudge has no more than what counts its goals', async ({ shop }) => {
  const rules = { ...everywhere, pages: [{ match: 'exact' as const, value: '/cart' }] }
  const goals = [{ goal: 'goal-01', on: 'click' as const, selector: 'h1' }]
  shop.site.payload = payloadOf([nudgeOf({ rules })], {}, { goals })
  const asked = watchRequests(shop.page)

  await shop.open()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('not_shown')
  expect(scriptsIn(asked())).toEqual(['library', 'facts'])

  shop.site.payload = payloadOf([nudgeOf()], {}, { goals })
  await shop.open('blank')
  await expect(shop.nudge).toBeVisible()
  expect(scriptsIn(asked()).slice(2)).toEqual(['library', 'plain-facts'])
})

test('an inline nudge, an offer and a rating come with what draws them', async ({ shop }) => {
  for (const about of [{ stars: 4 }, { code: 'LINEN10' }, { conditions: 'From € 50.' }]) {
    shop.site.payload = purchasePayload(about)
    const asked = watchRequests(shop.page)

    await shop.open()
    await expect(shop.nudge).toBeVisible()

    expect(scriptsIn(asked())).toEqual(['library', 'showing-more'])
  }
})

test('a payload that names no script has each part when it is needed', async ({ shop }) => {
  const { joined: _joined, ...payload } = purchasePayload({ code: 'LINEN10' })
  shop.site.payload = payload
  const asked = watchRequests(shop.page)

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  expect(scriptsIn(asked())).toEqual(['library', 'showing', 'more'])
})

test('after a plain payload the next one of the document has its whole offer', async ({ shop }) => {
  const offer = (claim: string) => purchasePayload({ claim, title: '10 % off', code: 'LINEN10' })
  const goTo = async (path: string, payload: PixelPayload) => {
    shop.site.payload = payload
    await shop.page.evaluate((next) => {
      history.pushState({}, '', next)
    }, path)
    await expect(shop.nudge).toContainText(payload.nudges[0]?.items[0]?.title ?? '')
  }
  shop.site.payload = offer('claim-01')
  const asked = watchRequests(shop.page)

  await shop.open()
  await expect(shop.nudge).toContainText('10 % off')
  await goTo('/plain', purchasePayload({ claim: 'claim-02', title: 'Mia in Lyon' }))
  await goTo('/offer', offer('claim-03'))

  await expect(shop.nudge).toContainText('LINEN10')
  expect(scriptsIn(asked())).toEqual(['library', 'showing-more', 'plain'])
})

test('where half an offer could be drawn it is not shown, and the others are', async ({ shop }) => {
  const offer = nudgeOf({ items: [purchaseItem({ title: '10 % off', code: 'LINEN10' })] })
  const { joined: _joined, ...payload } = payloadOf([offer, nudgeOf()])
  shop.site.payload = payload
  await shop.page.route(/pixel\.more\./, (route) => route.abort())

  await shop.open()

  await expect(shop.nudge).toContainText('Mia in Lyon')
  expect(await reportReasons(shop)).toEqual([])
})

test('a script that cannot be had shows nothing and breaks nothing', async ({ shop }) => {
  await shop.page.route(/pixel\.(?:plain|showing)\./, (route) => route.abort())
  await shop.page.clock.install()

  await shop.open()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit'])
  await digestClock(shop.page)
  await passSeconds(shop.page, 3)

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('a script that answers HTML shows nothing', async ({ shop }) => {
  await shop.page.route(/pixel\.(?:plain|showing)\./, (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html><p>Gone' }),
  )
  await shop.page.clock.install()

  await shop.open()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit'])
  await digestClock(shop.page)
  await passSeconds(shop.page, 3)

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('a policy that lets scripts through by a nonce is not violated', async ({ shop }) => {
  await shop.open('nonce-policy')

  await expect(shop.nudge).toBeVisible()
  expect(await shop.complaints()).toEqual([])
})

const everywhere = {
  pages: [],
  notPages: [],
  kinds: [],
  devices: [],
  audience: 'all' as const,
  from: null,
  until: null,
}

const scriptsIn = (names: readonly string[]) =>
  names.filter((name) => name !== 'events' && name !== 'payload')

/** The page's requests to the edge, in order. */
const watchRequests = (page: Page) => {
  const names: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const script = /^\/js\/pixel\.([\w-]+)/.exec(pathname)?.[1]
    if (script) names.push(script)
    else if (pathname.startsWith('/api/pixel/')) {
      names.push(pathname.endsWith('/events') ? 'events' : 'payload')
    }
  })
  return () => names
}

test('a core of another border shows nothing, throws nothing, and is fetched again for the next page', async ({
  shop,
}) => {
  const faults: unknown[] = []
  shop.page.on('pageerror', (fault) => faults.push(fault))
  let asked = 0
  const core = readFileSync('build/pixel/pixel.library.js', 'utf8')
  await shop.page.route('**/js/pixel.library.js', (route) => {
    asked += 1
    const body = asked === 1 ? core.replace(/\d+-[0-9a-f]{8}/, '000000000000') : core
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await shop.page.route('**/js/pixel.plain.000000000000.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: refreshCore }),
  )

  await shop.open()
  await expect.poll(() => asked).toBe(2)
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  expect(faults).toEqual([])

  await shop.page.reload()
  await expect(shop.nudge).toBeVisible()
})
