/** An offer of the shop. Ends at the same instant for all visitors. */
import { discountContent } from '#app/contract/nudge-content.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'
import { defineNudge, type RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPlaceholders, pictureOf, toSeconds } from './kit/compiled-item.ts'
import { isolateWords } from '#app/domain/wording/text.ts'
import { needsOwner } from './kit/readiness.ts'
import { pictureInputs } from './kit/fields.ts'
import { lintDiscount } from '../linter/lint-content.ts'

export const discount = defineNudge({
  type: 'discount',
  surfaces: ['popup', 'inline'],
  category: 'good_to_know',
  basis: 'owner',
  durationUnit: 'hours',
  defaults: {},
  content: discountContent,
  example: {
    amount: '10 %',
    scope: 'all mugs',
    code: 'MUG10',
    conditions: 'Once per customer.',
    startsAt: 1_795_000_020,
    image: 'https://shop.example/mug.png',
    url: 'https://shop.example/mugs',
  },
  fields: {
    title: 'Offer',
    lead: 'Exactly as your checkout applies it.',
    inputs: [
      { kind: 'text', name: 'amount', label: 'Discount', help: 'For example 10% or €5.' },
      {
        kind: 'text',
        name: 'scope',
        label: 'Applies to',
        help: 'For example “all mugs”. Leave blank for everything.',
      },
      { kind: 'text', name: 'code', label: 'Code', help: 'Visitors can copy it with one click.' },
      {
        kind: 'moment',
        name: 'startsAt',
        label: 'Starts',
        help: 'In {timeZone} time. Leave blank if it has already started.',
      },
      {
        kind: 'text',
        name: 'conditions',
        label: 'Terms',
        help: 'Visitors can open these from the nudge.',
        isWide: true,
      },
      ...pictureInputs,
    ],
    findings: 'amount',
  },
  lint: lintDiscount,
  message: null,
  labels: {
    name: 'Discount',
    about: 'Shows your offer with its code, terms and real end date.',
    one: 'offer',
    many: 'offers',
    options: { deadline: 'Offer ends', duration: 'Or hours after it starts' },
  },
  drawing: 'M4 4h8l8 8-8 8-8-8zM8 8h.1',
  needs: needsOwner('Ready when you add your offer'),
  reads: ['deadline', 'duration', ...everyRead],
  compile(context) {
    const offer = offerOf(context)
    if (!offer) return Promise.resolve([])
    const { content, title, how, end } = offer
    const { code, conditions, startsAt } = content
    const { ends } = context.words.texts.discount
    // The card shows the code separately.
    const texts = [...(code ? [] : [how]), ...(end === null ? [] : [ends])]
    const item = {
      title,
      text: texts.join(' · '),
      ...(code ? { code } : {}),
      ...(conditions ? { conditions } : {}),
      ...(startsAt ? { from: startsAt } : {}),
      ...(end === null ? {} : { until: end, countsDown: true as const }),
      ...pictureOf(content),
    }
    // The remaining time changes every minute, so the sentence contains the end instead.
    const until = end === null ? [] : [formatInstant(end, context.words)]
    return Promise.resolve([{ item, sentence: [title, how, ...until].join(' ') }])
  },
  rule(context) {
    const offer = offerOf(context)
    if (!offer) return 'No offer.'
    const { content, end } = offer
    const from = content.startsAt ? `from ${isoOf(content.startsAt)} ` : ''
    const until = end === null ? 'without a fixed end' : `until ${isoOf(end)}`
    return `The owner's offer, ${from}${until}, the same for everyone.`
  },
  windowSeconds: () => 0,
  why(context) {
    const { why, whyEnd } = context.words.texts.discount
    const { siteName, words } = context
    const label = fillPlaceholders(why, { shop: isolateWords(siteName, words.language) })
    const end = offerOf(context)?.end ?? null
    return end === null
      ? [label]
      : [label, fillPlaceholders(whyEnd, { end: formatInstant(end, words) })]
  },
  about: {
    data: 'Your offer: discount, scope, code, terms, start and end.',
    hidesWhen:
      'Before the start, after the end, or if the text makes claims that can’t be verified.',
  },
})

/** Null without an offer, or when it has ended. */
function offerOf({ content: stored, query, words, at }: RuleContext) {
  const content = discountContent.safeParse(stored).data
  if (!content) return null
  const { amount, scope, code, conditions, startsAt } = content
  const lasting = startsAt && query.duration !== null ? startsAt + query.duration : null
  const end = query.deadline ?? lasting
  if (end !== null && (end <= toSeconds(at) || end <= (startsAt ?? 0))) return null

  const { off, offScope, withCode, withoutCode } = words.texts.discount
  const typed = [
    { title: amount, text: scope ?? '' },
    { text: code ?? '' },
    { text: conditions ?? '' },
  ]
  const hasEnd = end !== null
  if (typed.some((text) => findUnprovableClaims(text, { hasEnd }).length > 0)) return null

  const isolate = (given: string) => isolateWords(given, words.language)
  const title = scope
    ? fillPlaceholders(offScope, { amount: isolate(amount), scope: isolate(scope) })
    : fillPlaceholders(off, { amount: isolate(amount) })
  const how = code ? fillPlaceholders(withCode, { code: isolate(code) }) : withoutCode
  return { content, title, how, end }
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** "24 November, 17:00 UTC". */
function formatInstant(seconds: number, words: WordsOf): string {
  const at = new Date(seconds * 1000)
  return `${words.date(at, 'UTC')}, ${at.toISOString().slice(11, 16)} UTC`
}
