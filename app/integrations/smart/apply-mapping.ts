/** Deliveries become activities and products by a mapping. Data can't make it throw. */
import { firstNameIn, firstNameOf } from '../kit/names.ts'
import { titleCase } from '#app/lib/names/title-case.ts'
import { aheadMillis, dayOf } from '#app/lib/time.ts'
import { contentId } from '../kit/signatures.ts'
import type { ActivityRecord, ItemRecord, ProductRecord } from '../record.ts'
import { effortOf, type Effort } from './effort.ts'
import { defined } from './defined.ts'
import { holdAll } from './conditions.ts'
import type { MappedField, Mapping } from './mapping.ts'
import { isList, pointerOf, valueAt, type Origin, type Tree } from './pointer.ts'
import { readField, scalarOf, type Problem } from './read-field.ts'
import type { Scalar } from './run-step.ts'

type State = NonNullable<ActivityRecord['state']>

/** Records of one delivery. */
const maxRecords = 50
/** Products of one activity. */
const maxItems = 50
const maxProblems = 100

export type AppliedMapping = {
  records: readonly (ActivityRecord | ProductRecord)[]
  /** Values that couldn't be read, and why. A record without an essential value is left out. */
  problems: readonly Problem[]
  /** Entries that the conditions leave out. */
  unmatched: number
}

/** @param receivedAt when the delivery arrived */
export function applyMapping(mapping: Mapping, tree: Tree, receivedAt: Date): AppliedMapping {
  const problems: Problem[] = []
  const records: (ActivityRecord | ProductRecord)[] = []
  let unmatched = 0
  const effort = effortOf()
  const { entries, left } = entriesOf(mapping, tree)
  if (left) problems.push(left)

  for (const entry of entries) {
    const reader = readerOf({ mapping, receivedAt, effort }, { root: tree, entry })
    const state = stateOf(reader)
    const record = state === null ? null : recordOf(reader, state)
    if (effort.left <= 0) {
      problems.push(exhausted)
      break
    }
    if (state === null) unmatched += 1
    problems.push(...reader.problems)
    if (record) records.push(record)
  }
  return { records, problems: problems.slice(0, maxProblems), unmatched }
}

function entriesOf({ each }: Mapping, tree: Tree): { entries: readonly Tree[]; left?: Problem } {
  if (each === undefined) return { entries: [tree] }
  const list = valueAt(each, { root: tree, entry: tree })
  const problem = (message: string): Problem => ({ field: 'each', path: each, step: '', message })
  if (!isList(list)) {
    return { entries: [], left: problem('There is no list here, so no records can be read.') }
  }
  if (list.length <= maxRecords) return { entries: list }
  const message = `Only the first ${maxRecords} entries of a delivery are read.`
  return { entries: list.slice(0, maxRecords), left: problem(message) }
}

const exhausted: Problem = {
  field: 'each',
  path: '',
  step: '',
  message: 'This delivery is too large to be read with this mapping. The rest of it is left out.',
}

/** Null: the conditions leave it out. */
function stateOf({ mapping, origin, effort }: Reader): State | null {
  const { kind, when, states } = mapping
  if (kind !== 'product') {
    if (states.refunded && holdAll(states.refunded, origin, effort)) return 'refunded'
    if (states.cancelled && holdAll(states.cancelled, origin, effort)) return 'cancelled'
  }
  return holdAll(when, origin, effort) ? 'confirmed' : null
}

type Reader = {
  mapping: Mapping
  origin: Origin
  receivedAt: Date
  effort: Effort
  currency: string | undefined
  problems: Problem[]
}

function readerOf(
  given: Pick<Reader, 'mapping' | 'receivedAt' | 'effort'>,
  origin: Origin,
): Reader {
  const reader: Reader = { ...given, origin, currency: undefined, problems: [] }
  reader.currency = textOf(reader, 'currency')?.trim().toUpperCase()
  if (reader.currency !== undefined && !/^[A-Z]{3}$/.test(reader.currency)) {
    report(reader, 'currency', 'This isn’t a currency code of three letters, for example EUR.')
    reader.currency = undefined
  }
  return reader
}

const recordOf = (reader: Reader, state: State) =>
  reader.mapping.kind === 'product' ? productOf(reader) : activityOf(reader, state)

function activityOf(reader: Reader, state: State): ActivityRecord | null {
  const { kind } = reader.mapping
  if (kind === 'product') return null
  const id = (state === 'confirmed' ? undefined : reversedIdOf(reader)) ?? idOf(reader)
  const occurredAt = momentOf(reader)
  const stars = kind === 'review' ? starsOf(reader) : undefined
  const items = itemsOf(reader)
  const person = personOf(reader)
  const total = numberOf(reader, 'total')
  const body = kind === 'review' ? textOf(reader, 'body') : undefined
  const isTest = booleanOf(reader, 'test')
  if (id === undefined || occurredAt === undefined) return null
  if (kind === 'review' && stars === undefined) return null
  return {
    kind,
    id,
    occurred_at: occurredAt,
    state,
    ...(isTest ? { test: true } : {}),
    ...(person ? { person } : {}),
    ...(items.length > 0 ? { items } : {}),
    ...defined({ total, currency: reader.currency, stars, body }),
  }
}

function productOf(reader: Reader): ProductRecord | null {
  const id = idOf(reader)
  const [item] = itemsOf(reader)
  const stock = numberOf(reader, 'item.stock')
  const isAvailable = booleanOf(reader, 'item.is_available')
  if (id === undefined || item === undefined) {
    if (item === undefined) report(reader, 'item.title', 'A product needs a name. Map its name.')
    return null
  }
  const { title, url, image, price } = item
  const { currency } = reader
  return {
    kind: 'product',
    id,
    title,
    ...defined({ url, image, price, currency, stock, isAvailable }),
  }
}

function personOf(reader: Reader) {
  const country = textOf(reader, 'person.country')
  const person = defined({
    first_name: firstNameFor(reader, country),
    email: textOf(reader, 'person.email'),
    city: textOf(reader, 'person.city'),
    country,
  })
  return Object.keys(person).length > 0 ? person : undefined
}

/** Steps that would lose how a name was written, which says what is the family name. */
const nameSteps: ReadonlySet<unknown> = new Set(['first_word', 'title_case'])

/** "Keep the first word" of a name means the given name, which comes last in some countries. */
function firstNameFor(reader: Reader, country: string | undefined): string | undefined {
  const field = 'person.first_name'
  const source = reader.mapping.set[field]
  if (source === undefined) return undefined
  const steps = source.do.filter((one) => !nameSteps.has(one))
  const text = textIn(readField({ ...reading(reader, field), source: { ...source, do: steps } }))
  const given = source.do.includes('first_word')
    ? firstNameOf(text, country)
    : firstNameIn({ first: text, country })
  const isCased = given !== null && source.do.includes('title_case')
  return (isCased ? titleCase(given, { country: country ?? null }) : given) ?? undefined
}

function itemsOf(reader: Reader): ItemRecord[] {
  const { items: path } = reader.mapping
  if (path === undefined) return itemOf(reader)
  const list = valueAt(path, reader.origin)
  if (!isList(list)) return []
  return list.slice(0, maxItems).flatMap((entry) => {
    const { root } = reader.origin
    return itemOf({ ...reader, origin: { root, entry } })
  })
}

/** None without a title. */
function itemOf(reader: Reader): ItemRecord[] {
  const title = textOf(reader, 'item.title')
  if (title === undefined) return []
  const rest = defined({
    url: textOf(reader, 'item.url'),
    image: textOf(reader, 'item.image'),
    quantity: numberOf(reader, 'item.quantity'),
    price: numberOf(reader, 'item.price'),
    productId: textOf(reader, 'item.product_id'),
  })
  return [{ title, ...rest }]
}

const longestId = 200

function idOf(reader: Reader): string | undefined {
  const { mapping, origin, receivedAt } = reader
  if (mapping.id.length === 0) {
    return contentId(mapping.kind, dayOf(receivedAt), JSON.stringify(origin.entry))
  }
  const parts: string[] = []
  for (const path of mapping.id) {
    const part = scalarOf(valueAt(path, origin))
    if (part === undefined) {
      const message = 'The ID is missing here. Without it, the same record could be counted twice.'
      reader.problems.push({ field: 'id', path, step: '', message })
      return undefined
    }
    parts.push(String(part))
  }
  return boundedId(parts.join(':'))
}

/** Undefined: this delivery has the ID in its usual place. */
const reversedIdOf = (reader: Reader) => {
  const id = textOf(reader, 'reversal_id')
  return id === undefined ? undefined : boundedId(id)
}

const boundedId = (id: string) => (id.length > longestId || id.trim() === '' ? contentId(id) : id)

/** A field that isn't mapped means the moment of arrival, which services send deliveries at. */
function momentOf(reader: Reader): string | undefined {
  if (!reader.mapping.set.occurred_at) return reader.receivedAt.toISOString()
  const value = textOf(reader, 'occurred_at', (text) => {
    const at = isoMoment.test(text) ? Date.parse(text) : NaN
    if (Number.isNaN(at))
      return 'This isn’t a date with a time zone. Add the step that reads dates.'
    return at - reader.receivedAt.getTime() > aheadMillis ? 'This time is in the future.' : null
  })
  if (value === undefined) {
    report(
      reader,
      'occurred_at',
      'The time is missing or can’t be read, so this record is left out.',
    )
  }
  return value
}

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

function starsOf(reader: Reader): number | undefined {
  const stars = numberOf(reader, 'stars')
  if (stars !== undefined && Number.isInteger(stars) && stars >= 1 && stars <= 5) return stars
  const reason = stars === undefined ? 'is missing or can’t be read' : 'isn’t from 1 to 5'
  report(reader, 'stars', `The rating ${reason}, so this review is left out.`)
  return undefined
}

const textOf = (reader: Reader, field: MappedField, check?: (text: string) => string | null) => {
  return textIn(readOne(reader, field, (given) => check?.(String(given)) ?? null))
}

const textIn = (value: Scalar | undefined) => (value === undefined ? undefined : String(value))

function numberOf(reader: Reader, field: MappedField): number | undefined {
  const value = readOne(reader, field, (given) =>
    typeof given === 'number' && Number.isFinite(given) && given >= 0
      ? null
      : 'This isn’t a number. Add the step that reads numbers.',
  )
  return typeof value === 'number' ? value : undefined
}

const yes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on', 'instock', 'in stock'])

function booleanOf(reader: Reader, field: MappedField): boolean | undefined {
  const value = readOne(reader, field)
  return value === undefined ? undefined : yes.has(String(value).trim().toLowerCase())
}

/** @param check why a value can't be used. Null: it can. */
function readOne(
  reader: Reader,
  field: MappedField,
  check: (value: Scalar) => string | null = () => null,
): Scalar | undefined {
  const source = reader.mapping.set[field]
  return source && readField({ ...reading(reader, field), source, check })
}

const reading = (reader: Reader, field: MappedField) => ({ ...reader, field, check: () => null })

function report({ mapping, problems }: Reader, field: MappedField, message: string) {
  const path = mapping.set[field]?.at[0] ?? pointerOf([])
  problems.push({ field, path, step: '', message })
}
