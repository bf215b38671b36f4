/** Popups keep off chats and our inline nudges, and let other nudges try when they have no room. */
import { expect, nudgeOf, payloadOf, test, type Shop } from './shop-test.ts'
import { digestClock, sendAll, showingRuns } from './time.ts'

const still = { animation: 'none' } as const
const wide = { width: 1280, height: 720 }
const phone = { width: 375, height: 667 }

/** Opens the page with this markup before the first nudge; a template is its parent's shadow root. */
const openWith = async (shop: Shop, html: string, name = 'controls') => {
  await shop.page.addInitScript((markup) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.insertAdjacentHTML('afterbegin', markup)
      for (const template of document.querySelectorAll('template'))
        template.parentElement?.attachShadow({ mode: 'open' }).append(template.content)
    })
  }, html)
  await shop.open(name)
}

for (const [name, launcher] of [
  [
    'frame',
    '<iframe style="position:fixed;right:16px;bottom:16px;width:56px;height:56px;border:0" src="/blank"></iframe>',
  ],
  [
    'button',
    '<div style="position:fixed;right:16px;bottom:16px"><button style="width:56px;height:56px">Chat</button></div>',
  ],
  [
    'button at the start',
    '<button style="position:fixed;left:12px;bottom:12px;width:60px;height:60px">Chat</button>',
  ],
  [
    'button in a shadow root',
    '<div><template><div style="position:fixed;right:16px;bottom:16px"><button style="width:56px;height:56px">Chat</button></div></template></div>',
  ],
  [
    'button in a container without a size',
    '<div style="position:fixed;right:0;bottom:0;width:0;height:0"><div style="position:absolute;right:16px;bottom:16px"><button style="width:56px;height:56px">Chat</button></div></div>',
  ],
  [
    'button in a container of the window’s size',
    '<div style="position:fixed;inset:0;pointer-events:none"><button style="position:absolute;right:16px;bottom:16px;width:56px;height:56px;pointer-events:auto">Chat</button></div>',
  ],
  [
    'button above a bar',
    '<div style="position:fixed;inset:auto 0 0;height:64px"><button style="width:90%;height:48px">Add</button></div><button style="position:fixed;right:16px;bottom:80px;width:56px;height:56px">Chat</button>',
  ],
  [
    'button at the end above one at the start',
    '<a href="/" style="position:fixed;left:16px;bottom:16px;width:56px;height:56px">Call</a><button style="position:fixed;right:16px;bottom:90px;width:56px;height:56px">Chat</button>',
  ],
  [
    'bar above the navigation',
    '<nav style="position:fixed;inset:auto 0 0;height:56px"><button style="width:90%;height:44px">Home</button></nav><div style="position:fixed;inset:auto 0 56px;height:64px"><button style="width:90%;height:48px">Add</button></div>',
  ],
] as const) {
  test(`on a phone a line is above a chat’s ${name}, below a header with buttons`, async ({
    shop,
  }) => {
    await shop.page.setViewportSize(phone)
    shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
    const header =
      '<header style="height:64px"><button>Menu</button><a href="/cart">Cart</a></header>'

    await openWith(shop, header + launcher, 'blank')
    await expect(shop.nudge).toBeVisible()

    const { y = 0, height = 0 } = (await shop.nudge.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(phone.height - 16 - 56)
    expect(y).toBeGreaterThan(phone.height / 2)
  })
}

for (const right of [8, 16, 20, 24, 32]) {
  test(`on a phone a line is above a launcher ${right} pixels from the side`, async ({ shop }) => {
    await shop.page.setViewportSize(phone)
    shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
    const header =
      '<header style="height:64px"><button>Menu</button><a href="/cart">Cart</a></header>'
    const launcher = `<button style="position:fixed;right:${right}px;bottom:20px;width:40px;height:40px">?</button>`

    await openWith(shop, header + launcher, 'blank')
    await expect(shop.nudge).toBeVisible()

    const { y = 0, height = 0 } = (await shop.nudge.boundingBox()) ?? {}
    expect(phone.height - y - height).toBe(20 + 40 + 8)
  })
}

for (const [width, window] of [
  ['wide', wide],
  ['phone', phone],
] as const) {
  for (const [below, size] of [
    [8, 40],
    [12, 56],
    [16, 48],
    [24, 64],
  ] as const) {
    test(`${width}: a popup stays above a bar of ${size} pixels that floats ${below} above the edge`, async ({
      shop,
    }) => {
      const { page } = shop
      await page.setViewportSize(window)
      shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
      await page.clock.install()
      await showingRuns(page, () =>
        openWith(
          shop,
          `<header style="height:64px"><button>Menu</button></header>
          <nav style="position:fixed;left:12px;right:12px;bottom:${below}px;height:${size}px"><button style="width:90%;height:32px">Add</button></nav>
          <main style="height:3000px"></main>`,
          'blank',
        ),
      )
      await page.clock.runFor(1000)
      await expect(shop.nudge).toBeVisible()

      for (let second = 0; second < 5; second++) {
        const { y = 0, height = 0 } = (await shop.nudge.boundingBox()) ?? {}
        expect(window.height - y - height).toBe(below + size + 8)
        await page.clock.runFor(1000)
        await expect(shop.nudge).toHaveCSS('opacity', '1')
      }
    })
  }
}

test('a line stays above a launcher that its chat draws again', async ({ shop }) => {
  const { page } = shop
  await page.setViewportSize(phone)
  shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
  await page.clock.install()
  // Between the points that are looked at each second.
  const launcher =
    '<div id="chat" style="position:fixed;right:80px;bottom:20px"><button style="width:40px;height:40px">?</button></div>'
  await showingRuns(page, () =>
    openWith(shop, `${launcher}<main style="height:3000px"></main>`, 'blank'),
  )
  await page.clock.runFor(1000)
  await expect(shop.nudge).toBeVisible()
  const place = await shop.nudge.boundingBox()
  expect(phone.height - (place?.y ?? NaN) - (place?.height ?? NaN)).toBe(20 + 40 + 8)

  await shop.nudge.evaluate((card) => {
    new MutationObserver(() => {
      if (!card.classList.contains('on')) document.documentElement.dataset.hasFaded = ''
    }).observe(card, { attributeFilter: ['class'] })
  })

  for (let second = 0; second < 4; second++) {
    await page.evaluate(() => {
      const chat = document.querySelector('#chat')
      chat?.replaceWith(chat.cloneNode(true))
    })
    await page.clock.runFor(1000)
    expect(await shop.nudge.boundingBox()).toEqual(place)
  }
  await expect(page.locator('html')).not.toHaveAttribute('data-has-faded')
})

test('a line moves down when the bar below it slides out of the window', async ({ shop }) => {
  const { page } = shop
  await page.setViewportSize(phone)
  shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
  await page.clock.install()
  const bar =
    '<nav style="position:fixed;inset:auto 0 0;height:60px"><button style="width:90%;height:44px">Home</button></nav>'
  await showingRuns(page, () =>
    openWith(shop, `${bar}<main style="height:3000px"></main>`, 'blank'),
  )
  await page.clock.runFor(1000)
  await expect(shop.nudge).toBeVisible()
  const measureBelow = async () => {
    const { y = NaN, height = NaN } = (await shop.nudge.boundingBox()) ?? {}
    return phone.height - y - height
  }
  expect(await measureBelow()).toBe(60 + 8)

  await page.locator('nav').evaluate((nav) => nav.style.setProperty('translate', '0 150%'))
  await page.clock.runFor(1000)

  expect(await measureBelow()).toBe(20)
})

for (const [edge, height] of [
  ['bottom', 500],
  ['top', 250],
] as const) {
  test(`at the ${edge} of a phone a line stays where it is, on a page shorter than the window`, async ({
    shop,
  }) => {
    await shop.page.setViewportSize(phone)
    const look = { ...still, mobilePosition: `${edge}-right` as const }
    shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], look)
    await shop.page.clock.install()
    await showingRuns(shop.page, () =>
      openWith(shop, `<main style="height:${height}px">Your cart is empty</main>`, 'blank'),
    )
    await shop.page.clock.runFor(1000)
    await expect(shop.nudge).toBeVisible()
    const measureTop = async () => (await shop.nudge.boundingBox())?.y

    const top = await measureTop()
    const later: (typeof top)[] = []
    for (let second = 0; second < 4; second++) {
      await shop.page.clock.runFor(1000)
      later.push(await measureTop())
    }

    expect(later).toEqual([top, top, top, top])
  })
}

const atEdge = (top: string) =>
  `<button style="position:absolute;right:20px;top:${top}">Add</button>`

test('a nudge without room lets others try, and both outcomes are counted', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  const bar = nudgeOf({ type: 'custom', look: { layout: 'bar' } })
  const order = nudgeOf()
  shop.site.payload = payloadOf([bar, order], still)
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openWith(shop, atEdge('10px') + atEdge('calc(100vh - 40px)')))
  for (let second = 0; second < 3; second++) {
    await shop.page.clock.runFor(1000)
    await digestClock(shop.page)
  }

  await expect(shop.nudge.locator('strong')).toHaveText(order.items[0]?.title ?? '')
  await sendAll(shop.page)
  const outcomes = () =>
    shop.site.events.flatMap((event) =>
      event.type === 'not_shown' || event.type === 'impression' ? [[event.type, event.nudge]] : [],
    )
  await expect
    .poll(async () => {
      await sendAll(shop.page)
      return outcomes()
    })
    .toEqual([
      ['impression', order.id],
      ['not_shown', bar.id],
    ])
})

test('a nudge without room that another one’s turn leaves none is counted as one without room', async ({
  shop,
}) => {
  await shop.page.setViewportSize(wide)
  const bar = nudgeOf({ type: 'custom', look: { layout: 'bar' } })
  const order = nudgeOf()
  const timings = { initial: 0, wait: 500, show: 1500 }
  shop.site.payload = payloadOf([bar, order], { ...still, maxNudges: 1, timings })
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openWith(shop, atEdge('10px') + atEdge('calc(100vh - 40px)')))
  for (let second = 0; second < 6; second++) {
    await shop.page.clock.runFor(1000)
    await digestClock(shop.page)
  }

  const outcomes = () =>
    shop.site.events.flatMap((event) =>
      event.type === 'impression'
        ? [[event.type, event.nudge]]
        : event.type === 'not_shown'
          ? [[event.reason, event.nudge]]
          : [],
    )
  await expect
    .poll(async () => {
      await sendAll(shop.page)
      return outcomes()
    })
    .toEqual([
      ['impression', order.id],
      ['no_room', bar.id],
    ])
})

test('a popup keeps off inline nudges', async ({ shop }) => {
  await shop.page.setViewportSize(wide)
  const placement = { selector: '#here', where: 'append' } as const
  shop.site.payload = payloadOf([nudgeOf({ surface: 'inline', placement }), nudgeOf()], {
    ...still,
    timings: { show: 20_000, wait: 1000, initial: 1000 },
  })

  await openWith(
    shop,
    '<div id="here" style="position:absolute;left:20px;bottom:20px;width:320px;height:120px"></div>',
    'blank',
  )
  await expect(shop.page.locator('#here .card')).toBeVisible()
  await expect(shop.nudge).toBeVisible()

  const { y = NaN } = (await shop.nudge.boundingBox()) ?? {}
  expect(y).toBeLessThan(wide.height / 2)
})
