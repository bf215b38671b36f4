/** A mapping to begin with, from a sample. It is shown to the owner, who decides. */
import { fieldRules, type FieldRule } from './field-rules.ts'
import { candidatesIn, type Candidate } from './candidates.ts'
import { defined } from './defined.ts'
import type { Leaf } from './flatten.ts'
import {
  mapping,
  mappingVersion,
  type MappedField,
  type MappedKind,
  type Mapping,
} from './mapping.ts'
import { pointerOf, receivedPath, type Tree } from './pointer.ts'
import { placeOf, shapeOf, type SampleShape } from './sample-shape.ts'
import { suggestedConditions } from './suggest-conditions.ts'
import { suggestedId } from './suggest-id.ts'

export type Suggestion = {
  /** Null: the sample has nothing that a nudge could show. */
  mapping: Mapping | null
  /** Points that the owner should check, in plain words. */
  notes: readonly string[]
}

type Choice = { candidate: Candidate; rule: FieldRule; score: number }
type Choices = Partial<Record<MappedField, Choice>>

/** Below it, key and value don't say enough. */
const leastScore = 7

export function suggestMapping(sample: Tree): Suggestion {
  const shape = shapeOf(sample)
  const candidates = candidatesIn(sample, shape)
  const choices = chooseFields(candidates, shape)
  const kind = kindOf(candidates, choices, shape)
  if (kind === null) {
    return {
      mapping: null,
      notes: [
        'Nothing here can be shown in a nudge. Send a delivery with the name of a product, a person or an amount.',
      ],
    }
  }
  const fields = fieldsOf(kind, choices)
  const isStripe = candidates.some(({ key }) => key === 'livemode')
  const isMinor =
    isStripe || candidates.some(({ key }) => /gumroad|incents$|amountcents|minor/.test(key))
  const anchor = fields.stars ?? fields.total ?? fields['person.email'] ?? fields['item.title']
  const { each, items } = shape
  const id = suggestedId(candidates, anchor?.candidate)
  const set = Object.fromEntries(
    Object.entries(fields).map(([field, choice]) => [field, sourceOf(field, choice, isMinor)]),
  )
  if (kind !== 'product' && !set.occurred_at) set.occurred_at = { at: [receivedPath], do: [] }
  const suggested = mapping.safeParse({
    v: mappingVersion,
    kind,
    when: suggestedConditions(candidates),
    ...(each ? { each: pointerOf(each) } : {}),
    ...(items ? { items: placedList(items, shape) } : {}),
    id,
    set,
  })
  const notes = notesOf(kind, fields, { isMinor, hasId: id.length > 0 })
  return { mapping: suggested.success ? suggested.data : null, notes }
}

const placedList = (items: readonly (string | number)[], { each }: SampleShape) =>
  placeOf(items, each ? { each } : {})?.path ?? pointerOf(items)

function chooseFields(candidates: readonly Candidate[], shape: SampleShape): Choices {
  const choices: Choices = {}
  for (const rule of fieldRules) {
    for (const candidate of candidates) {
      const score = scoreOf(rule, candidate, shape)
      const best = choices[rule.field]?.score ?? leastScore - 1
      if (score > best) choices[rule.field] = { candidate, rule, score }
    }
  }
  return choices
}

function scoreOf(rule: FieldRule, candidate: Candidate, { items }: SampleShape): number {
  const { key, longKey, groups, value, isItem, depth } = candidate
  const points = Math.max(rule.keys[key] ?? 0, rule.keys[longKey] ?? 0)
  if (points === 0) return 0
  const around = groups.reduce((sum, word) => sum + (rule.groups?.[word] ?? 0), 0)
  const place = placePoints(rule, candidate, items !== undefined)
  if (place === null || (rule.place === 'outside' && isItem)) return 0
  // A key alone is enough if nothing is in it yet, and it says so clearly.
  const shape = value === null || value === '' ? -2 : rule.fits(value)
  return shape === null ? 0 : points + around + place + shape - depth / 10
}

/** Null: not here. */
function placePoints(rule: FieldRule, candidate: Candidate, hasItems: boolean): number | null {
  const { key, isItem } = candidate
  if (rule.place === 'outside') {
    const isLoneName = rule.field === 'person.first_name' && key === 'name'
    return isLoneName ? namePoints(rule, candidate) : 0
  }
  if (isItem) return 2
  if (hasItems) return null
  if (isOfProduct(candidate)) return 1
  return key === 'title' || candidate.longKey === key ? -3 : -6
}

/** Unless something marks it as a person's, a name belongs to the order or the shop. */
function namePoints(rule: FieldRule, { groups, siblings }: Candidate): number {
  if (groups.some((word) => (rule.groups?.[word] ?? 0) > 0)) return 0
  return ['email', 'rating', 'ratingvalue', 'stars'].some((key) => siblings.has(key)) ? 2 : -2
}

/** Words around a product's values, where products aren't in a list. */
const productWords = new Set(['product', 'item', 'course', 'plan'])

const isOfProduct = ({ key, groups }: Candidate): boolean =>
  /product|item|course|plan/.test(key) || groups.slice(-2).some((word) => productWords.has(word))

const orderWords = /order|purchase|payment|sale|charge|invoice|checkout|donation|booking|ticket/

function kindOf(
  candidates: readonly Candidate[],
  choices: Choices,
  { items }: SampleShape,
): MappedKind | null {
  const texts = candidates.filter(({ key }) => /event|type|topic|action|scope/.test(key))
  const topic = texts.map(({ value }) => String(value)).join(' ')
  const isReview = choices.stars && (choices.body ?? /review|rating/.test(topic))
  if (isReview) return 'review'
  const hasProduct = choices['item.title'] !== undefined
  const hasPerson = choices['person.email'] ?? choices['person.first_name']
  const hasMoney = choices.total !== undefined && choices.currency !== undefined
  const isOrder = items !== undefined || hasMoney || (choices.total && (hasPerson ?? hasProduct))
  if (isOrder) return hasPerson || hasMoney || items ? 'purchase' : productOrNull(choices)
  if (orderWords.test(topic) && (hasPerson ?? hasProduct)) return 'purchase'
  if (hasPerson && choices['person.email']) return 'signup'
  return productOrNull(choices)
}

const productOrNull = (choices: Choices): 'product' | null =>
  choices['item.title'] && (choices['item.price'] ?? choices.total) ? 'product' : null

function fieldsOf(kind: MappedKind, choices: Choices): Choices {
  const { stars, body, total, currency, 'item.title': title, ...others } = choices
  const isItem = (field: string) => field.startsWith('item.')
  const keep = (holds: (field: string) => boolean): Choices =>
    Object.fromEntries(Object.entries(others).filter(([field]) => holds(field)))
  const person = keep((field) => !isItem(field))
  switch (kind) {
    case 'review': {
      // A title beside the stars is the review's.
      const hasProduct = title && (title.candidate.isItem || isOfProduct(title.candidate))
      const rest = hasProduct ? { ...others, 'item.title': title } : person
      return { ...rest, ...defined({ stars, body }) }
    }
    case 'signup':
      return person
    case 'product': {
      const price = others['item.price'] ?? total
      const product = keep((field) => isItem(field) && field !== 'item.quantity')
      return { ...product, ...defined({ 'item.title': title, currency, 'item.price': price }) }
    }
    case 'purchase': {
      const isTotal = others['item.price']?.candidate.path === total?.candidate.path
      const items = title
        ? keep((field) => isItem(field) && !(isTotal && field === 'item.price'))
        : {}
      return { ...person, ...items, ...defined({ 'item.title': title, total, currency }) }
    }
  }
}

function sourceOf(field: string, { candidate, rule }: Choice, isMinor: boolean) {
  const isAmount = field === 'total' || field === 'item.price'
  const steps = isAmount && isMinor ? ['minor_units'] : rule.steps(candidate.value, candidate.key)
  const fallback = field === 'occurred_at' ? [receivedPath] : []
  return { at: [candidate.path, ...fallback], do: steps }
}

function notesOf(
  kind: MappedKind,
  fields: Choices,
  { isMinor, hasId }: { isMinor: boolean; hasId: boolean },
) {
  const notes: string[] = []
  const amount = fields.total?.candidate.value
  if (isMinor && amount !== undefined && amount !== null) {
    notes.push(`Amounts look like cents. Check that ${String(amount)} is read correctly.`)
  } else if (typeof amount === 'number' && Number.isInteger(amount) && amount >= 1000) {
    notes.push(`Is ${String(amount)} in cents? Then use the step for amounts in cents.`)
  }
  if (fields.total && !fields.currency)
    notes.push('No currency was found. Amounts need one to be shown.')
  if (!hasId) {
    notes.push('No ID was found. Deliveries with the same content on the same day count as one.')
  }
  const moment = fields.occurred_at
  if (kind !== 'product' && !moment) {
    notes.push('No date was found. The time when the delivery arrives is used.')
  } else if (moment && isLocalTime(moment.candidate.value)) {
    notes.push(
      'The date has no time zone and is read as UTC. Choose another zone if it’s local time.',
    )
  }
  return notes
}

const isLocalTime = (value: Leaf['value']) =>
  typeof value === 'string' &&
  /\d:\d\d/.test(value) &&
  !/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i.test(value)
