import { readFileSync } from 'node:fs'
import { expect, nudgeOf, payloadOf, purchasePayload, test } from './shop-test.ts'

test('a page that carries the pixel twice shows one nudge and counts one visit', async ({
  shop,
}) => {
  await shop.open('twice')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  await expect(shop.nudge).toHaveCount(1)
  expect(shop.site.reads).toBe(1)
})

test('a copy on the shop’s host asks nothing, and another vendor’s script is not ours', async ({
  shop,
}) => {
  const body = readFileSync('build/pixel/pixel.library.js', 'utf8')
  await shop.page.route('**/cache/js/pixel.library.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  const asked: string[] = []
  shop.page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).hostname)
  })

  await shop.open('vendors')

  await expect(shop.nudge).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['edge.localhost']))
  expect(shop.site.reads).toBe(1)
})

test('a page that adds headers to every request shows nudges', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    const ask = window.fetch.bind(window)
    const headers = { 'X-Requested-With': 'fetch', traceparent: '00-1', Authorization: 'Bearer 1' }
    window.fetch = (url, init) => ask(url, { ...init, headers })
  })

  await shop.open()

  await expect(shop.nudge).toBeVisible()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
})

test('a policy without inline styles and scripts is not violated', async ({ shop, servers }) => {
  shop.site.payload = purchasePayload({ image: `${servers.pages.origin}/shirt.svg` })

  await shop.open('strict-policy')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  await expect(shop.nudge).toHaveCSS('border-radius', '12px')
  await expect(shop.nudge.locator('img')).toHaveJSProperty('naturalWidth', 112)
  expect(await shop.complaints()).toEqual([])
})

test('old libraries that patch the language change nothing of what is sent', async ({ shop }) => {
  await shop.open('patched-natives')

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
  await expect(shop.nudge.locator('strong')).toHaveText('Mia in Lyon')
})

test('an activity reaches the server whole on a page that changed the language', async ({
  shop,
}) => {
  await shop.open('patched-natives')
  await expect(shop.nudge).toBeVisible()

  await shop.page.evaluate(() => {
    const product = { title: 'Linen shirt' }
    window.footfall?.push(['track', 'purchase', { id: 7, first_name: 'Mia', product }])
  })

  const activities = () => shop.site.events.filter(({ type }) => type === 'activity')
  await expect.poll(activities).toMatchObject([
    {
      activity: {
        kind: 'purchase',
        id: '7',
        first_name: 'Mia',
        product: { title: 'Linen shirt' },
      },
    },
  ])
})

test('sweeping rules of a theme neither hide nor deform the nudge', async ({ shop }) => {
  await shop.open('hostile-style')
  await expect(shop.nudge).toBeVisible()

  await expect(shop.nudge.locator('strong')).toHaveCSS('color', 'rgb(22, 25, 29)')
  await expect(shop.nudge.locator('strong')).toHaveCSS('font-size', '14px')
  await expect(shop.nudge.locator('strong')).toHaveCSS('letter-spacing', 'normal')
  await expect(shop.page.locator('footfall-nudge')).toHaveCSS('opacity', '1')
  await expect(shop.page.locator('footfall-nudge')).toHaveCSS('transform', 'none')
})

test('a script in the head waits for the body', async ({ shop }) => {
  await shop.open('early')

  await expect(shop.nudge).toBeVisible()
})

test('a sandboxed frame without an origin shows the nudge too', async ({ shop }) => {
  await shop.open('framed')

  await expect(shop.page.frameLocator('iframe').locator('footfall-nudge .on')).toBeVisible()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
})

test('the page gets one global and no more', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    Reflect.set(window, '__before', Object.getOwnPropertyNames(window))
  })

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  const added = await shop.page.evaluate(() => {
    const before = new Set(Reflect.get(window, '__before') as string[])
    const names = Object.getOwnPropertyNames(window).filter((name) => !before.has(name))
    return names.filter((name) => !name.startsWith('__'))
  })
  expect(added).toEqual(['footfall'])
})

test('nothing is stored in the browser', async ({ shop }) => {
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  const kept = await shop.page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
  }))
  expect(kept).toEqual({ local: 0, session: 0, databases: 0 })
  const cookies = await shop.page.context().cookies()
  expect(cookies.map(({ name }) => name)).toEqual(['basket'])
})

test('a page that empties its body while a nudge is shown goes on in peace', async ({ shop }) => {
  await shop.page.clock.install()
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await shop.page.evaluate(() => document.body.replaceChildren())
  await shop.page.clock.fastForward(60_000)

  expect(await shop.complaints()).toEqual([])
})

test('an inline nudge at an impossible place does not stop the popups', async ({ shop }) => {
  const placement = { selector: 'html', where: 'after' as const }
  const impossible = nudgeOf({ surface: 'inline', placement })
  shop.site.payload = payloadOf([impossible, nudgeOf()])

  await shop.open()

  await expect(shop.nudge).toBeVisible()
})

test('a page that forbids script addresses as text still counts its visit', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLScriptElement.prototype, 'src', {
      ...Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src'),
      set: () => {
        throw new TypeError('This document requires TrustedScriptURL assignment.')
      },
    })
    const early: unknown[] = [['set', { kind: 'product' }]]
    window.footfall = early
  })

  await shop.open()

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('visit')
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})

test('an old answer no longer shows', async ({ page, shop }) => {
  shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })])
  await page.clock.install()
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await page.clock.fastForward(3_700_000)

  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})
