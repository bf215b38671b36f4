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
import { visitorsWords } from './visitors.words.ts'
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
    options: { minimum: 'Fewest other visitors' },
  },
  drawing: drawings.eye,
  needs: needsPixel,
  reads: ['minimum', 'maximum', 'duration', ...everyRead],
  async compile({ data, siteName, query, words, at }) {
    const shop = isolateWords(siteName, words.language)
    const { now, within } = visitorsWords[words.language]
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
      ? `Different visitors of the site with a sign of life within ${String(nowSeconds)} seconds, without the viewer, known bots and other hosts. At least ${String(leastOf(query))} others.`
      : `Different visitors of the site within ${String(query.duration)} seconds, of the larger day (UTC), less one for the viewer, without known bots and other hosts. At least ${String(leastOf(query))} others.`,
  windowSeconds: ({ duration }) => duration ?? nowSeconds,
  why({ query, words }) {
    const { whyNow, whyWithin, whyFloor } = visitorsWords[words.language]
    if (query.duration === null) return [whyNow, whyFloor]
    return [whyWithin.replace('{window}', words.within(query.duration)), whyFloor]
  },
  about: {
    data: 'Different visitors of the whole site: present within the last 5 minutes, or with a duration those of that window. Without the viewer, bots and other hosts.',
    hidesWhen: 'Fewer others than the minimum.',
  },
})
