/** Test cases of the claim linter: good and bad texts, and what the type really knows. */
import { expect, test } from 'vitest'
import type { NudgeMessage, NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { lintNudge } from './lint-nudge.ts'

const at = new Date('2026-03-02T10:00:00Z')
const day = 86_400

type Given = Partial<NudgeSettings> & { surface?: 'popup' | 'inline' }

function lint(type: NudgeType, { surface = 'popup', ...given }: Given) {
  const settings = {
    name: 'Test',
    query: {},
    content: null,
    rules: {},
    placement: null,
    message: null,
    look: {},
    ...given,
  }
  return lintNudge({ type, surface, settings, at })
}

const withTemplate = (words: Partial<NudgeMessage>): NudgeMessage => ({
  title: '',
  text: '',
  one: '',
  ...words,
})

const findingsOf = (type: NudgeType, text: string, query: Partial<NudgeQuery> = {}) =>
  lint(type, { message: withTemplate({ text }), query })
const blocksOf = (type: NudgeType, text: string, query: Partial<NudgeQuery> = {}) =>
  findingsOf(type, text, query).filter(({ level }) => level === 'block')

const good: [NudgeType, string, Partial<NudgeQuery>?][] = [
  ['purchase', 'bought {product|something}'],
  ['purchase', 'chose {product|a favourite of ours}'],
  ['purchase', '{first_name|Somebody} {place|} ordered {product|from us}'],
  ['purchase', 'hat {product|etwas} bestellt'],
  ['purchase', 'a acheté {product|quelque chose}'],
  ['conversion', 'joined {goal|our list}'],
  ['conversion', '{first_name|Somebody} signed up for {goal|news}'],
  ['purchases', '{count} orders {window}'],
  ['purchases', 'Ordered {count} times {window}'],
  ['purchases', '{count} Bestellungen {window}'],
  ['conversions', '{count} sign-ups {window}'],
  ['reviews', '{average} of 5 from {count} reviews {window}'],
  ['visitor', '{count} others look at this', { duration: null }],
  ['visitor', '{count} people are looking at this right now', { duration: null }],
  ['visitor', '{count} people looked at this {window}', { duration: day }],
  ['visitors', '{count} visitors here right now', { duration: null }],
  ['visitors', '{count} visitors {window}', { duration: 3600 }],
  ['cart_counter', 'Added to {count} carts {window}'],
  ['cart_counter', 'In {count} Warenkörben {window}'],
  ['stock_level', '{stock} in stock'],
  ['stock_level', 'Noch {stock} auf Lager'],
  ['review', '“{excerpt}” – {first_name|a customer}', { minimum: 4 }],
  ['review', '{stars|5} stars: {excerpt|read it}', { minimum: 1 }],
]

test.each(good)('%s may say: %s', (type, text, query = {}) => {
  expect(blocksOf(type, text, query)).toEqual([])
})

const bad: [NudgeType, string, RegExp, Partial<NudgeQuery>?][] = [
  // Unknown placeholders, and braces that aren't placeholders.
  ['purchase', 'bought {count} times', /isn’t available for this nudge/],
  ['purchases', '{count} orders of {product} {window}', /isn’t available for this nudge/],
  ['purchase', 'bought {product', /isn’t available for this nudge/],
  ['visitor', '{count} people, {stock} left', /isn’t available for this nudge/, { duration: null }],
  // Typed numbers, people and timers.
  ['purchase', '{product} – 500 people bought it', /must come from your data/],
  ['purchase', '{product} was sold 80 times', /must come from your data/],
  ['purchase', '{product|Only 3 left}', /must come from your data/],
  ['conversion', 'Join 20,000 happy customers', /must come from your data/],
  ['purchases', '{count} orders {window}, Anna just bought one', /must come from your data/],
  ['stock_level', '{stock} in stock, 2 hours left', /must come from your data/],
  [
    'reviews',
    '{average} from {count} {window}, 98 % of our customers come back',
    /must come from your data/,
  ],
  ['purchase', 'Anna has bought {product|this}', /must come from your data/],
  // The pixel's placeholder for a number.
  ['purchases', '#{count} orders {window}', /reserved for the number/],
  ['visitor', '{count} people on page #1', /reserved for the number/, { duration: null }],
  // "Now" with a longer time frame.
  [
    'visitor',
    '{count} people look at this right now {window}',
    /can’t say “now”/,
    { duration: day },
  ],
  ['purchases', '{count} orders right now {window}', /can’t say “now”/],
  ['cart_counter', 'In {count} carts at the moment {window}', /can’t say “now”/],
  ['visitors', '{count} Besucher gerade jetzt {window}', /can’t say “now”/, { duration: 3600 }],
  ['visitor', '{count} en ce moment {window}', /can’t say “now”/, { duration: 3600 }],
  ['visitor', '{count} op dit moment {window}', /can’t say “now”/, { duration: 3600 }],
  ['visitor', '{count} ahora mismo {window}', /can’t say “now”/, { duration: 3600 }],
  ['purchase', 'is buying {product|this} right now', /can’t say “now”/],
  // People, where orders are counted.
  ['purchases', '{count} people ordered {window}', /orders or sign-ups/],
  ['purchases', '{count} happy customers {window}', /orders or sign-ups/],
  ['conversions', '{count} members {window}', /orders or sign-ups/],
  ['conversions', '{count} Kunden {window}', /orders or sign-ups/],
  ['cart_counter', '{count} shoppers added it {window}', /orders or sign-ups/],
  // Buying, where only presence is known.
  ['visitor', '{count} people are buying this', /not buying it/, { duration: null }],
  ['visitors', '{count} visitors want this', /not buying it/, { duration: null }],
  ['cart_counter', 'Bought {count} times {window}', /added to carts/],
  // Scarcity outside the stock nudge.
  ['stock_level', 'Only {stock} left', /scarcity/],
  ['stock_level', 'Nur noch {stock} da', /scarcity/],
  ['purchases', '{count} orders {window}, almost gone', /scarcity/],
  ['visitor', '{count} people look, selling out', /scarcity/, { duration: null }],
  ['purchase', 'bought {product|one}, limited stock', /scarcity/],
  // A count without its time frame, a time frame without its count, "now" with a time frame.
  ['purchases', '{count} orders', /\{window\}/],
  ['purchases', 'Many orders {window}', /Add \{count\}/],
  ['visitor', '{count} people {window}', /there’s no \{window\}/, { duration: null }],
  ['cart_counter', 'Added to {count} carts', /\{window\}/],
  ['stock_level', 'In stock', /Add \{stock\}/],
  ['reviews', '{average} of 5', /Add \{count\}/],
  // Selected reviews without the average of all.
  ['review', '{stars} stars from {first_name|a customer}', /average of all/, { minimum: 4 }],
  // Types that don't support templates.
  ['delivery_date', 'Order soon', /custom wording isn’t available/],
  ['selling_out', '{count} sold', /custom wording isn’t available/],
]

test.each(bad)('%s may not say: %s', (type, text, reason, query = {}) => {
  const sentences = blocksOf(type, text, query).map(({ sentence }) => sentence)

  expect(sentences.some((sentence) => reason.test(sentence))).toBe(true)
})

const doubtful: [NudgeType, string, RegExp][] = [
  ['purchase', 'bought {product}', /when \{product\} is missing/],
  ['purchase', '{first_name} bought {product|something}', /when \{first_name\} is missing/],
  ['purchases', '{count} orders {window}. Hurry up', /creates pressure/],
  ['conversion', 'signed up for {goal|news}, don’t miss out', /creates pressure/],
  ['purchase', 'bought our best seller {product|again}', /first or the best/],
]

test.each(doubtful)('%s is advised against: %s', (type, text, reason) => {
  const findings = findingsOf(type, text)

  expect(findings.filter(({ level }) => level === 'block')).toEqual([])
  expect(findings.some(({ sentence }) => reason.test(sentence))).toBe(true)
})

test('the type’s own words are never found fault with', () => {
  expect(lint('purchase', {})).toEqual([])
  expect(lint('stock_level', { message: withTemplate({}) })).toEqual([])
})

test('text in a type’s own fields is checked as well', () => {
  const offer = (content: Record<string, unknown>, query: Partial<NudgeQuery> = {}) =>
    lint('discount', { content, query }).map(({ level, path }) => `${level} ${path}`)

  expect(offer({ amount: '5 €' }, { duration: day })).toEqual([])
  expect(offer({ amount: '10 %' }, { duration: day })).toEqual(['advise content'])
  expect(offer({ amount: '5 €' })).toEqual(['advise query.deadline'])
  expect(offer({ amount: '5 €' }, { deadline: at.getTime() / 1000 - 1 })).toEqual([
    'block query.deadline',
  ])
  expect(offer({ amount: '5 €', scope: 'with 12 visitors' }, { duration: day })).toEqual([
    'block content',
  ])
})

test('a custom message is judged like one, a delivery by the holidays it knows', () => {
  const custom = (text: string) =>
    lint('custom', { content: { text } }).map(({ level, path }) => `${level} ${path}`)

  expect(custom('New mugs are in.')).toEqual([])
  expect(custom('12 people are looking at this')).toEqual(['block content.text'])
  expect(custom('Hurry')).toEqual(['advise content.text'])
  expect(lint('delivery_date', { content: { holidaysUntil: '2026-03-01' } })).toHaveLength(1)
  expect(lint('delivery_date', { content: { holidaysUntil: '2026-12-31' } })).toEqual([])
})

test('a nudge that no one could see is blocked', () => {
  const unix = at.getTime() / 1000
  const fields = (given: Given) =>
    lint('purchase', given).map(({ level, path }) => `${level} ${path}`)

  expect(fields({ rules: { from: unix + 20, until: unix + 10 } })).toEqual(['block rules.until'])
  expect(fields({ rules: { until: unix } })).toEqual(['block rules.until'])
  expect(fields({ surface: 'inline' })).toEqual(['block placement.selector'])
  expect(fields({ surface: 'inline', placement: { selector: '#buy', where: 'after' } })).toEqual([])
})

const marked: [NudgeType, string, string[], Partial<NudgeQuery>?][] = [
  [
    'purchase',
    'Hot: 50 People already bought {product|one}',
    ['50 People', '50 People already bought'],
  ],
  ['purchase', 'Anna in Lyon bought {product|one}', ['Anna in Lyon bought']],
  ['purchase', 'bought {product|one}. Hurry – Up', ['Hurry']],
  ['purchase', 'bought {product}', ['{product}']],
  ['purchase', 'bought { stars } {product|one}', ['{ stars }']],
  ['purchases', '{count} Customers {window}', ['Customers']],
  ['purchases', '{count} orders #1 {window}', ['#']],
  ['visitor', '{count} people {window}', ['{window}'], { duration: null }],
]

test.each(marked)('%s names the words of "%s" to mark', (type, text, words, query = {}) => {
  const found = findingsOf(type, text, query).flatMap((finding) => finding.words ?? [])

  expect(found).toEqual(words)
  for (const one of found) expect(text).toContain(one)
})

test('the words of a custom message are named in the field they are in', () => {
  const content = { title: 'Only today', text: 'Loved by 500 customers' }

  expect(lint('custom', { content }).map(({ path, words }) => [path, words])).toEqual([
    ['content.title', ['Only today']],
    ['content.text', ['500 customers']],
    ['content.text', ['Only']],
  ])
})
