/**
 * Pages whose scripts changed the browser, or whose document isn't written as most are. On each one the
 * nudge shows, one visit and one impression are counted, and the page sees no error. The sources are
 * public reports about scripts like ours; docs/strange-pages.md lists the kinds.
 */
import { expect, test, type Shop } from './shop-test.ts'
import { arrived, sendAll } from './time.ts'

/** In tests/pixel/pages/strange-documents. */
const documents = {
  base: 'a base address on another host',
  'late-tag': 'a tag that a tag manager adds two seconds after the page',
  'written-tag': 'a tag that the page writes',
  quirks: 'no doctype',
  xhtml: 'XHTML',
}

const wrapHistory = () => {
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history)
    history[name] = (...values) => {
      change(...values)
      dispatchEvent(new Event(name.toLowerCase()))
    }
  }
}

/** Changes that scripts before ours made to the browser. */
const changes: Record<string, () => void> = {
  'a History API that throws': () => {
    const refuse = () => {
      throw new Error('History is not available here.')
    }
    history.pushState = refuse
    history.replaceState = refuse
  },
  'wrapped History, as routers of single-page shops do': wrapHistory,
  'requests by an old polyfill of fetch': () => {
    window.fetch = (address, init) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open(init?.method ?? 'GET', address instanceof Request ? address.url : address)
        request.onload = () => {
          resolve(new Response(request.responseText, { status: request.status }))
        }
        request.onerror = () => {
          reject(new TypeError('Network request failed'))
        }
        request.send((init?.body ?? null) as string | null)
      })
  },
  'requests as Request objects': () => {
    const ask = window.fetch.bind(window)
    window.fetch = (address, init) => ask(new Request(address, init))
  },
  'array methods of an old library': () => {
    for (const name of ['map', 'filter', 'find', 'reduce']) {
      const usual = Reflect.get(Array.prototype, name) as (...values: unknown[]) => unknown
      Reflect.set(Array.prototype, name, function (this: unknown, ...values: unknown[]) {
        return Reflect.apply(usual, this, values)
      })
    }
    Object.defineProperty(Object.prototype, 'each', { value: () => undefined, enumerable: true })
  },
  'frozen prototypes': () => {
    for (const one of [Object, Array, Function, Promise]) Object.freeze(one.prototype)
  },
  'timers that return nothing': () => {
    const wait = window.setTimeout.bind(window)
    Reflect.set(window, 'setTimeout', (run: () => void, millis?: number) => {
      wait(run, millis)
    })
  },
  'listeners that are always passive': () => {
    const listen = Reflect.get(EventTarget.prototype, 'addEventListener') as (
      ...values: unknown[]
    ) => unknown
    Reflect.set(
      EventTarget.prototype,
      'addEventListener',
      function (this: unknown, type: unknown, listener: unknown, given: unknown) {
        const options = typeof given === 'boolean' ? { capture: given } : given
        const passive = Object.assign({}, options, { passive: true })
        Reflect.apply(listen, this, [type, listener, passive])
      },
    )
  },
  'storage and cookies that are forbidden': () => {
    const refuse = {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
      set: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'localStorage', refuse)
    Object.defineProperty(window, 'sessionStorage', refuse)
    Object.defineProperty(Document.prototype, 'cookie', refuse)
  },
}

const showsAndCountsOnce = async ({ nudge, page, site }: Shop) => {
  const types = async () => {
    await sendAll(page)
    await arrived({ page, site })
    return site.events.map(({ type }) => type)
  }
  await expect(nudge).toBeVisible()
  await expect.poll(types).toContain('impression')

  expect(await types()).toEqual(['visit', 'impression'])
  expect(site.reads).toBe(1)
}

for (const [name, about] of Object.entries(documents)) {
  test(`${about}: the nudge shows and counts once`, async ({ shop }) => {
    await shop.page.route('https://cdn.example/**', (route) => route.fulfill({ status: 404 }))

    await shop.open(`strange-documents/${name}`)

    await showsAndCountsOnce(shop)
  })
}

for (const [about, change] of Object.entries(changes)) {
  test(`${about}: the nudge shows and counts once`, async ({ shop }) => {
    await shop.page.addInitScript(change)

    await shop.open()

    await showsAndCountsOnce(shop)
  })
}

test('behind a router that wraps History, the next page is another view', async ({ shop }) => {
  await shop.page.addInitScript(wrapHistory)
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await shop.page.evaluate(() => {
    history.pushState({}, '', '/socks')
  })

  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'visit').map(({ page }) => page))
    .toEqual(['/product', '/socks'])
})

test('a tag whose data attributes were removed asks nothing of any host', async ({ shop }) => {
  const asked: string[] = []
  shop.page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url())
  })
  const script = shop.page.waitForResponse(/pixel\.library\.js/)

  await shop.open('strange-documents/stripped-tag')
  await (await script).finished()
  await shop.page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => done(null), { timeout: 4_000 })),
  )

  expect(asked).toEqual([])
  expect(shop.site.events).toEqual([])
})

test('a window of 280 pixels has the whole card within it, and no page scrolls sideways', async ({
  shop,
}) => {
  await shop.page.setViewportSize({ width: 280, height: 653 })

  await shop.open()

  await expect(shop.nudge).toBeVisible()
  const box = await shop.nudge.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(280)
  expect(await shop.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    280,
  )
})
