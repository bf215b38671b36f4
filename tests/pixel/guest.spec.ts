/** A popup as a guest on a page: it keeps off the page's bars, and looks like the page. */
import type { Locator, Page } from 'playwright/test'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { pixelOptions } from '#app/domain/serving/pixel-options.ts'
import { backgrounds, black, white } from './backgrounds.ts'
import { sampleNudge, samplePayload } from './nudge-items.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, purchasePayload, test } from './shop-test.ts'

const still = { animation: 'none' } as const
const phone = { width: 375, height: 667 }
/** Sizes in tests/pixel/pages/bars.html. */
const [header, navigation, buyBar, gap] = [56, 64, 56, 8]

test('on a phone the card is above the navigation, with the same room left and right', async ({
  shop,
}) => {
  await shop.page.setViewportSize(phone)
  shop.site.payload = purchasePayload({}, still)

  await shop.open('bars')

  await expect(shop.nudge).toBeVisible()
  expect(await edgesOf(shop.nudge, shop.page)).toMatchObject({
    left: 12,
    right: 12,
    bottom: navigation + gap,
  })
})

test('on a wide window it is above the bar, too, and below a header', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, still)
  await shop.open('bars')
  await expect(shop.nudge).toBeVisible()
  expect((await edgesOf(shop.nudge, shop.page)).bottom).toBe(navigation + gap)

  shop.site.payload = purchasePayload({}, { ...still, position: 'top-right' })
  await shop.open('bars')

  await expect(shop.nudge).toBeVisible()
  expect((await edgesOf(shop.nudge, shop.page)).top).toBe(header + gap)
})

test('it makes way for a bar that comes later, and goes back when the bar leaves', async ({
  shop,
}) => {
  await shop.page.setViewportSize(phone)
  shop.site.payload = purchasePayload({}, still)
  await shop.open('bars')
  await expect(shop.nudge).toBeVisible()
  const bottom = async () => (await edgesOf(shop.nudge, shop.page)).bottom

  await show(shop.page, '.buy', true)
  await expect.poll(bottom).toBe(navigation + buyBar + gap)
  await show(shop.page, '.buy', false)

  await expect.poll(bottom).toBe(navigation + gap)
})

test('a narrow element, or one that scrolls by, isn’t a bar', async ({ shop }) => {
  await shop.page.setViewportSize({ ...phone, width: 660 })
  shop.site.payload = purchasePayload({}, still)
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('nav')?.remove()
      // Nothing to press: controls are avoided, however narrow.
      for (const button of document.querySelectorAll('button'))
        button.outerHTML = '<i class="chat"></i>'
      // The sticky heading is below the card.
      const heading = document.querySelector('h2')
      if (heading) heading.style.marginTop = '480px'
    })
  })

  await shop.open('bars')

  await expect(shop.nudge).toBeVisible()
  const heading = await shop.page.locator('h2').boundingBox()
  const { top, bottom } = await edgesOf(shop.nudge, shop.page)
  expect(heading?.y).toBeGreaterThan(top)
  expect(bottom).toBe(20)
})

for (const [name, header] of [
  ['without a button', '<div class="cookie-shop" STYLE><a href="/">The Cookie Shop</a></div>'],
  [
    'with its role',
    '<div class="cookie-shop" role="banner" STYLE><button type="button">Menu</button></div>',
  ],
  [
    'in a section',
    '<div class="cookie-shop" STYLE><header><button type="button">Menu</button></header></div>',
  ],
] as const) {
  test(`the pinned header of a bakery, ${name}, isn’t waited for`, async ({ shop }) => {
    shop.site.payload = purchasePayload({}, still)
    const html = header.replace('STYLE', 'style="position: sticky; top: 0; height: 80px"')
    await shop.page.addInitScript((content) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.body.insertAdjacentHTML('afterbegin', `${content}<p style="height: 200vh"></p>`)
      })
    }, html)

    await shop.open('blank')

    await expect(shop.nudge).toBeVisible()
  })
}

test('a closed dialog that can only not be seen keeps nothing waiting', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, still)
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const dialog = '<div role="dialog" style="height: 300px">Newsletter</div>'
      const closed = `<div style="opacity: 0; pointer-events: none">${dialog}</div>`
      document.body.insertAdjacentHTML('afterbegin', closed)
    })
  })

  await shop.open('blank')

  await expect(shop.nudge).toBeVisible()
})

test('the card follows the background behind it, not the wish of the device', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, { ...still, theme: 'auto' })
  await shop.page.emulateMedia({ colorScheme: 'light' })
  await shop.open('dark')
  await expect(shop.nudge).toHaveCSS('background-color', 'rgb(27, 31, 36)')

  await shop.page.emulateMedia({ colorScheme: 'dark' })
  await shop.open('product')

  await expect(shop.nudge).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

for (const [name, html, color] of backgrounds) {
  test(`on a page ${name}, popup and inline cards have its theme`, async ({ shop }) => {
    const placement = { selector: '#here', where: 'append' as const }
    shop.site.payload = payloadOf(
      [
        nudgeOf({ isPersistent: true }),
        nudgeOf({ id: 'inline-one', surface: 'inline', placement }),
      ],
      still,
    )
    await shop.page.addInitScript((content) => {
      document.addEventListener('DOMContentLoaded', () => {
        const place = '<div id="here" style="position: absolute; top: 150vh"></div>'
        document.body.insertAdjacentHTML('afterbegin', content + place)
      })
    }, html)

    await shop.open('blank')

    await expect(shop.nudge).toHaveCSS('background-color', color)
    await expect(shop.page.locator('#here .card')).toHaveCSS('background-color', color)
  })
}

test('on a page in a shadow root, the card has its theme', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, still)
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const app = document.createElement('div')
      app.attachShadow({ mode: 'open' }).innerHTML =
        '<main style="background: #111; height: 200vh"></main>'
      document.body.prepend(app)
    })
  })

  await shop.open('blank')

  await expect(shop.nudge).toHaveCSS('background-color', black)
})

test('all cards of a view have one theme, and the next view has the page’s again', async ({
  shop,
}) => {
  const { page } = shop
  const timings = { initial: 0, show: 1000, wait: 0 }
  const items = ['Mia', 'Ben'].map((title) => purchaseItem({ title }))
  shop.site.payload = payloadOf([nudgeOf({ items })], { ...still, timings, maxNudges: 2 })
  await shop.open('blank')
  await expect(shop.nudge).toContainText('Mia')
  await page.evaluate(() => {
    document.body.style.background = '#111'
  })

  await expect(shop.nudge).toContainText('Ben')
  await expect(shop.nudge).toHaveCSS('background-color', white)
  shop.site.payload = purchasePayload({ title: 'Ada' }, still)
  await page.evaluate(() => {
    history.pushState({}, '', '/socks')
  })

  await expect(shop.page.locator('footfall-nudge .on.dark')).toBeVisible()
})

/** Pages without a background: the browser paints them in their color scheme. */
for (const [name, html, device, color] of [
  ['meta element', '<meta name="color-scheme" content="light dark">', 'dark', black],
  ['meta element', '<meta name="color-scheme" content="light dark">', 'light', white],
  ['meta element for the dark', '<meta name="color-scheme" content="dark">', 'light', black],
  ['style', '<style>:root { color-scheme: light dark }</style>', 'dark', black],
  ['dark style', '<style>:root { color-scheme: dark }</style>', 'light', black],
  ['light style', '<style>:root { color-scheme: light }</style>', 'dark', white],
  [
    'meta element and a background',
    '<meta name="color-scheme" content="light dark"><style>body { background: #fff }</style>',
    'dark',
    white,
  ],
] as const) {
  test(`a page with a ${name} for its color scheme, on a ${device} device, gets a card like it`, async ({
    shop,
  }) => {
    shop.site.payload = purchasePayload({}, still)
    await shop.page.emulateMedia({ colorScheme: device })
    await shop.page.addInitScript((content) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.head.insertAdjacentHTML('beforeend', content)
      })
    }, html)

    await shop.open('blank')

    await expect(shop.nudge).toHaveCSS('background-color', color)
  })
}

for (const [direction, side] of [
  ['auto', 'right'],
  ['rtl', 'left'],
  ['ltr', 'left'],
] as const) {
  test(`on a page from right to left, the direction "${direction}" puts it on the ${side}`, async ({
    shop,
  }) => {
    const chosen = direction === 'auto' ? {} : { direction }
    shop.site.payload = purchasePayload({}, { ...still, ...chosen })

    await shop.open('rtl')

    await expect(shop.nudge).toHaveAttribute('dir', direction === 'ltr' ? 'ltr' : 'rtl')
    expect((await edgesOf(shop.nudge, shop.page))[side]).toBe(20)
  })
}

test('on a page from right to left, an inline nudge is from right to left', async ({ shop }) => {
  const placement = { selector: 'p', where: 'after' as const }
  const inline = nudgeOf({ surface: 'inline', placement, look: { layout: 'line' } })
  shop.site.payload = payloadOf([inline], still)

  await shop.open('rtl')

  const card = shop.page.locator('footfall-inline .card')
  await expect(card).toHaveAttribute('dir', 'rtl')
  await expect(card).toHaveCSS('text-align', 'right')
})

test('on any other page, the direction "auto" is from left to right', async ({ shop }) => {
  shop.site.payload = purchasePayload({}, still)

  await shop.open()

  await expect(shop.nudge).toHaveAttribute('dir', 'ltr')
  expect((await edgesOf(shop.nudge, shop.page)).left).toBe(20)
})

for (const [theme, accent, tint] of [
  ['light', 'rgb(179, 38, 30)', 'rgba(179, 38, 30, 0.12)'],
  ['dark', 'rgb(206, 114, 109)', 'rgba(206, 114, 109, 0.12)'],
] as const) {
  test(`the brand color is seen on a ${theme} card`, async ({ shop }) => {
    const options = { ...defaultSiteOptions, color: '#b3261e' }
    const { accents } = pixelOptions(options, 'https://footfall.example')
    shop.site.payload = samplePayload([sampleNudge('custom')], { ...still, theme, accents })

    await shop.open()

    const tile = shop.nudge.locator('.picture')
    await expect(tile).toHaveCSS('color', accent)
    await expect(tile).toHaveCSS('background-color', tint)
    await shop.nudge.getByRole('button', { name: 'Why' }).focus()
    await shop.page.keyboard.press('Shift+Tab')
    await expect(shop.nudge.getByRole('button', { name: 'Close' })).toHaveCSS(
      'outline-color',
      accent,
    )
  })
}

/** Distances to the edges of the window. */
const edgesOf = async (card: Locator, page: Page) => {
  const box = (await card.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  return {
    left: box.x,
    right: width - box.x - box.width,
    top: box.y,
    bottom: height - box.y - box.height,
  }
}

const show = (page: Page, selector: string, isShown: boolean) =>
  page.locator(selector).evaluate((element: HTMLElement, next) => {
    element.hidden = !next
  }, isShown)
