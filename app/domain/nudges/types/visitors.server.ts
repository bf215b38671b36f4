/** How many others are on the site. */
import { nowSeconds } from '#app/domain/presence/counts.server.ts'
import { showableOthers } from '#app/domain/presence/without-viewer.ts'
import { countWindow } from '#app/domain/presence/window-counts.server.ts'
import type { NudgeDefinition } from './kit/nudge-definition.ts'
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

export const visitors: NudgeDefinition = {
  type: 'visitors',
  basis: 'presence',
  category: 'popular',
  reads: ['minimum', 'maximum', 'duration', ...everyRead],
  async compile({ tx, site, siteName, query, words, at }) {
    const shop = isolateWords(siteName, words.language)
    const { now, within } = visitorsWords[words.language]
    const bounds = { minimum: leastOf(query), ...mostOf(query) }
    if (query.duration === null) {
      const forms = words.forms(fillPluralForms(now, { shop }))
      return [toCountItem({ of: 'visitors', ...bounds, forms }, { count: '#' })]
    }

    const counted = await countWindow(tx, site, { seconds: query.duration, at })
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
}
