/** The dashboard's preview and the pixel draw the same: compared as pictures, dot by dot. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'
import type { Page } from 'playwright/test'
import { nudgeTypes } from '#app/contract/nudges.ts'
import type { PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import { layoutsFor } from '#app/domain/wording/card-design/layout-choices.ts'
import { inlineNudgeTypes } from '#app/domain/nudges/types/registry.ts'
import type * as Drawing from '#app/ui/nudge-preview/nudge-preview-drawing.ts'
import { pageFacts, pushFacts, sampleNudge } from './nudge-items.ts'
import { expect, payloadOf, test } from './shop-test.ts'

/**
 * From a desktop to the smallest phone, on both sides of each width that changes a card. Inline cards
 * keep their height when they get wider.
 */
const widths = [800, 640, 600, 390, 340, 320]
/** In pixels, of the page around a nudge. */
const heights = { popup: 304, card: 224, line: 112, pill: 224, bar: 224, image: 432 }
/** Visitors beside the one who looks. */
const others = 12

/** The preview's drawing for a page, which has it as `preview`. */
const buildDrawing = async (): Promise<string> => {
  const entry = fileURLToPath(
    new URL('../../app/ui/nudge-preview/nudge-preview-drawing.ts', import.meta.url),
  )
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, name: 'preview', formats: ['iife'] } },
  })
  const [output] = built as Rollup.RollupOutput[]
  const code = output?.output[0].code
  if (code === undefined) throw new Error('The drawing was not built.')
  return code
}

type Case = { label: string; payload: PixelPayload; height: number }

/** Each type as a popup, in each of its layouts, and inline as a card and as a line. With a picture where it has one. */
const listCases = (picture: string): Case[] => {
  const placement = { selector: '#place', where: 'append' } as const
  const inline = { surface: 'inline', placement } as const
  const caseOf = (form: keyof typeof heights, nudge: PixelNudge, about = ''): Case => {
    const count = others + 1
    const counts = {
      until: Math.floor(Date.now() / 1000) + 600,
      window: 300,
      visitors: count,
      pages: { '/room': count },
      products: { [pageFacts.product.id]: count },
      carts: { window: 86_400, products: { [pageFacts.product.id]: count } },
    }
    const look = {
      animation: 'none',
      brandUrl: 'https://footfall.example/',
      brandsInline: true,
    } as const
    const payload = payloadOf([nudge], look, { counts })
    return {
      label: `${nudge.type} ${form}${about}`,
      height: heights[form],
      payload: { ...payload, phrases: { ...payload.phrases, brand: 'Powered by Footfall' } },
    }
  }
  const initial = sampleNudge('purchase')
  for (const item of initial.items) item.initial = 'M'
  return [
    ...nudgeTypes.map((type) => caseOf('popup', sampleNudge(type, {}, picture))),
    caseOf('popup', initial, ' with an initial'),
    ...nudgeTypes.flatMap((type) =>
      layoutsFor(type, 'popup').map((layout) => {
        const nudge = sampleNudge(type, { look: { layout } }, picture)
        const items = nudge.items.map((item) => ({ ...item, image: picture }))
        return caseOf(layout, layout === 'image' ? { ...nudge, items } : nudge)
      }),
    ),
    ...inlineNudgeTypes.flatMap((type) => [
      caseOf('card', sampleNudge(type, inline, picture)),
      caseOf('line', sampleNudge(type, { ...inline, look: { layout: 'line' } }, picture)),
    ]),
  ]
}

/** Runs in the page: a row for each case, with the lower part of the pixel's page before the place of the preview. */
const layOut = (rows: { address: string; height: number; surface: string }[]) => {
  for (const { address, height, surface } of rows) {
    const row = document.createElement('div')
    row.className = `row ${surface}`
    row.style.height = `${String(height)}px`
    const frame = document.createElement('iframe')
    frame.src = address
    const half = document.createElement('div')
    half.className = 'half'
    half.append(frame)
    const place = document.createElement('div')
    place.className = 'place'
    row.append(half, place)
    document.body.append(row)
  }
}

type Drawn = {
  payloads: PixelPayload[]
  page: 'light' | 'dark'
  direction: 'ltr' | 'rtl'
  isPhone: boolean
  others: number
}

/** Runs in the page: draws the previews. Resolves when their pictures have loaded. */
const drawPreviews = async ({ payloads, page, direction, isPhone, others: count }: Drawn) => {
  const { drawNudge } = Reflect.get(window, 'preview') as typeof Drawing
  const places = [...document.querySelectorAll<HTMLElement>('.place')]
  const about = {
    look: { device: isPhone ? 'phone' : 'desktop', page, direction } as const,
    close: () => {},
    page: {
      path: '/room',
      kind: 'other',
      isMobile: isPhone,
      isReturning: false,
      country: null,
      stock: 3,
      cart: { amount: 38.3, currency: 'EUR' },
      others: count,
    },
  }
  const areDrawn = payloads.map((payload, at) => {
    const place = places[at]
    return place !== undefined && drawNudge(place, payload, about)
  })
  const images = [
    ...places.map((place) => place.firstElementChild?.shadowRoot?.querySelector('img')),
    ...[...document.querySelectorAll('iframe')].map((frame) =>
      frame.contentDocument
        ?.querySelector('footfall-nudge')
        ?.shadowRoot?.querySelector<HTMLImageElement>('img'),
    ),
  ]
  await Promise.all(images.map(async (image) => image?.decode()))
  return areDrawn
}

/**
 * The raster of curves and dotted lines depends a little on where the page has them: so much of 255
 * in a color, and so many dots above it.
 */
const tolerated = { color: 8, dots: 40 }

/** Runs in the page: how many dots of each row's left half are drawn, and how many differ on its right. */
const compareHalves = async ({ screenshot, most }: { screenshot: string; most: number }) => {
  const image = new Image()
  image.src = `data:image/png;base64,${screenshot}`
  await image.decode()
  const { naturalWidth: wide, naturalHeight: high } = image
  const context = new OffscreenCanvas(wide, high).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.drawImage(image, 0, 0)
  const colorsOf = (dot = 0) => [dot & 255, (dot >> 8) & 255, (dot >> 16) & 255] as const
  return [...document.querySelectorAll('.row')].map((row) => {
    const { top, height } = row.getBoundingClientRect()
    const dots = new Uint32Array(context.getImageData(0, top, wide, height).data.buffer)
    let drawn = 0
    let differing = 0
    for (let at = 0; at < dots.length; at++) {
      if (at % wide >= wide / 2) continue
      if (dots[at] !== dots[0]) drawn++
      if (dots[at] === dots[at + wide / 2]) continue
      const other = colorsOf(dots[at + wide / 2])
      if (colorsOf(dots[at]).some((color, place) => Math.abs(color - (other[place] ?? 0)) > most)) {
        differing++
      }
    }
    return { drawn, differing }
  })
}

const style = `
:root{color:#333;background:#f6f9f7;font:16px/1.5 Georgia,serif}
@media(prefers-color-scheme:dark){:root{color:#ddd;background:#12161a}}
body{margin:0}
.row{display:flex}
.half,.place{width:50%;height:100%}
.half{position:relative;overflow:hidden}
iframe{position:absolute;inset:auto auto 0 0;width:100%;height:max(100%,600px);border:0}
.inline iframe{height:100%}
.place{position:relative;contain:layout paint}`

/** Waits until the pixel shows a nudge in each of the frames. */
const waitForCards = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('iframe')].filter((frame) => {
        const host = frame.contentDocument?.querySelector('footfall-nudge')
        const card = host?.shadowRoot?.querySelector('.card')
        return card?.matches('.on') || host?.closest('footfall-inline')
      }).length === wanted,
    count,
  )

test('a place too small for other layouts has a popup of each as the card of its type', async ({
  page,
  servers: { pages },
}) => {
  const picture = `${pages.origin}/shirt.svg`
  const pairs = (['pill', 'bar', 'image'] as const).map((layout) => {
    const type = nudgeTypes.find((one) => layoutsFor(one, 'popup').includes(layout)) ?? 'custom'
    const plain = sampleNudge(type, {}, picture)
    if (layout === 'image') for (const item of plain.items) item.image = picture
    return [payloadOf([plain]), payloadOf([{ ...plain, look: { layout } }])] as const
  })
  await page.goto(`${pages.origin}/blank`)
  await page.addScriptTag({ content: await buildDrawing() })

  const drawn = await page.evaluate((payloads) => {
    const { drawNudge } = Reflect.get(window, 'preview') as typeof Drawing
    const place = document.createElement('div')
    place.style.cssText = 'position:relative;contain:layout paint;width:384px;height:300px'
    document.body.append(place)
    const look = { device: 'desktop', page: 'light', direction: 'ltr' } as const
    const boxOf = (payload: PixelPayload, asCard: boolean) => {
      drawNudge(place, payload, { look, asCard, close: () => {} })
      const card = place.firstElementChild?.shadowRoot?.querySelector('.card')
      const { width, height } = card?.getBoundingClientRect() ?? { width: 0, height: 0 }
      const radius = card ? getComputedStyle(card).borderTopLeftRadius : ''
      return [width, height, radius].join(' ')
    }
    return payloads.map(([plain, formed]) => ({
      card: boxOf(plain, true),
      small: boxOf(formed, true),
      large: boxOf(formed, false),
    }))
  }, pairs)

  expect(drawn).toHaveLength(3)
  for (const { card, small, large } of drawn) {
    expect(small).toBe(card)
    expect(large).not.toBe(card)
  }
})

for (const [theme, direction, about] of [
  ['light', 'ltr', ''],
  ['dark', 'ltr', ''],
  ['light', 'rtl', ' from right to left'],
] as const) {
  test(`the preview draws each type as the pixel does, on a ${theme} page${about} of each width`, async ({
    page,
    servers: { edge, pages },
  }) => {
    const cases = listCases(`${pages.origin}/shirt.svg`)
    const rows = cases.map(({ payload, height }) => {
      const uuid = randomUUID()
      edge.addSite(uuid, payload)
      const address = `${pages.origin}/room?site=${uuid}&direction=${direction}`
      return { address, height, surface: payload.nudges[0]?.surface ?? '' }
    })
    const payloads = cases.map(({ payload }) => payload)
    await page.route('**/compare', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><style>${style}</style><body>`,
      }),
    )
    await page.addInitScript(pushFacts, pageFacts)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const high = cases.reduce((sum, one) => sum + one.height, 0)
    const resize = (width: number) => page.setViewportSize({ width: 2 * width, height: high })
    await resize(Math.max(...widths))
    await page.clock.install()
    await page.goto(`${pages.origin}/compare`)
    await page.addScriptTag({ content: await buildDrawing() })
    await page.evaluate(layOut, rows)
    await waitForCards(page, cases.length)
    // No countdown moves on between the two.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000))

    for (const width of widths) {
      await resize(width)
      const isPhone = width < 640
      const areDrawn = await page.evaluate(drawPreviews, {
        payloads,
        page: theme,
        direction,
        isPhone,
        others,
      })
      expect(areDrawn).toEqual(cases.map(() => true))
      const screenshot = (await page.screenshot()).toString('base64')
      const compared = await page.evaluate(compareHalves, { screenshot, most: tolerated.color })

      const differing = cases.flatMap(({ label }, at) => {
        const { drawn, differing: dots } = compared[at] ?? { drawn: 0, differing: 0 }
        const isSame = drawn > 0 && dots <= tolerated.dots
        return isSame ? [] : [`${label}: ${String(dots)} of ${String(drawn)} dots`]
      })
      expect(differing, `at ${String(width)} pixels`).toEqual([])
    }
  })
}
