/** How many others are on this page, worded calmly. */
import { nowSeconds } from '#app/domain/presence/live-counts.ts'
import { defineNudge } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPluralForms, leastOf, mostOf, toCountItem, withExpiry } from './kit/compiled-item.ts'
import { needsPixel } from './kit/readiness.ts'
import { visitorNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'

export const visitor = defineNudge({
  type: 'visitor',
  surfaces: ['popup', 'inline'],
  category: 'popular',
  basis: 'presence',
  counts: 'visitors',
  defaults: { minimum: 3 },
  content: null,
  fields: null,
  message: { placeholders: ['count', 'window'], number: 'count' },
  labels: {
    name: 'Page visitors',
    about: 'Shows how many other people are viewing the same page, as counted by the pixel.',
    ...visitorNouns,
    options: { minimum: 'Minimum other visitors' },
  },
  drawing: drawings.eye,
  needs: needsPixel,
  reads: ['minimum', 'maximum', 'duration', ...everyRead],
  async compile({ data, query, words, at }) {
    const { now, within } = words.texts.visitor
    const bounds = { minimum: leastOf(query), ...mostOf(query) }
    if (query.duration === null)
      return [toCountItem({ of: 'page', ...bounds, forms: words.forms(now) }, { count: '#' })]

    const { pages, until } = await data.countWindow({ seconds: query.duration, at })
    // Without the viewer.
    const others = Object.entries(pages).map(([path, total]) => [path, total - 1] as const)
    const enough = others.filter(([, total]) => total >= bounds.minimum)
    if (enough.length === 0) return others.length === 0 ? [] : 'below_minimum'
    const window = words.within(query.duration)
    const forms = words.forms(fillPluralForms(within, { window }))
    const totals = Object.fromEntries(enough)
    const values = { count: '#', window }
    return [withExpiry(until, toCountItem({ of: 'paths', ...bounds, forms, totals }, values))]
  },
  rule: ({ query }) =>
    query.duration === null
      ? `Unique visitors active on the same page within ${String(nowSeconds)} seconds, excluding the viewer, known bots and other domains. At least ${String(leastOf(query))} others.`
      : `Unique visitors to the same page within ${String(query.duration)} seconds (the day with more visitors around midnight UTC), excluding the viewer, known bots and other domains. At least ${String(leastOf(query))} others.`,
  windowSeconds: ({ duration }) => duration ?? nowSeconds,
  why({ query, words }) {
    const { whyNow, whyWithin } = words.texts.visitor
    const floor = words.texts.presenceFloor
    if (query.duration === null) return [whyNow, floor]
    return [whyWithin.replace('{window}', words.within(query.duration)), floor]
  },
  about: {
    data: 'Unique visitors to the page in the last 5 minutes, or in the time frame you set. The viewer, bots and other domains are excluded.',
    hidesWhen: 'Fewer other visitors than the minimum, or no counts for this page yet.',
  },
})
