/** How many others are on the site. */
import { nowSeconds, showableOthers } from '#app/domain/presence/live-counts.ts'
import { defineNudge } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import {
  formatCappedCount,
  fillPluralForms,
  leastOf,
  mostOf,
  toCompiledItem,
  toCountItem,
  withExpiry,
} from './kit/compiled-item.ts'
import { isolateWords } from '#app/domain/wording/text.ts'
import { needsPixel } from './kit/readiness.ts'
import { visitorNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'

export const visitors = defineNudge({
  type: 'visitors',
  surfaces: ['popup'],
  category: 'popular',
  basis: 'presence',
  counts: 'visitors',
  defaults: { minimum: 5 },
  content: null,
  fields: null,
  message: { placeholders: ['count', 'window'], number: 'count' },
  labels: {
    name: 'Site visitors',
    about: 'Shows how many other people are on your site, as counted by the pixel.',
    ...visitorNouns,
    options: { minimum: 'Minimum other visitors' },
  },
  drawing: drawings.eye,
  needs: needsPixel,
  reads: ['minimum', 'maximum', 'duration', ...everyRead],
  async compile({ data, siteName, query, words, at }) {
    const shop = isolateWords(siteName, words.language)
    const { now, within } = words.texts.visitors
    const bounds = { minimum: leastOf(query), ...mostOf(query) }
    if (query.duration === null) {
      const forms = words.forms(fillPluralForms(now, { shop }))
      return [toCountItem({ of: 'visitors', ...bounds, forms }, { count: '#' })]
    }

    const counted = await data.countWindow({ seconds: query.duration, at })
    const others = showableOthers(counted.visitors, query.minimum)
    if (others === null) return 'below_minimum'
    const window = words.within(query.duration)
    const forms = fillPluralForms(within, { shop, window })
    const text = words.count(forms, others, query.maximum)
    const templateData = {
      values: { count: formatCappedCount({ words, query }, others), window },
      count: others,
    }
    return [withExpiry(counted.until, { ...toCompiledItem({ title: '', text }), templateData })]
  },
  rule: ({ query }) =>
    query.duration === null
      ? `Unique visitors active on the site within ${String(nowSeconds)} seconds, excluding the viewer, known bots and other domains. At least ${String(leastOf(query))} others.`
      : `Unique visitors to the site within ${String(query.duration)} seconds (the day with more visitors around midnight UTC), less one for the viewer, excluding known bots and other domains. At least ${String(leastOf(query))} others.`,
  windowSeconds: ({ duration }) => duration ?? nowSeconds,
  why({ query, words }) {
    const { whyNow, whyWithin } = words.texts.visitors
    const floor = words.texts.presenceFloor
    if (query.duration === null) return [whyNow, floor]
    return [whyWithin.replace('{window}', words.within(query.duration)), floor]
  },
  about: {
    data: 'Unique visitors to the whole site in the last 5 minutes, or in the time frame you set. The viewer, bots and other domains are excluded.',
    hidesWhen: 'Fewer other visitors than the minimum.',
  },
})
