/**
 * Sample data of a nudge type for a site without data, from the example shop. Screens say that it's an
 * example. Never for visitors.
 */
import { exampleFacts } from '#app/domain/wording/example-shop.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import type { NudgeData } from './nudge-data.ts'
import type { NudgeDefinition } from './nudge-definition.ts'

/** Above the minimum of each type. */
const sampleCount = 24

const samplePath = '/'
const exampleTitles = { [samplePath]: exampleFacts.productTitle ?? '' }

/** @param picture URL of the product's image, where it can be loaded */
export const sampleData = (at: Date, picture: string | null = null): NudgeData => ({
  listRecentActivities: ({ kind }) =>
    Promise.resolve([
      {
        id: 0,
        source: 'rest_api',
        ...exampleFacts,
        productTitle: kind === 'signup' ? null : exampleFacts.productTitle,
        productUrl: null,
        productImage: kind === 'signup' ? null : picture,
        stars: kind === 'review' ? 5 : null,
        body: kind === 'review' ? 'A customer’s words' : null,
        occurredAt: new Date(at.getTime() - 5 * minuteMillis),
      },
    ]),
  countDistinctly: () => Promise.resolve(sampleCount),
  countByPath: () =>
    Promise.resolve({
      totals: { [samplePath]: sampleCount },
      titles: exampleTitles,
      isFromFile: false,
    }),
  isCovered: () => Promise.resolve(true),
  restsOnFile: () => Promise.resolve(false),
  readPublishedRating: () => Promise.resolve(null),
  rate: () => Promise.resolve({ average: 4.8, total: sampleCount, isFromFile: false }),
  countWindow: () =>
    Promise.resolve({
      visitors: sampleCount,
      pages: { [samplePath]: sampleCount },
      until: new Date(at.getTime() + 60 * minuteMillis),
    }),
  stockByPath: () => Promise.resolve({ totals: {}, readAt: null }),
  titlesByPath: () => Promise.resolve({}),
  listShownMessages: () => Promise.resolve([]),
})

/** They would be over one day, or are on another host. */
const omitted = ['startsAt', 'noRestockBefore', 'image', 'url']

/** Example content that an owner could enter. Null: the type needs none. */
export function sampleContent({ example }: NudgeDefinition, at: Date): unknown {
  if (typeof example !== 'object' || example === null) return null
  const inAYear = new Date(at.getTime() + 365 * dayMillis).toISOString().slice(0, 10)
  const current: Record<string, unknown> = { holidays: [], holidaysUntil: inAYear }
  return Object.fromEntries(
    Object.entries(example)
      .filter(([name]) => !omitted.includes(name))
      .map(([name, value]) => [name, current[name] ?? value]),
  )
}
