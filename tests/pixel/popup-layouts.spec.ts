/** Layouts of popups beside a card: a pill, a bar across the page, and an image on top. */
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import type { CardLayout } from '#app/contract/card-design.ts'
import type { PixelItem, PixelOptions } from '#app/contract/pixel.ts'
import { composeDesign } from '#app/domain/wording/card-design/compose-design.ts'
import { namedDesigns } from '#app/domain/wording/card-design/designs.ts'
import { layoutsFor } from '#app/domain/wording/card-design/layout-choices.ts'
import { findViolationsWithin } from '../e2e/violations.ts'
import { pageFacts, pushFacts, sampleNudge, samplePayload } from './nudge-items.ts'
import { expect, test, type Shop } from './shop-test.ts'
import { passSeconds, showingRuns } from './time.ts'

const still = { animation: 'none' } as const
const brandUrl = 'https://footfall.example/'
const picture = '/shirt.svg'
const layouts = ['pill', 'bar', 'image'] as const
const typesOf = (layout: CardLayout) =>
  nudgeTypes.filter((type) => layoutsFor(type, 'popup').includes(layout))

type Shown = {
  type: NudgeType
  layout: CardLayout
  options?: Partial<PixelOptions>
  /** Texts instead of the sample's. */
  item?: Partial<PixelItem>
}

const open = async (shop: Shop, { type, layout, options, item: texts }: Shown, name = 'blank') => {
  const look = { layout }
  const payload = samplePayload(
    [sampleNudge(type, { look, isPersistent: true }, picture)],
    { ...still, ...options },
    `/${name}`,
  )
  for (const { items } of payload.nudges) {
    for (const item of items) {
      Object.assign(item, texts)
      // Messages and offers have the owner's, when there is one.
      if (layout === 'image') item.image ??= picture
      if (item.image) item.image = new URL(item.image, 'https://shop.example').href
    }
  }
  shop.site.payload = { ...payload, phrases: { ...payload.phrases, brand: 'Powered by Footfall' } }
  await shop.open(name)
  await expect(shop.nudge).toBeVisible()
}

/** The parts that aren't whole inside the card, that lie over each other, or that are hard to press. */
const measure = ({ nudge }: Shop) =>
  nudge.evaluate((card) => {
    const boxOf = (part: Element) => part.getBoundingClientRect()
    const nameOf = (part: Element) => part.classList.value
    const outline = boxOf(card)
    const shown = [
      ...card.querySelectorAll('.picture,.words,.sign,.copy,.stars,.code,.brand'),
    ].filter((part) => part.getClientRects().length > 0)
    const isInside = (
      inner: DOMRect,
      outer: { left: number; top: number; right: number; bottom: number },
    ) =>
      inner.left >= outer.left - 0.5 &&
      inner.right <= outer.right + 0.5 &&
      inner.top >= outer.top - 0.5 &&
      inner.bottom <= outer.bottom + 0.5
    const apart = [...card.querySelectorAll('.picture,.words,.sign,.copy')].filter((part) =>
      shown.includes(part),
    )
    return {
      outside: [
        ...(isInside(outline, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
          ? []
          : ['card']),
        ...shown.filter((part) => !isInside(boxOf(part), outline)).map(nameOf),
      ],
      overlaps: apart.flatMap((one, at) =>
        apart.slice(at + 1).flatMap((other) => {
          const [first, second] = [boxOf(one), boxOf(other)]
          const wide = Math.min(first.right, second.right) - Math.max(first.left, second.left)
          const high = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top)
          return wide > 0.5 && high > 0.5 ? [`${nameOf(one)} ${nameOf(other)}`] : []
        }),
      ),
      small: shown
        .filter(
          (part) => part.matches('.sign') && Math.min(boxOf(part).width, boxOf(part).height) < 44,
        )
        .map(nameOf),
      cut: [card, ...card.querySelectorAll('.main,.words')]
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
        )
        .map(nameOf),
      height: outline.height,
      left: outline.left,
      right: innerWidth - outline.right,
      top: outline.top,
      bottom: innerHeight - outline.bottom,
      radius: Number.parseFloat(getComputedStyle(card).borderTopLeftRadius),
    }
  })

const faultless = { outside: [], overlaps: [], small: [], cut: [] }

const windows = [1280, 800, 640, 600, 375, 340, 280].map((width) => ({ width, height: 720 }))

for (const layout of layouts) {
  test(`each type that has the layout ${layout} fits it, at each width, in both directions`, async ({
    shop,
  }) => {
    test.setTimeout(240_000)
    await shop.page.addInitScript(pushFacts, pageFacts)
    await shop.page.route('https://shop.example/**', async (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="900"/>',
      }),
    )
    for (const type of typesOf(layout)) {
      for (const direction of ['ltr', 'rtl'] as const) {
        await shop.page.setViewportSize({ width: 1280, height: 720 })
        await open(shop, { type, layout, options: { direction, brandUrl } })
        for (const size of windows) {
          await shop.page.setViewportSize(size)
          const measured = await measure(shop)
          const about = `${type} ${direction} ${String(size.width)}`
          expect(measured, about).toMatchObject(faultless)
          const isLine = size.width < 640 && size.width >= 340
          expect(measured.height, about).toBeLessThanOrEqual(isLine ? 56 : size.height)
        }
      }
    }
  })

  test(`the layout ${layout} keeps its shape in each design`, async ({ shop }) => {
    test.setTimeout(120_000)
    await shop.page.addInitScript(pushFacts, pageFacts)
    const [type = 'purchase'] = typesOf(layout)
    for (const { name, design, imagePosition, theme } of namedDesigns) {
      const css = composeDesign({ design, imagePosition, color: '#d2691e' })
      await shop.page.setViewportSize({ width: 1280, height: 720 })
      await open(shop, { type, layout, options: { design: css, imagePosition, theme, brandUrl } })

      const { height, left, right, radius, ...faults } = await measure(shop)
      expect(faults, name).toMatchObject(faultless)
      if (layout === 'bar') expect([left, right, radius], name).toEqual([0, 0, 0])
      if (layout === 'pill') expect(radius, name).toBe(32)
      if (layout !== 'image') expect(height, name).toBeLessThanOrEqual(72)
    }
  })

  test(`axe objects to nothing of the layout ${layout}, shut and open, light and dark`, async ({
    shop,
  }) => {
    test.setTimeout(120_000)
    await shop.page.addInitScript(pushFacts, pageFacts)
    const types = typesOf(layout)
    const type = types.find((one) => one === 'discount') ?? types[0] ?? 'purchase'
    for (const theme of ['light', 'dark'] as const) {
      for (const width of [1280, 375]) {
        await shop.page.setViewportSize({ width, height: 720 })
        await open(shop, { type, layout, options: { theme, brandUrl } })
        const look = () => findViolationsWithin(shop.page.mainFrame(), 'footfall-nudge')
        expect(await look(), `${theme} ${String(width)}`).toEqual([])
        await shop.nudge.getByRole('button', { name: 'Why' }).click()
        await expect(shop.nudge.getByRole('button', { name: 'Got it' })).toBeVisible()
        expect(await look(), `${theme} ${String(width)} open`).toEqual([])
        expect(await measure(shop), 'open').toMatchObject({ outside: [], overlaps: [], small: [] })
      }
    }
  })
}

test('a bar goes from edge to edge, at the window’s edge or without a gap at the page’s bar', async ({
  shop,
}) => {
  for (const width of [1280, 375, 280]) {
    await shop.page.setViewportSize({ width, height: 720 })
    await open(shop, { type: 'reviews', layout: 'bar' })
    expect(await measure(shop)).toMatchObject({ left: 0, right: 0, bottom: 0 })

    await open(shop, { type: 'reviews', layout: 'bar' }, 'bars')
    expect(await measure(shop)).toMatchObject({ left: 0, right: 0, bottom: 64 })
  }
})

test('the longest message in a bar is read to its end behind the question mark', async ({
  shop,
}) => {
  // As many characters as the contract allows, without the end of a sentence to break at.
  const long = 'Paper boxes, paper tape and no plastic '.repeat(6).slice(0, 199)
  const item = { title: `${long}A`, text: `${long}B` }
  for (const width of [1280, 800, 640]) {
    await shop.page.setViewportSize({ width, height: 720 })
    await open(shop, { type: 'custom', layout: 'bar', item })
    const { height } = await measure(shop)
    expect(height, String(width)).toBeLessThanOrEqual(72)

    await shop.nudge.getByRole('button', { name: 'Why' }).click()

    expect(await measure(shop), String(width)).toMatchObject(faultless)
    const clamped = await shop.nudge
      .locator('strong,span')
      .evaluateAll(
        (texts) =>
          texts.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length,
      )
    expect(clamped, String(width)).toBe(0)
  }
})

test('a bar keeps its texts and buttons off what the window cuts off at its sides', async ({
  shop,
}) => {
  const session = await shop.page.context().newCDPSession(shop.page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 44, right: 44 } })
  const item = { title: 'Free returns '.repeat(15), text: 'Paper boxes '.repeat(16) }
  for (const direction of ['ltr', 'rtl'] as const) {
    for (const width of [844, 600, 320]) {
      await shop.page.setViewportSize({ width, height: 720 })
      await open(shop, { type: 'custom', layout: 'bar', item, options: { direction } })

      const sides = await shop.nudge.evaluate((card) =>
        [...card.querySelectorAll('.picture,.words,.sign')]
          .map((part) => part.getBoundingClientRect())
          .map(({ left, right }) => Math.min(left, innerWidth - right)),
      )
      expect(Math.min(...sides), `${direction} ${String(width)}`).toBeGreaterThanOrEqual(44)
      expect(await measure(shop)).toMatchObject({ left: 0, right: 0 })
    }
  }
})

test('a bar at the top is at the top', async ({ shop }) => {
  await open(shop, { type: 'reviews', layout: 'bar', options: { position: 'top-right' } })

  expect(await measure(shop)).toMatchObject({ left: 0, right: 0, top: 0 })
})

for (const [name, tag] of [
  ['button', 'button style="width:60px;height:32px"'],
  ['link', 'a href="/other"'],
] as const) {
  test(`a bar goes to the other edge for a ${name} below any part of it`, async ({ shop }) => {
    test.setTimeout(120_000)
    await shop.page.setViewportSize({ width: 1280, height: 720 })
    const [element = ''] = tag.split(' ')
    const html = `<${tag} id="below" style="position:fixed">Details</${element}>`
    await shop.page.addInitScript((markup) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.body.insertAdjacentHTML('afterbegin', markup)
        const below = document.body.firstElementChild as HTMLElement
        const [, left = '', top = ''] = /#(\d+)-(\d+)/.exec(location.hash) ?? []
        below.style.cssText += `;position:fixed;left:${left}px;top:${top}px`
      })
    }, html)
    for (let left = 3; left < 1230; left += 61) {
      await open(
        shop,
        { type: 'reviews', layout: 'bar' },
        `blank#${String(left)}-${String(676 + (left % 20))}`,
      )
      expect(await measure(shop), String(left)).toMatchObject({ top: 0 })
    }
  })
}

test('a bar that has room at neither edge waits until scrolling makes room', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 1280, height: 720 })
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const link = (top: string) =>
        `<a href="/other" style="position:absolute;left:640px;top:${top}">Details of linen</a>`
      document.body.insertAdjacentHTML('afterbegin', link('10px') + link('calc(100vh - 30px)'))
    })
  })
  const nudge = sampleNudge('reviews', { look: { layout: 'bar' } })
  shop.site.payload = samplePayload([nudge], still, '/controls')
  await shop.page.clock.install()
  await showingRuns(shop.page, () => shop.open('controls'))
  await passSeconds(shop.page, 5)
  await expect(shop.nudge).toHaveCount(0)

  await shop.page.evaluate(() => scrollTo(0, innerHeight * 1.5))
  await passSeconds(shop.page, 2)

  await expect(shop.nudge).toBeVisible()
})

test('a code is copied, and conditions are read, in the bar itself', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 1280, height: 720 })
  await open(shop, { type: 'discount', layout: 'bar' })

  await expect(shop.nudge.locator('code')).toBeVisible()
  const terms = shop.nudge.getByRole('button', { name: 'From $50' })
  expect(await terms.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)
  await terms.click()
  await expect(terms).toHaveAttribute('aria-expanded', 'true')
  expect(await measure(shop)).toMatchObject({ outside: [], overlaps: [] })
})

test('each layout is closed by its button and by Escape', async ({ shop }) => {
  for (const layout of layouts) {
    const [type = 'purchase'] = typesOf(layout)
    await open(shop, { type, layout, options: {} }, 'controls')
    await shop.nudge.getByRole('button', { name: 'Close' }).focus()
    await shop.page.keyboard.press('Escape')
    await expect(shop.nudge).toHaveCount(0)

    await open(shop, { type, layout, options: {} }, 'controls')
    await shop.nudge.getByRole('button', { name: 'Close' }).click()
    await expect(shop.nudge).toHaveCount(0)
  }
})

test('with forced colors each layout has an outline', async ({ shop }) => {
  await shop.page.emulateMedia({ forcedColors: 'active' })
  for (const layout of layouts) {
    const [type = 'purchase'] = typesOf(layout)
    await open(shop, { type, layout })

    await expect(shop.nudge).toHaveCSS('border-top-style', 'solid')
    await expect(shop.nudge).toHaveCSS('border-top-width', '1px')
  }
})

test('an image that doesn’t load leaves a card with the type’s drawing', async ({ shop }) => {
  await shop.page.route('https://shop.example/**', (route) => route.abort())
  await open(shop, { type: 'purchase', layout: 'image' })

  await expect(shop.nudge.locator('div.picture')).toBeVisible()
  const box = await shop.nudge.locator('.picture').boundingBox()
  expect(box?.width).toBe(48)
  expect(await measure(shop)).toMatchObject(faultless)
})
