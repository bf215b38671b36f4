/** Every pixel test gets its own site, and fails when the page under test saw an error. */
import { randomUUID } from 'node:crypto'
import { test as base, expect, type Locator, type Page } from 'playwright/test'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import type { PixelItem, PixelNudge, PixelOptions, PixelPayload } from '#app/contract/pixel.ts'
import { drawingsOf } from '#app/domain/nudges/types/registry.ts'
import { chooseScript } from '#app/domain/serving/choose-script.ts'
import { layoutsOf } from '#app/domain/wording/card-design/layouts.ts'
import { phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { pixelOptions } from '#app/domain/serving/pixel-options.ts'
import { startEdgeDouble, type EdgeDouble, type EdgeSite } from './edge-double.ts'
import { startShopPages, type ShopPages } from './shop-pages.ts'

/** An error or a violation that the page's error and CSP handlers recorded. */
type Complaint = { kind: 'error' | 'rejection' | 'policy'; text: string }

export type Shop = {
  site: EdgeSite
  /** Absolute URL of its calls about push messages. */
  pushAt: string
  page: Page
  /** The card inside the pixel's shadow root. */
  nudge: Locator
  /** Set it before the first page opens: page loads measure Web Vitals. */
  isMeasured: boolean
  /** Opens a page of the shop with the pixel. Install a fake clock before. */
  open: (name?: string) => Promise<void>
  complaints: () => Promise<Complaint[]>
}

type Servers = { edge: EdgeDouble; pages: ShopPages }

export const test = base.extend<{ shop: Shop }, { servers: Servers }>({
  servers: [
    // Playwright reads the fixtures' names from the first argument's pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const edge = await startEdgeDouble()
      const pages = await startShopPages(edge.origin)
      await provide({ edge, pages })
      await pages.stop()
      await edge.stop()
    },
    { scope: 'worker' },
  ],
  shop: async ({ page, context, servers }, provide) => {
    const uuid = randomUUID()
    const site = servers.edge.addSite(uuid, purchasePayload())
    await page.addInitScript(collectComplaints)
    await context.addInitScript(chooseLoad, false)
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    const readComplaints = () =>
      page.evaluate(() => (Reflect.get(window, '__complaints') ?? []) as Complaint[])

    let isChosen = false
    const shop: Shop = {
      site,
      pushAt: `${servers.edge.origin}/api/push/${uuid}`,
      page,
      isMeasured: false,
      nudge: page.locator('footfall-nudge .on'),
      open: async (name = 'product') => {
        // Repeated, because a clock that was installed since then changes the time origin.
        if (!isChosen) await context.addInitScript(chooseLoad, shop.isMeasured)
        isChosen = true
        const address = new URL(name, servers.pages.origin)
        address.searchParams.set('site', uuid)
        await page.goto(address.href)
      },
      complaints: readComplaints,
    }
    await provide(shop)

    expect(await readComplaints()).toEqual([])
    // In all frames and pages of the test.
    expect(thrown).toEqual([])
  },
})

export { expect }

/** An init script: makes the page load one that is measured, or the next one after it. */
const chooseLoad = (isMeasured: boolean) => {
  const past = ((performance.timeOrigin >>> 0) + 1) % 17
  const origin = performance.timeOrigin - past + (isMeasured ? 0 : 1)
  Object.defineProperty(performance, 'timeOrigin', { value: origin, configurable: true })
}

const collectComplaints = () => {
  const complaints: Complaint[] = []
  Reflect.set(window, '__complaints', complaints)
  const complain = (kind: Complaint['kind'], text: string) => complaints.push({ kind, text })
  window.addEventListener('error', (event) => complain('error', event.message))
  window.addEventListener('unhandledrejection', (event) =>
    complain('rejection', String(event.reason)),
  )
  document.addEventListener('securitypolicyviolation', (event) =>
    complain('policy', `${event.violatedDirective} ${event.blockedURI}`),
  )
}

/** As the server sends them in English. */
const phrases = phrasesOf(wordsOf('en'), false)

/** Nudges in a payload with the default options, except for how long they stay. */
export const payloadOf = (
  nudges: PixelNudge[],
  options: Partial<PixelOptions> = {},
  others: Partial<PixelPayload> = {},
): PixelPayload => {
  const sent = { ...pixelDefaults, timings: unhurried, ...options }
  return {
    version: 1,
    options: sent,
    nudges,
    phrases,
    ...layoutsOf(nudges),
    drawings: drawingsOf(nudges.map(({ type }) => type)),
    ...chooseScript({ nudges, options: sent, ...others }),
    ...others,
  }
}

/** A purchase from two hours ago. */
export const purchasePayload = (
  item: Partial<PixelItem> = {},
  options: Partial<PixelOptions> = {},
): PixelPayload => payloadOf([nudgeOf({ items: [purchaseItem(item)] })], options)

export const nudgeOf = (about: Partial<PixelNudge> = {}): PixelNudge => ({
  id: randomUUID(),
  type: 'purchase',
  surface: 'popup',
  items: [purchaseItem()],
  why: ['One order of this shop.'],
  ...(isRich(about) ? { isRich: true } : {}),
  ...about,
})

const isRich = ({ surface, items = [] }: Partial<PixelNudge>) =>
  surface === 'inline' ||
  items.some(({ stars, code, conditions, threshold }) => stars ?? code ?? conditions ?? threshold)

export const purchaseItem = (item: Partial<PixelItem> = {}): PixelItem => ({
  claim: randomUUID(),
  title: 'Mia in Lyon',
  text: 'bought Linen shirt, sand',
  at: Math.floor(Date.now() / 1000) - 7200,
  ...item,
})

const pixelDefaults = pixelOptions(defaultSiteOptions, 'https://footfall.example')

/**
 * Tests look at a nudge for as long as the machine needs. How long one stays is tested separately.
 */
const unhurried = { ...defaultSiteOptions.timings, show: 60_000 }

/** Resolves when the card's animation has ended. */
export const settle = (nudge: Locator) =>
  nudge.evaluate((card) =>
    Promise.all(card.getAnimations().map((animation) => animation.finished)).then(() => undefined),
  )
