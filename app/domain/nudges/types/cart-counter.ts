/**
 * How many other visitors have the page's product in their cart. Says "added", never "being
 * bought": a cart is no order.
 */
import { cartSeconds } from '#app/domain/presence/live-counts.ts'
import { beginLarge } from '#app/domain/wording/text.ts'
import { defineNudge } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import {
  fillPlaceholders,
  fillPluralForms,
  leastOf,
  mostOf,
  toCountItem,
} from './kit/compiled-item.ts'
import { namesOf } from './kit/product-names.ts'
import { needs, yours } from './kit/readiness.ts'
import { countedNoun, productNouns } from './kit/nouns.ts'

export const cartCounter = defineNudge({
  type: 'cart_counter',
  surfaces: ['popup', 'inline'],
  category: 'selling_fast',
  basis: 'presence',
  counts: 'carts',
  pageFact: 'product',
  defaults: { minimum: 3, javascript: true, showProductName: false },
  content: null,
  fields: null,
  message: { placeholders: ['count', 'window'], number: 'count' },
  labels: {
    name: 'Cart count',
    about: 'Shows how many other visitors added this product to their cart.',
    one: 'cart',
    many: 'carts',
    options: { minimum: 'Minimum other carts' },
  },
  drawing: 'M2 4h3l2 11h11l2-8H6M8 19h.1M17 19h.1',
  needs: ({ pages: { carts } }) => {
    if (carts === 0) return needs('carts', 'Needs add-to-cart events from your pages')
    const inCarts = `${countedNoun(carts, productNouns)} added to carts in the last 24 hours`
    return yours(`${inCarts}. Shows where enough other visitors added the same one`)
  },
  reads: ['minimum', 'maximum', 'javascript', 'showProductName', ...everyRead],
  async compile(context) {
    const { data, siteName, query, words, cartedProducts } = context
    // Only the page's script knows the page's product.
    if (!query.javascript) return []
    const titles = query.showProductName
      ? await data.titlesByPath({ siteName, ids: cartedProducts })
      : {}
    const { added } = words.texts.cartCounter
    const window = words.within(cartSeconds)
    const forms = words.forms(fillPluralForms(added, { window })).map(beginLarge)
    const bounds = { minimum: leastOf(query), ...mostOf(query), ...namesOf(titles, context) }
    return [toCountItem({ of: 'carts', ...bounds, forms }, { count: '#', window })]
  },
  rule: ({ query }) =>
    `Unique visitors who added the page's product to their cart within ${String(cartSeconds)} seconds (the day with more visitors around midnight UTC), excluding the viewer, people who have ordered since, known bots and other domains. At least ${String(leastOf(query))} others.`,
  windowSeconds: () => cartSeconds,
  why({ words }) {
    const window = words.within(cartSeconds)
    return words.texts.cartCounter.why.map((sentence) => fillPlaceholders(sentence, { window }))
  },
  about: {
    data: 'Unique visitors who added the page’s product to their cart in the last 24 hours and haven’t ordered since, and its name from your product feeds and imports. The viewer, bots and other domains are excluded.',
    hidesWhen:
      'Fewer other carts than the minimum, the page doesn’t report a product, or “Use data from the page” is off.',
  },
})
