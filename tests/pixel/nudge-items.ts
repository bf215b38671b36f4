/**
 * One item per type, compiled from the facts of a sample site as the server compiles them for pages in
 * English, with the facts that it needs from the page.
 */
import { randomUUID } from 'node:crypto'
import { nudgeTypes, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { PixelItem, PixelNudge, PixelOptions, PixelPayload } from '#app/contract/pixel.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import type { RecentActivity } from '#app/domain/activities/item-details.ts'
import type { NudgeData } from '#app/domain/nudges/types/kit/nudge-data.ts'
import { sampleData } from '#app/domain/nudges/types/kit/sample-data.ts'
import { fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { headingOf } from '#app/domain/wording/headings.ts'
import { minSameCity } from '#app/domain/wording/person.ts'
import type { ReviewFacts, ReviewRule } from '#app/domain/wording/review.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { nudgeOf, payloadOf } from './shop-test.ts'

type Sample = {
  heading: string
  item: Partial<PixelItem>
  why: string[]
  /** Texts that a visitor reads with the `pageFacts` and `presence` below. */
  reads: string[]
}

/** Facts from the page's script, for the types that need them. */
export const pageFacts = {
  product: { id: 'linen-shirt', stock: 3 },
  cart: { amount: 38.3, currency: 'EUR' },
}

/** A review of this product, selected by its stars. */
export const reviewFacts: ReviewFacts = {
  firstName: 'Mia',
  lastName: null,
  city: null,
  country: 'FR',
  sameCity: 0,
  productTitle: 'Linen shirt',
  stars: 4,
  body: 'Keeps its shape after many washes, and the color is just as in the picture.',
}

const reviewAverage = { average: 4.6, total: 214 }

const words = wordsOf('en')

export const reviewRule: ReviewRule = {
  conversion: defaultSiteOptions.conversion,
  words,
  showProductName: true,
  all: reviewAverage,
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

const secondsLeft = 3 * 3600 + 25 * 60 + 30

/** All live counts; `page` is the path of the page under test. */
const presence = (page: string) => ({
  until: nowSeconds() + 600,
  window: 300,
  visitors: 48,
  pages: { [page]: 13 },
  products: { 'linen-shirt': 9 },
  carts: { window: 86_400, products: { 'linen-shirt': 8 } },
})

/** A Monday morning, so that words never depend on when the tests run. */
const compiledAt = new Date('2026-11-23T10:04:30Z')

const dispatch = '13:30'

const nobody = { firstName: null, lastName: null, city: null, country: null, sameCity: 0 }

const activity = (facts: Partial<RecentActivity>, secondsAgo: number): RecentActivity => ({
  ...nobody,
  id: 1,
  source: 'rest_api',
  productTitle: null,
  productUrl: null,
  productImage: null,
  stars: null,
  body: null,
  occurredAt: new Date(compiledAt.getTime() - secondsAgo * 1000),
  ...facts,
})

const buyer = { firstName: 'Mia', city: 'Lyon', country: 'FR', sameCity: minSameCity }
const shirt = { productTitle: 'Linen shirt, sand', productUrl: 'https://shop.example/linen' }
const recent: Record<string, RecentActivity> = {
  purchase: activity({ ...buyer, ...shirt }, 7200),
  review: activity({ ...reviewFacts, sourceUrl: 'https://reviews.example/linen' }, 7200),
  signup: activity({ city: 'Ghent', country: 'BE', sameCity: minSameCity }, 3 * 86_400),
}

const totals: Partial<Record<NudgeType, number>> = { purchases: 31, conversions: 17 }

/** On each page that a test may open. */
const soldByPath = Object.fromEntries(
  ['/', '/product', '/blank', '/inline', '/room'].map((path) => [path, 14]),
)

/** The site's data, as one of its nudges asks for it. */
const siteData = (type: NudgeType): NudgeData => ({
  ...sampleData(compiledAt),
  listRecentActivities: ({ kind }) => Promise.resolve(recent[kind] ? [recent[kind]] : []),
  countDistinctly: () => Promise.resolve(totals[type] ?? 0),
  countByPath: () =>
    Promise.resolve({
      totals: type === 'selling_out' ? soldByPath : {},
      titles: {},
      isFromFile: false,
    }),
  rate: () => Promise.resolve({ ...reviewAverage, isFromFile: false }),
})

/** Content that an owner fills in. */
const contents: Partial<Record<NudgeType, unknown>> = {
  custom: { title: 'We ship without plastic', text: 'Paper boxes and paper tape since March.' },
  reviews: { source: 'Shop reviews' },
  discount: {
    amount: '10%',
    scope: 'all linen',
    code: 'LINEN10',
    conditions: 'From $50. Once per customer. Not together with other offers.',
  },
  conversion: { goal: 'the newsletter' },
  conversions: { goal: 'the newsletter' },
  delivery_date: {
    timeZone: 'UTC',
    cutOffs: [dispatch, dispatch, dispatch, dispatch, dispatch, null, null],
    deliversOn: [true, true, true, true, true, false, false],
    transit: { '*': { min: 1, max: 1 } },
    holidays: [],
    holidaysUntil: '2027-12-31',
  },
  stock_level: { noRestockBefore: '2026-12-24' },
  free_delivery: { currency: 'EUR', thresholds: { '*': 50 }, restrictions: 'Mainland only' },
}

/** Options of a nudge that differ from its type's defaults. */
const queries: Partial<Record<NudgeType, Partial<NudgeQuery>>> = {
  visitors: { maximum: 40 },
  discount: { deadline: Math.floor(compiledAt.getTime() / 1000) + secondsLeft },
}

const options = { ...defaultSiteOptions, showNudgeTitle: true }

async function compileSample(type: NudgeType) {
  const definition = nudgeDefinitions[type]
  const asked = {
    siteName: 'shop.example',
    query: fullQuery(type, queries[type] ?? {}),
    content: contents[type] ?? null,
    options,
    words,
    at: compiledAt,
  }
  const compiled = await definition.compile({
    ...asked,
    data: siteData(type),
    withdrawals: 0,
    cartedProducts: [],
  })
  const [first] = compiled === 'below_minimum' ? [] : compiled
  if (!first) throw new Error(`The sample site has nothing for ${type}.`)
  return {
    heading: headingOf(options, definition.category) ?? '',
    item: first.item,
    why: definition.why(asked),
  }
}

const compiled = new Map(
  await Promise.all(nudgeTypes.map(async (type) => [type, await compileSample(type)] as const)),
)

const readTexts: Record<NudgeType, string[]> = {
  custom: ['We ship without plastic', 'Paper boxes and paper tape since March.'],
  review: ['Mia in France', '4.6 · 214 reviews – “Keeps its shape after many'],
  reviews: ['4.6 · 214 reviews', 'in the last 60 days · Shop reviews'],
  visitor: ['12 other people are looking at this now'],
  visitors: ['40+ other people are on shop.example now'],
  discount: ['10% off all linen', 'ends in 3 h 25 min', 'LINEN10'],
  purchase: ['Mia in Lyon', 'bought Linen shirt, sand', '2 hours ago'],
  purchases: ['31 orders at shop.example in the last 7 days'],
  conversion: ['Someone in Ghent', 'signed up for the newsletter', '3 days ago'],
  conversions: ['17 sign-ups for the newsletter in the last 7 days'],
  selling_out: ['Ordered 14 times in the last 24 hours, 3 left'],
  stock_level: ['Only 3 left'],
  cart_counter: ['Added to 7 other carts in the last 24 hours'],
  delivery_date: [
    'Estimated delivery',
    'Order within 3 h 25 min to get it by Tuesday, 24 November',
  ],
  free_delivery: ['Spend €11.70 more for free delivery. Mainland only'],
}

/** `picture` is the URL of an image for the types that have one. */
export const sampleOf = (type: NudgeType, picture?: string): Sample => {
  const sample = compiled.get(type)
  if (!sample) throw new Error(`No sample of ${type}`)
  const { heading, item, why } = sample
  const isPictured = picture !== undefined && (type === 'purchase' || type === 'review')
  const later = nowSeconds() - Math.floor(compiledAt.getTime() / 1000)
  const shift = (name: 'at' | 'from' | 'until') =>
    item[name] === undefined ? {} : { [name]: item[name] + later }
  return {
    heading,
    item: {
      ...item,
      ...shift('at'),
      ...shift('from'),
      ...shift('until'),
      ...(isPictured ? { image: picture } : {}),
    },
    why,
    reads: readTexts[type],
  }
}

/** A nudge with its type's item. */
export const sampleNudge = (
  type: NudgeType,
  nudge: Partial<PixelNudge> = {},
  picture?: string,
): PixelNudge => {
  const { heading: ofType, item, why } = sampleOf(type, picture)
  // Lines have none.
  const heading = nudge.look?.layout === 'line' ? {} : { heading: ofType }
  const items = [{ claim: randomUUID(), title: '', text: '', ...item }]
  return nudgeOf({ type, ...heading, why, items, ...nudge })
}

/** These nudges with the default options, and all live counts for that page. */
export const samplePayload = (
  nudges: PixelNudge[],
  options: Partial<PixelOptions> = {},
  page = '/product',
): PixelPayload => payloadOf(nudges, options, { counts: presence(page) })

/** An init script: facts from the page's script. */
export const pushFacts = (facts: object) => {
  Reflect.set(window, 'footfall', [['set', facts]])
}

/** Runs in the page: facts that its script sets later. */
export const setFacts = (facts: object) => {
  window.footfall?.push(['set', facts])
}
