/** How much the cart lacks for free delivery. */
import { freeDeliveryContent } from '#app/contract/nudge-content.ts'
import type { PixelThreshold } from '#app/contract/pixel.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'
import { byCountry } from './kit/countries.ts'
import { defineNudge } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPlaceholders } from './kit/compiled-item.ts'
import { cleanWords, isolateWords } from '#app/domain/wording/text.ts'
import { needsOwner } from './kit/readiness.ts'
import { drawings } from './kit/drawings.ts'

export const freeDelivery = defineNudge({
  type: 'free_delivery',
  surfaces: ['popup', 'inline'],
  category: 'good_to_know',
  basis: 'page',
  pageFact: 'cart',
  defaults: { javascript: true },
  content: freeDeliveryContent,
  example: { currency: 'EUR', thresholds: { '*': 49.95 }, restrictions: 'Mainland only.' },
  fields: { kind: 'thresholds', findings: 'restrictions' },
  message: null,
  labels: {
    name: 'Free delivery',
    about: 'Shows how much more a visitor needs to spend for free delivery.',
    one: 'threshold',
    many: 'thresholds',
  },
  drawing: drawings.lorry,
  needs: needsOwner('Ready when you set the amount and your page reports the cart total'),
  reads: ['javascript', 'hideEmpty', ...everyRead],
  compile({ content, query, options, words }) {
    const read = freeDeliveryContent.safeParse(content).data
    // Only the page's script knows the cart.
    if (!read || !query.javascript) return Promise.resolve([])

    const { currency, restrictions } = read
    const { missing, reached, empty } = words.texts.freeDelivery
    const limits = cleanWords(restrictions)
    if (limits !== null && findUnprovableClaims({ text: limits }).length > 0)
      return Promise.resolve([])
    const fillAmounts = (text: string) =>
      limits === null ? text : `${text}. ${isolateWords(limits, words.language)}`
    const format = formatOf(currency, words)
    const items = byCountry(read.thresholds, options).map(({ country, terms: amount }) => {
      const from = fillAmounts(fillPlaceholders(empty, { amount: words.money(amount, currency) }))
      const shown = [fillAmounts(missing), fillAmounts(reached), ...(query.hideEmpty ? [] : [from])]
      const threshold = { amount, currency, format, reached: fillAmounts(reached) }
      const item = {
        title: '',
        text: fillAmounts(missing),
        threshold: query.hideEmpty ? threshold : { ...threshold, empty: from },
        ...(country === undefined ? {} : { country }),
      }
      // The cart decides which one a visitor sees.
      return { item, sentence: shown.join(' / ') }
    })
    return Promise.resolve(items)
  },
  rule({ content }) {
    const read = freeDeliveryContent.safeParse(content).data
    if (!read) return 'No threshold.'
    const amounts = Object.entries(read.thresholds).map(
      ([country, amount]) => `${country} ${String(amount)} ${read.currency}`,
    )
    const limits = read.restrictions ? ` ${read.restrictions}` : ''
    return `The cart total reported by the page, compared with the owner's threshold per country: ${amounts.join(', ')}.${limits}`
  },
  windowSeconds: () => 0,
  why: ({ words }) => words.texts.freeDelivery.why,
  about: {
    data: 'Your threshold per country, and the cart total and currency your page reports.',
    hidesWhen:
      'There’s no threshold for the visitor’s country, the country is unknown and countries differ, the cart is unknown, in another currency or empty (unless “Hide when a value is missing” is off), “Use data from the page” is off, or the restrictions make claims that can’t be verified.',
  },
})

/** The language's format for amounts in a currency, with `#` for the number. */
function formatOf(currency: string, { locale }: WordsOf): PixelThreshold['format'] {
  const form = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const parts = form.formatToParts(1_234_567.89)
  const valueOf = (type: Intl.NumberFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? ''
  const around = parts.filter(({ type }) => type === 'integer' || !digits.has(type))
  const text = around.map(({ type, value }) => (type === 'integer' ? '#' : value)).join('')
  return {
    text: text.replace(/#+/, '#'),
    decimal: valueOf('decimal'),
    group: valueOf('group'),
    digits: form.resolvedOptions().maximumFractionDigits ?? 0,
  }
}

const digits = new Set<Intl.NumberFormatPartTypes>(['group', 'decimal', 'fraction'])
