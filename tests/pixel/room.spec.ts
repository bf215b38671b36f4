/** A popup never lies over what visitors press or fill in, when it appears and while it stays. */
import type { PixelNudge } from '#app/contract/pixel.ts'
import { reportReasons } from './page-calls.ts'
import { readShift, watchShift } from './shift.ts'
import { expect, nudgeOf, payloadOf, purchasePayload, test, type Shop } from './shop-test.ts'
import { arrived, passSeconds, sendAll, showingRuns } from './time.ts'

const still = { animation: 'none' } as const
const wide = { width: 1280, height: 720 }
const phone = { width: 375, height: 667 }

/** Distance from the corner of the window in which a control lies below the card. */
const near = '60px'

/** Opens the page with this markup before the first nudge. */
const openWith = async (shop: Shop, html: string, name = 'controls') => {
  await shop.page.addInitScript((markup) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.insertAdjacentHTML('afterbegin', markup)
      /** Makes the templates shadow roots of the elements around them. */
      const openRoots = (root: ParentNode) => {
        for (const template of root.querySelectorAll<HTMLTemplateElement>('template')) {
          const shadow = template.parentElement?.attachShadow({ mode: 'open' })
          shadow?.append(template.content)
          if (shadow) openRoots(shadow)
        }
      }
      openRoots(document)
    })
  }, html)
  await shop.open(name)
}

const inRoot = (html: string) => `<template>${html}</template>`

/** At which edge and side of the window the middle of the card is. */
const placeOf = async ({ nudge, page }: Shop) => {
  const { x = NaN, y = NaN, width = NaN, height = NaN } = (await nudge.boundingBox()) ?? {}
  const window = page.viewportSize() ?? wide
  const side = Math.sign(Math.round((x + width / 2 - window.width / 2) / 20))
  return [
    y + height / 2 < window.height / 2 ? 'top' : 'bottom',
    { '-1': 'left', '0': 'middle', '1': 'right' }[String(side)],
  ]
}

/** A control at a corner of the first window. */
const at = (edge: 'top' | 'bottom', side: 'left' | 'right', tag = 'button', text = 'Add') => {
  const y = edge === 'top' ? `top:${near}` : `top:calc(100vh - ${near} - 20px)`
  return `<${tag} class="at" style="${y};${side}:${near}">${text}</${tag.split(' ')[0] ?? ''}>`
}

for (const [name, tag] of [
  ['button', 'button'],
  ['link', 'a href="/other"'],
  ['field', 'input'],
  ['select', 'select'],
  ['disclosure', 'summary'],
  ['element that a script made a button', 'div role="button" tabindex="0"'],
  ['frame with a payment button', 'iframe height="40" src="/blank"'],
  ['frame with several payment buttons', 'iframe height="150" src="/blank"'],
  ['tall button', 'button data-tall'],
  ['button with its place in the order of Tab', 'div role="button" tabindex="1"'],
  ['swatch that arrow keys reach', 'div role="radio" tabindex="-1"'],
  ['text that can be edited', 'div contenteditable'],
  ['video with controls', 'video controls width="200" height="90"'],
  ['element of any kind that shows the pointer of a link', 'div data-press'],
] as const) {
  test(`a ${name} below its place moves the card to the other edge`, async ({ shop }) => {
    await shop.page.setViewportSize(wide)
    shop.site.payload = purchasePayload({}, still)

    await openWith(shop, at('bottom', 'left', tag))
    await expect(shop.nudge).toBeVisible()

    expect(await placeOf(shop)).toEqual(['top', 'left'])
  })
}

for (const [name, inside] of [
  ['button', '<button>Pay now</button>'],
  ['button’s words', '<button><span style="padding:9px 40px">Pay now</span></button>'],
  ['link', '<a href="/other" style="display:block">Pay now</a>'],
  ['payment frame', '<iframe height="40" width="150" src="/blank"></iframe>'],
  ['button two roots deep', `<div>${inRoot('<button>Pay now</button>')}</div>`],
] as const) {
  test(`a ${name} in an open shadow root below its place moves the card`, async ({ shop }) => {
    await shop.page.setViewportSize(wide)
    shop.site.payload = purchasePayload({}, still)
    const style = '<style>button,a,iframe{height:40px;width:150px}</style>'

    await openWith(shop, at('bottom', 'left', 'div', inRoot(style + inside)))
    await expect(shop.nudge).toBeVisible()

    expect(await placeOf(shop)).toEqual(['top', 'left'])
  })
}

for (const [name, html] of [
  ['in an open shadow root', at('bottom', 'left', 'div', inRoot('<button>Pay now</button>'))],
  ['that only a pointer shows', at('bottom', 'left', 'div data-press', 'Add to the cart')],
] as const) {
  test(`a control ${name} that comes later below the card moves it`, async ({ shop }) => {
    await shop.page.setViewportSize(wide)
    shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
    await openWith(shop, `<section hidden>${html}</section>`)
    await expect(shop.nudge).toBeVisible()
    expect(await placeOf(shop)).toEqual(['bottom', 'left'])

    await shop.page.locator('section').evaluate((element: HTMLElement) => {
      element.hidden = false
    })

    await expect.poll(async () => (await placeOf(shop))[0]).toBe('top')
  })
}

test('with controls at both edges the card goes to the other side', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = purchasePayload({}, still)

  await openWith(shop, at('bottom', 'left') + at('top', 'left'))
  await expect(shop.nudge).toBeVisible()

  expect((await placeOf(shop))[1]).toBe('right')
})

test('with one free corner the card is there, on a page from right to left as well', async ({
  shop,
}) => {
  await shop.page.setViewportSize(wide)
  for (const direction of ['ltr', 'rtl'] as const) {
    shop.site.payload = purchasePayload({}, { ...still, direction })
    await openWith(shop, at('bottom', 'left') + at('top', 'left') + at('bottom', 'right'))
    await expect(shop.nudge).toBeVisible()

    expect(await placeOf(shop)).toEqual(['top', 'right'])
  }
})

test('a link of two lines counts, and not the space between its ends', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = purchasePayload({}, still)

  await openWith(
    shop,
    `<p class="at" style="top:calc(100vh - 76px);left:30px;width:280px;margin:0">${'Made of '.repeat(4)}<a href="/other">linen from the north</a></p>`,
  )
  await expect(shop.nudge).toBeVisible()

  expect(await placeOf(shop)).toEqual(['top', 'left'])
})

test('on a phone the button at the bottom stays free', async ({ shop }) => {
  await shop.page.setViewportSize(phone)
  shop.site.payload = purchasePayload({}, still)

  await openWith(
    shop,
    '<button class="at" style="inset:calc(100vh - 90px) 16px auto;height:46px">Add to cart</button>',
  )
  await expect(shop.nudge).toBeVisible()

  expect((await placeOf(shop))[0]).toBe('top')
})

const hidden = {
  'that is not visible': at('bottom', 'left', 'button data-unseen'),
  'in a closed drawer': `<div style="position:fixed;bottom:20px;left:-300px"><button>Add</button></div>`,
  'that a carousel clips': `<div class="clip"><button class="at" style="top:calc(100vh - 80px);left:60px">Add</button></div>`,
  'as large as a product': `<a href="/mug" class="at" style="top:calc(100vh - 400px);left:20px;width:300px;height:400px"><h3>Mug</h3></a>`,
  'around a picture': `<a href="/mug" class="at" style="top:calc(100vh - 300px);left:20px"><img src="/shirt.svg" width="300" height="290" alt="Mug"></a>`,
  'in a menu that is closed': `<div style="opacity:0;pointer-events:none">${at('bottom', 'left', 'a href="/other"')}</div>`,
  'behind a layer': `${at('bottom', 'left')}<div style="position:fixed;inset:0;background:#fff"></div>`,
  'that is a heading which scripts focus': at('bottom', 'left', 'h2 tabindex="-1"'),
  'that is text in a shadow root': at('bottom', 'left', 'div', inRoot('<p>Linen</p>')),
  'whose shape of the pointer is the whole page’s': `<style>body{cursor:pointer}</style>${at('bottom', 'left', 'p')}`,
  'whose shape of the pointer is a large part’s': `<div data-press style="height:200vh">${at('bottom', 'left', 'p')}</div>`,
  'whose shape of the pointer is the page’s, in a shadow root': `<style>html{cursor:pointer}</style>${at('bottom', 'left', 'div', inRoot('<p>Linen</p>'))}`,
  'of the kind that a whole product is': `<div data-press class="at" style="top:calc(100vh - 400px);left:20px;width:300px;height:400px"><h3>Mug</h3></div>`,
  'around the whole page': `<div role="tabpanel" tabindex="0" style="height:200vh">${at('bottom', 'left', 'p')}</div>`,
  'beside the card': `<p class="at" style="top:calc(100vh - 60px);left:360px"><a href="/mug">Mug</a></p>`,
}
for (const [name, html] of Object.entries(hidden)) {
  test(`a control ${name} moves nothing`, async ({ shop }) => {
    await shop.page.setViewportSize(wide)
    shop.site.payload = purchasePayload({}, still)

    await openWith(shop, html)
    await expect(shop.nudge).toBeVisible()

    expect(await placeOf(shop)).toEqual(['bottom', 'left'])
  })
}

test('a page that is full of buttons shows the nudge once scrolling made room', async ({
  shop,
}) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = purchasePayload({}, still)
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openWith(shop, full))
  await passSeconds(shop.page, 5)
  await expect(shop.nudge).toHaveCount(0)

  await shop.page.evaluate(() => scrollTo(0, innerHeight * 1.5))
  await passSeconds(shop.page, 2)

  await expect(shop.nudge).toBeVisible()
})

test('on a page that replaced the language’s own functions it keeps off what only the pointer shows', async ({
  shop,
}) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = purchasePayload({}, still)
  const chat = `<div style="position:fixed;inset:auto auto 0 0;width:400px;height:90px;cursor:pointer">Chat</div>`

  await openWith(shop, chat, 'patched-natives')
  await expect(shop.nudge).toBeVisible()

  expect(await placeOf(shop)).toEqual(['top', 'left'])
})

for (const [name, css] of [
  ['has a transform', 'body { transform: translateX(0) }'],
  ['has a filter', 'body { filter: opacity(0.99) }'],
  ['announces a transform', 'body { will-change: transform }'],
  ['has a perspective', 'body { perspective: 100px }'],
  ['paints apart', 'body { contain: paint }'],
  [
    'came in with a movement',
    '@keyframes come { from { transform: translateY(9px) } } body { animation: come 1ms both }',
  ],
] as const) {
  test(`on a page whose body ${name} the popup is within the window`, async ({ shop }) => {
    await shop.page.setViewportSize(wide)
    shop.site.payload = purchasePayload({}, still)

    await openWith(shop, `<style>${css}</style>`)

    await expect(shop.nudge).toBeInViewport({ ratio: 1 })
    await expect
      .poll(() => shop.site.events.map(({ type }) => type))
      .toEqual(['visit', 'impression'])
  })
}

test('where it could only be out of the window for as long, the popup had no room', async ({
  shop,
}) => {
  const nudge = nudgeOf()
  shop.site.payload = payloadOf([nudge], still)
  await shop.page.clock.install()

  await showingRuns(shop.page, () =>
    openWith(shop, '<style>html { will-change: transform }</style>'),
  )

  await passUntilReported(shop, nudge)
})

test('a page that stays full shows nothing, and reports once that there was no room', async ({
  shop,
}) => {
  await shop.page.setViewportSize(wide)
  const nudge = nudgeOf()
  shop.site.payload = payloadOf([nudge], still)
  await shop.page.clock.install()
  await openWith(shop, full)
  await expect.poll(() => shop.site.reads).toBe(1)

  await expect
    .poll(
      async () => {
        await shop.page.clock.runFor(1000)
        return reportReasons(shop)
      },
      { intervals: [50] },
    )
    .toEqual(['no_room'])

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  expect(shop.site.events.map(({ type }) => type)).not.toContain('impression')
})

/** Lets seconds of a stopped page pass until it has reported that these nudges had no room. */
const passUntilReported = (shop: Shop, ...nudges: PixelNudge[]) =>
  expect
    .poll(
      async () => {
        await shop.page.clock.runFor(1000)
        await sendAll(shop.page)
        return shop.site.events.flatMap((event) =>
          event.type === 'not_shown' && event.reason === 'no_room' ? [event.nudge] : [],
        )
      },
      { intervals: [50] },
    )
    .toEqual(nudges.map(({ id }) => id))

test('two nudges look for room in turns, each for half a minute', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = payloadOf([nudgeOf(), nudgeOf()], still)
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openWith(shop, full))

  await passSeconds(shop.page, 45)
  await arrived(shop)
  expect(shop.site.events.map(({ type }) => type)).not.toContain('not_shown')
  await shop.page.evaluate(() => document.body.firstElementChild?.remove())
  await passSeconds(shop.page, 2)

  await expect(shop.nudge).toBeVisible()
})

test('the next nudge also looks for room for half a minute when one was shown late', async ({
  shop,
}) => {
  await shop.page.setViewportSize(wide)
  const timings = { show: 2000, wait: 0, initial: 0 }
  shop.site.payload = payloadOf([nudgeOf(), nudgeOf()], { ...still, timings, maxNudges: 2 })
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openWith(shop, full))
  await passSeconds(shop.page, 25)
  await shop.page.evaluate(() => document.body.firstElementChild?.remove())
  await passSeconds(shop.page, 2)
  await expect(shop.nudge).toBeVisible()
  await shop.page.evaluate((html) => document.body.insertAdjacentHTML('afterbegin', html), full)

  await passSeconds(shop.page, 20)

  expect(await reportReasons(shop)).toEqual([])
})

for (const [name, window] of [
  ['wide window', wide],
  ['phone', phone],
] as const) {
  test(`on a ${name}, a control that scrolls below the card makes it fade and come back elsewhere`, async ({
    shop,
  }) => {
    await shop.page.setViewportSize(window)
    await shop.page.addInitScript(watchShift)
    shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
    await openWith(
      shop,
      '<button class="at" style="top:calc(100vh + 200px);left:60px">Add to cart</button>',
    )
    await expect(shop.nudge).toBeVisible()
    expect((await placeOf(shop))[0]).toBe('bottom')

    await shop.page.evaluate(() => scrollTo(0, 255))

    await expect.poll(async () => (await placeOf(shop))[0]).toBe('top')
    expect(await shop.page.evaluate(readShift)).toBe(0)
  })
}

test('an open panel neither moves nor leaves, though it lies over a control', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  await shop.page.clock.install()
  shop.site.payload = payloadOf([nudgeOf()], still)
  await openWith(
    shop,
    '<button class="at" style="top:calc(100vh - 170px);left:60px">Add to cart</button>',
  )
  await expect(shop.nudge).toBeVisible()
  await shop.nudge.getByRole('button', { name: 'Why' }).click()
  await expect(shop.nudge.getByRole('button', { name: 'Got it' })).toBeVisible()
  await shop.page.mouse.move(900, 100)
  const before = await shop.nudge.boundingBox()
  expect(before?.y).toBeLessThan(wide.height - 170)

  await shop.page.clock.runFor(3000)

  await expect(shop.nudge).toBeVisible()
  expect(await shop.nudge.boundingBox()).toEqual(before)
})

test('a sticky bar in the middle of the window leaves the card at its edge', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = purchasePayload({}, still)

  await openWith(
    shop,
    '<div style="height:420px"></div><div style="position:sticky;bottom:0;height:60px">Bar</div>',
  )
  await expect(shop.nudge).toBeVisible()

  const { y = NaN, height = NaN } = (await shop.nudge.boundingBox()) ?? {}
  expect(y + height).toBe(wide.height - 20)
})

test('a card that finds no room while it stays leaves', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
  await openWith(shop, '')
  await expect(shop.nudge).toBeVisible()

  await shop.page.evaluate((html) => document.body.insertAdjacentHTML('afterbegin', html), full)

  await expect(shop.nudge).toHaveCount(0)
})

/** As most chats have: the line is above it. */
const launcher =
  '<button style="position:fixed;right:16px;bottom:16px;width:60px;height:60px">Chat</button>'

for (const { name, window, beside, mostFirst, mostEachSecond } of [
  // Bars in steps of 16 pixels, 21 points of the card, and 3 for each link that it overlaps.
  { name: 'card', window: wide, beside: at('bottom', 'right'), mostFirst: 40, mostEachSecond: 10 },
  // In steps of 36 pixels across as well, below and above the launcher. Later 9 points for new bars, 4 of
  // the line, and 3 for each of two links.
  { name: 'line', window: phone, beside: launcher, mostFirst: 190, mostEachSecond: 19 },
]) {
  test(`a ${name} that stays asks the page for what is below it a few times each second`, async ({
    shop,
  }) => {
    await shop.page.setViewportSize(window)
    await shop.page.clock.install()
    await shop.page.addInitScript(() => {
      Object.assign(globalThis, { hitTests: 0 })
      for (const { prototype } of [Document, ShadowRoot]) {
        for (const method of ['elementsFromPoint', 'elementFromPoint'] as const) {
          const test: unknown = Reflect.get(prototype, method)
          Reflect.set(prototype, method, function count(this: unknown, ...point: unknown[]) {
            Object.assign(globalThis, { hitTests: Number(Reflect.get(globalThis, 'hitTests')) + 1 })
            return typeof test === 'function' ? (Reflect.apply(test, this, point) as unknown) : null
          })
        }
      }
    })
    shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
    // A shop's list, with controls beside the card and a link as large as a product below it.
    const products = '<a href="/mug" style="display:block;height:400px"><h3>Mug</h3></a>'.repeat(40)
    await openWith(shop, `${beside}<main style="width:600px">${products}</main>`)
    await expect(shop.nudge).toBeVisible()

    const count = () => shop.page.evaluate(() => Number(Reflect.get(globalThis, 'hitTests')))
    const before = await count()
    // A look at every place of a control and a bar, once.
    expect(before).toBeLessThanOrEqual(mostFirst)
    const place = await shop.nudge.boundingBox()
    await shop.page.clock.runFor(10_000)

    const perSecond = ((await count()) - before) / 10
    expect(perSecond).toBeGreaterThan(0)
    // Each takes up to a tenth of a millisecond, on a phone four times as long.
    expect(perSecond).toBeLessThanOrEqual(mostEachSecond)
    expect(await shop.nudge.boundingBox()).toEqual(place)
  })
}

test('a card that has faded for want of room can’t be focused until it is back', async ({
  shop,
}) => {
  await shop.page.setViewportSize(wide)
  shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
  await openWith(shop, '')
  await expect(shop.nudge).toBeVisible()
  const canFocus = () =>
    shop.page.locator('footfall-nudge .sign').evaluateAll((signs) =>
      signs.map((sign) => {
        if (sign instanceof HTMLElement) sign.focus()
        const isFocused = sign.matches(':focus')
        if (sign instanceof HTMLElement) sign.blur()
        return isFocused
      }),
    )

  await shop.page.evaluate((html) => document.body.insertAdjacentHTML('afterbegin', html), full)
  await expect(shop.nudge).toHaveCount(0)
  expect(await canFocus()).toEqual([false, false])
  await shop.page.evaluate(() => document.body.firstElementChild?.remove())

  await expect(shop.nudge).toBeVisible()
  expect(await canFocus()).toEqual([true, true])
})

/** Links everywhere in the first window. */
const full = `<div>${'<button style="width:100%;height:40px">Add</button>'.repeat(20)}</div>`
