/** Inline nudges in shops whose scripts draw the page: places that come late, and places that are drawn again. */
import type { Page } from 'playwright/test'
import { sampleNudge, samplePayload } from './nudge-items.ts'
import { reportReasons } from './page-calls.ts'
import { readShift, watchShift } from './shift.ts'
import { expect, test, type Shop } from './shop-test.ts'
import { arrived, digestClock, passSeconds, sendAll } from './time.ts'

const purchaseAt = (selector: string, layout?: 'line') =>
  samplePayload(
    [
      sampleNudge('purchase', {
        surface: 'inline',
        placement: { selector, where: layout ? 'after' : 'append' },
        ...(layout ? { look: { layout } } : {}),
      }),
    ],
    {},
    '/inline',
  )

/** With room for a card below the price. */
const section = (price: string) =>
  `<div class="price" style="min-height:160px">${price}</div><p>Woven in one piece.</p>`

/** An init script: a section for the price as the first thing of the page, empty or drawn. */
const addSection = (html: string) => {
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('h1')?.insertAdjacentHTML('afterend', `<div id="section">${html}</div>`)
  })
}

const draw = (page: Page, html: string) =>
  page.evaluate((drawn) => {
    const place = document.querySelector('#section')
    if (place) place.innerHTML = drawn
  }, html)

/** Goes to another page of the document. Returns why nudges weren't shown on the first one. */
const leave = async ({ page, site }: Shop) => {
  await page.evaluate(() => history.pushState({}, '', '/oak-tray'))
  await expect
    .poll(async () => {
      await sendAll(page)
      return site.events.filter(({ type }) => type === 'visit')
    })
    .toHaveLength(2)
  await arrived({ page, site })
  return site.events.flatMap((event) =>
    event.type === 'not_shown' && event.page === '/inline' ? [event.reason] : [],
  )
}

const impressions = ({ site }: Shop) => site.events.filter(({ type }) => type === 'impression')

for (const layout of ['line', undefined] as const) {
  test(`a variant that draws its section again keeps the ${layout ?? 'card'}, and nothing moves`, async ({
    shop,
  }) => {
    const { page } = shop
    await page.addInitScript(addSection, section('€ 20'))
    await page.addInitScript(watchShift)
    shop.site.payload = purchaseAt('.price', layout)
    await shop.open('inline')
    await expect(page.locator('#section .card')).toBeVisible()
    await expect.poll(() => impressions(shop)).toHaveLength(1)
    const shift = await page.evaluate(readShift)

    await draw(page, section('€ 24'))

    // In the same task, so no frame is drawn without it.
    expect(await page.locator('#section .card').count()).toBe(1)
    await expect(page.locator('#section')).toContainText('€ 24')
    expect(await page.evaluate(readShift)).toBe(shift)
    expect(await reportReasons(shop)).toEqual([])
    expect(impressions(shop)).toHaveLength(1)
  })
}

test('a place that is drawn late has its nudge', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(addSection, '')
  await page.clock.install()
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await passSeconds(page, 3)
  await expect(page.locator('footfall-inline')).toHaveCount(0)

  await draw(page, section('€ 20'))
  await page.clock.runFor(1000)

  await expect(page.locator('#section .card')).toBeVisible()
  expect(await reportReasons(shop)).toEqual([])
})

test('a route whose page is drawn later has its nudge on the new page', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  await page.clock.install()
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()

  await page.evaluate(() => history.pushState({}, '', '/oak-tray'))
  await draw(page, '')
  await digestClock(page)
  await page.clock.runFor(900)
  await draw(page, section('€ 99'))
  await page.clock.runFor(1100)

  await expect(page.locator('.price')).toContainText('€ 99')
  await expect(page.locator('#section .card')).toBeVisible()
})

test('a place that never comes is reported once: after a minute, or when the visitor leaves', async ({
  shop,
}) => {
  const { page, site } = shop
  await page.clock.install()
  site.payload = purchaseAt('.price')
  await shop.open('inline')
  await expect.poll(() => site.events.map(({ type }) => type)).toEqual(['visit'])
  expect(site.events.map(({ type }) => type)).not.toContain('not_shown')
  await passSeconds(page, 3)

  expect(await reportReasons(shop)).toEqual([])
  await expect.poll(() => reportReasons(shop)).toEqual(['no_place'])
  await page.clock.runFor(70_000)
  expect(await reportReasons(shop)).toEqual(['no_place'])
})

test('a place that never comes is reported for its page, also when the next one has begun', async ({
  shop,
}) => {
  const { page, site } = shop
  site.payload = purchaseAt('.price')
  await shop.open('inline')
  await expect.poll(() => site.events.map(({ type }) => type)).toEqual(['visit'])

  await page.evaluate(() => history.pushState({}, '', '/oak-tray'))
  await expect.poll(() => site.reads).toBe(2)

  const pages = async () => {
    await sendAll(page)
    return site.events.flatMap((event) => (event.type === 'not_shown' ? [event.page] : []))
  }
  await expect.poll(pages).toEqual(['/inline', '/oak-tray'])
})

test('a place that is missing for a minute is no longer looked for', async ({ shop }) => {
  const { page } = shop
  await page.clock.install()
  await page.addInitScript(addSection, '')
  shop.site.payload = purchaseAt('.price')
  await shop.open('inline')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit'])
  for (let turn = 0; turn < 4; turn++) {
    await page.clock.runFor(20_000)
    await digestClock(page)
  }

  await expect.poll(() => reportReasons(shop)).toEqual(['no_place'])
  await draw(page, section('€ 20'))
  await passSeconds(page, 5)
  await expect(page.locator('footfall-inline')).toHaveCount(0)
})

for (const [name, scroller] of [
  ['the page', null],
  ['an element', '#shop'],
] as const) {
  test(`a price that comes after a visitor scrolled ${name} there and back moves nothing`, async ({
    shop,
  }) => {
    const { page } = shop
    await page.addInitScript((scrolls) => {
      document.addEventListener('DOMContentLoaded', () => {
        const content =
          '<div id="section" style="min-height:24px;line-height:24px"></div><p>Woven.</p><p style="height:2000px"></p>'
        const within = '<div id="shop" style="height:100vh;overflow:auto">'
        document.body.innerHTML = scrolls ? `${within}${content}</div>` : content
      })
    }, scroller)
    await page.addInitScript(watchShift)
    shop.site.payload = purchaseAt('.price', 'line')
    // It comes before the place, and notices from then on.
    const script = page.waitForResponse(/\/js\/pixel\.showing-more\./)
    await shop.open('inline')
    await (await script).finished()
    await digestClock(page)
    for (const top of [200, 0]) {
      await page.evaluate(
        ([selector, to]) => {
          const target = selector ? document.querySelector(selector) : document.scrollingElement
          const scrolled = new Promise((resolve) => {
            document.addEventListener('scroll', resolve, { capture: true, once: true })
          })
          target?.scrollTo(0, to)
          return scrolled.then(() => undefined)
        },
        [scroller, top] as const,
      )
    }
    await draw(page, '<div class="price" style="width:fit-content">€ 20</div>')
    await expect(page.locator('footfall-inline')).toHaveCount(1)

    expect(await page.locator('#section .card').count()).toBe(0)
    expect(await page.evaluate(readShift)).toBe(0)
    await expect.poll(() => leave(shop)).toEqual(['no_room'])
  })
}

/** A related product below or above the section, as the first price of the page. */
const drawRelated = (page: Page, where: 'afterend' | 'beforebegin') =>
  page.evaluate(
    ([at, html = '']) =>
      document
        .querySelector('#section')
        ?.insertAdjacentHTML(at as InsertPosition, `<div class="related">${html}</div>`),
    [where, section('€ 9')],
  )

for (const layout of ['line', undefined] as const) {
  test(`a page that draws its price after a related one has the ${layout ?? 'card'} beside its own`, async ({
    shop,
  }) => {
    const { page } = shop
    await page.addInitScript(addSection, '')
    shop.site.payload = purchaseAt('.price', layout)
    await shop.open('inline')
    await drawRelated(page, 'afterend')
    await expect(page.locator('.related .card')).toBeVisible()

    const beside = await page.evaluate((html) => {
      const place = document.querySelector('#section')
      if (place) place.innerHTML = html
      return Promise.resolve().then(
        () => document.querySelectorAll('.related footfall-nudge').length,
      )
    }, section('€ 20'))

    // In the same task, so no frame is drawn with it beside the other product.
    expect(beside).toBe(0)
    await expect(page.locator('#section footfall-nudge')).toHaveCount(1)
    await expect(page.locator('footfall-nudge')).toHaveCount(1)
    expect(await leave(shop)).toEqual([])
    expect(impressions(shop)).toHaveLength(1)
  })
}

test('a price that a visitor opens before the page’s, as carts have, takes no nudge along', async ({
  shop,
}) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()
  await page.mouse.click(5, 700)

  await drawRelated(page, 'beforebegin')

  await expect(page.locator('.related')).toBeVisible()
  await expect(page.locator('#section .card')).toBeVisible()
  await expect(page.locator('.related footfall-inline')).toHaveCount(0)
})

for (const layout of ['line', undefined] as const) {
  for (const way of ['displayed', 'inserted'] as const) {
    test(`a pinned bar with the price, ${way} after a scroll, has no ${layout ?? 'card'}, and nothing moves`, async ({
      shop,
    }) => {
      const { page } = shop
      await page.addInitScript(addSection, section('€ 20'))
      await page.addInitScript((isThere) => {
        document.addEventListener('DOMContentLoaded', () => {
          const bar =
            '<div id="bar" style="display:none;position:fixed;inset:0 0 auto;height:50px"><span class="price">€ 20</span></div>'
          const shown = isThere ? bar : '<div id="mount"></div>'
          document.body.insertAdjacentHTML('afterbegin', shown)
          document.body.insertAdjacentHTML('beforeend', '<div style="height:3000px"></div>')
          Reflect.set(window, 'addBar', () => {
            const mount = document.querySelector('#mount')
            if (mount) mount.innerHTML = bar
            document.querySelector<HTMLElement>('#bar')?.style.setProperty('display', 'block')
            document.body.append('')
          })
        })
      }, way === 'displayed')
      await page.addInitScript(watchShift)
      shop.site.payload = purchaseAt('.price', layout)
      await shop.open('inline')
      await expect(page.locator('#section .card')).toBeVisible()
      const shift = await page.evaluate(readShift)

      for (const top of [120, 0]) {
        await page.evaluate((to) => {
          const scrolled = new Promise((resolve) => {
            document.addEventListener('scroll', resolve, { once: true })
          })
          scrollTo(0, to)
          return scrolled.then(() => {
            if (to) (Reflect.get(window, 'addBar') as () => void)()
            else document.querySelector('#bar')?.remove()
          })
        }, top)
        await digestClock(page)
        await expect(page.locator('#section .card')).toBeVisible()
        await expect(page.locator('#bar footfall-inline')).toHaveCount(0)
      }
      expect(await page.evaluate(readShift)).toBe(shift)
    })
  }
}

test('a pinned bar with the price that comes while the page loads takes no nudge along', async ({
  shop,
}) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()

  const inBar = await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'afterbegin',
      '<div id="bar" style="position:fixed;inset:0 0 auto;height:50px"><p class="price">€ 20</p></div>',
    )
    return Promise.resolve().then(() => document.querySelectorAll('#bar footfall-inline').length)
  })

  expect(inBar).toBe(0)
  await expect(page.locator('#section .card')).toBeVisible()
})

const skeleton = '<div class="skeleton"></div>'

for (const [way, during, parent] of [
  ['empties its section', '', '#section'],
  ['replaces its section by a skeleton', skeleton, 'body'],
] as const) {
  test(`a variant that ${way} for a while never has the nudge beside a related product`, async ({
    shop,
  }) => {
    const { page } = shop
    await page.addInitScript(addSection, section('€ 20'))
    shop.site.payload = purchaseAt('.price', 'line')
    await shop.open('inline')
    await expect(page.locator('#section .card')).toBeVisible()
    const beside = page.locator('.price:has(footfall-inline),.price:has(+ footfall-inline)')
    // Shops fetch them when the page was drawn.
    await page.evaluate(() => {
      const related = '<div class="related"><p class="price">€ 9</p></div>'
      document.body.insertAdjacentHTML('beforeend', related)
    })

    const shown = await page.evaluate(
      async ([drawn = '', at = '']) => {
        const place = document.querySelector('#section')
        if (at === 'body') place?.replaceWith(new Range().createContextualFragment(drawn))
        else if (place) place.innerHTML = drawn
        // Long enough for the clock that looks again each second.
        await new Promise((resolve) => setTimeout(resolve, 1500))
        return document.querySelectorAll('footfall-inline footfall-nudge').length
      },
      [during, parent],
    )
    await page.evaluate(
      ([drawn = '', at = '']) => {
        const place = document.querySelector(at === 'body' ? '.skeleton' : '#section')
        if (place) place.innerHTML = drawn
      },
      [section('€ 24'), parent],
    )

    await expect(beside).toContainText('€ 24')
    expect(shown).toBe(0)
    expect(await leave(shop)).toEqual([])
  })
}

for (const [way, change] of [
  [
    'while its section is empty and other parts of the page change often',
    async (html: string) => {
      const [place, timer] = [document.querySelector('#section'), document.querySelector('h1')]
      if (!place || !timer) return
      place.innerHTML = ''
      for (let turn = 0; turn < 70; turn++) {
        timer.textContent = String(turn)
        await new Promise((resolve) => setTimeout(resolve))
      }
      place.innerHTML = html
    },
  ],
  [
    'while its section is drawn again often',
    async (html: string) => {
      const place = document.querySelector('#section')
      for (let turn = 0; place && turn < 70; turn++) {
        place.innerHTML = html
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
  ],
] as const) {
  test(`the nudge stays ${way}`, async ({ shop }) => {
    const { page } = shop
    await page.addInitScript(addSection, section('€ 20'))
    shop.site.payload = purchaseAt('.price', 'line')
    await shop.open('inline')
    await expect(page.locator('#section .card')).toBeVisible()
    await expect.poll(() => impressions(shop)).toHaveLength(1)
    // From then on nothing may be pushed.
    await page.mouse.click(5, 700)

    await page.evaluate(change, section('€ 24'))

    await expect(page.locator('#section .card')).toBeVisible()
    expect(await leave(shop)).toEqual([])
    expect(impressions(shop)).toHaveLength(1)
  })
}

test('a nudge that was seen and has no room any more isn’t reported as one without room', async ({
  shop,
}) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()
  await expect.poll(() => impressions(shop)).toHaveLength(1)
  await page.mouse.click(5, 700)

  // Too narrow for a line, and a line of its own would push what is below.
  await page.evaluate(async () => {
    const place = document.querySelector('#section')
    if (!place) return
    for (let turn = 0; turn < 200; turn++) {
      document.querySelector('footfall-inline')?.remove()
      await Promise.resolve()
    }
    place.innerHTML = '<p class="price" style="width:fit-content">€ 20</p><p>Woven.</p>'
    await new Promise((resolve) => setTimeout(resolve, 1500))
  })

  expect(await leave(shop)).toEqual([])
})

test('a page that draws its section again each time isn’t held up', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()

  // Within one task: the nudge may come back in another one, as often as it likes.
  const draws = await page.evaluate(async (html) => {
    const place = document.querySelector('#section')
    let [inTask, most] = [0, 0]
    const restore = () => {
      if (!place || !document.querySelector('footfall-inline')) return
      if (inTask === 0) setTimeout(() => (inTask = 0))
      most = Math.max(most, ++inTask)
      place.innerHTML = html
    }
    new MutationObserver(restore).observe(document, { childList: true, subtree: true })
    restore()
    return new Promise<number>((resolve) => setTimeout(() => resolve(most), 100))
  }, section('€ 24'))

  expect(draws).toBeLessThan(60)
})

test('a page that takes it out each time isn’t held up', async ({ shop }) => {
  const { page } = shop
  await page.addInitScript(addSection, section('€ 20'))
  shop.site.payload = purchaseAt('.price', 'line')
  await shop.open('inline')
  await expect(page.locator('#section .card')).toBeVisible()

  const removals = await page.evaluate(async () => {
    let removed = 0
    const clean = () => {
      for (const found of document.querySelectorAll('footfall-inline')) {
        removed++
        found.remove()
      }
    }
    new MutationObserver(clean).observe(document.body, { childList: true, subtree: true })
    clean()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    return removed
  })

  expect(removals).toBeLessThan(60)
})
