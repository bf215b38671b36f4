/**
 * Sample data of a nudge type for a site without data. Its owner knows that it's an example. People
 * and products have no names, so no one takes it for a fact. Never for pages of a shop.
 */
import { minSameCity } from '#app/domain/wording/person.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import type { NudgeData } from './nudge-data.server.ts'
import type { NudgeDefinition } from './nudge-definition.ts'

/** Above the minimum of each type. */
const sampleCount = 24

const samplePath = '/'

export const sampleData = (at: Date): NudgeData => ({
  listRecentActivities: ({ kind }) =>
    Promise.resolve([
      {
        id: 0,
        source: 'rest_api',
        firstName: 'Name',
        lastName: null,
        city: 'City',
        country: null,
        sameCity: minSameCity,
        productTitle: kind === 'signup' ? null : 'Product',
        productUrl: null,
        productImage: null,
        stars: kind === 'review' ? 5 : null,
        body: kind === 'review' ? 'A customer’s words' : null,
        occurredAt: new Date(at.getTime() - 5 * minuteMillis),
      },
    ]),
  countDistinctly: () => Promise.resolve(sampleCount),
  countByPath: () =>
    Promise.resolve({
      totals: { [samplePath]: sampleCount },
      titles: { [samplePath]: 'Product' },
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
