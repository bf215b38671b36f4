/** Labels of settings, for the editor and the version history. */
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'

const queryLabels: Record<keyof NudgeQuery, string> = {
  ago: 'How far back',
  minimum: 'Fewest that are told',
  maximum: 'From this number on “and more” is told',
  deadline: 'Ends at',
  duration: 'Window in minutes',
  listSize: 'How many in turn',
  countries: 'Visitors’ countries',
  hideEmpty: 'Nothing instead of words without a fact',
  javascript: 'Facts that the page tells may be told',
  integration: 'Source',
  rotateNudges: 'The next one with each page',
  skipSeenNudges: 'Nobody sees the same one twice',
  persistentNudge: 'Stays until it is closed',
  showProductName: 'Names the product',
  hideHighStockNudge: 'Nothing while there is more stock',
}

const typeLabels: Partial<Record<NudgeType, Partial<Record<keyof NudgeQuery, string>>>> = {
  review: { minimum: 'Fewest stars' },
  selling_out: { minimum: 'Fewest orders', maximum: 'Most stock that is still worth a word' },
  stock_level: { maximum: 'Most stock that is still worth a word' },
  discount: { deadline: 'The offer ends at', duration: 'Or: hours from its start' },
  custom: { deadline: 'Not shown any more after' },
  purchases: { minimum: 'Fewest orders' },
  conversions: { minimum: 'Fewest sign-ups' },
  reviews: { minimum: 'Fewest reviews' },
  visitor: { minimum: 'Fewest other visitors' },
  visitors: { minimum: 'Fewest other visitors' },
  cart_counter: { minimum: 'Fewest other carts' },
}

export const queryLabel = (type: NudgeType, option: keyof NudgeQuery): string =>
  typeLabels[type]?.[option] ?? queryLabels[option]
