/** Converts a row of a file into the REST API's format, or returns its errors. */
import type { z } from 'zod'
import { activityInput } from '#app/contract/activities.ts'
import { reviewInput, type ReportedFact } from '#app/contract/reviews.ts'
import { countryCodeOf } from '#app/lib/countries.ts'
import { splitName } from '#app/lib/names/given-name.ts'
import { fieldName } from '#app/domain/products/field-name.ts'
import {
  readProduct,
  type ProductFields,
  type ProductFacts,
} from '#app/domain/products/product-fields.ts'
import { importColumns, type ImportKind } from './import-kinds.ts'
import { titleIn, type FilePreset } from './file-presets.ts'
import { parseDate, type DayOrder } from './parse-date.ts'

export type RowError = { column: string; sentence: string }

export type ReadRow = { fact: ReportedFact } | { product: ProductFacts } | { faults: RowError[] }

/** How a file writes what it contains. */
export type Notation = {
  timeZone: string
  dayOrder: DayOrder | null
  /** Words for states in addition to the usual ones. */
  states: NonNullable<FilePreset['states']>
  productIn: NonNullable<FilePreset['productIn']> | null
}

/** @param fields by our field names */
export function readRow(kind: ImportKind, fields: ProductFields, notation: Notation): ReadRow {
  if (kind === 'product') {
    const read = readProduct(fields)
    if (read.ok) return { product: read.product }
    return { faults: [{ column: read.field, sentence: read.problem }] }
  }
  const lacking = importColumns[kind]
    .filter(({ name, isNeeded }) => isNeeded && textOf(fields, name) === null)
    .map(({ name }) => ({ column: name, sentence: 'This cell is empty.' }))
  if (lacking.length > 0) return { faults: lacking }

  const fileErrors = findFileErrors(fields, notation)
  const validated = validateFact(kind, given(kind, fields, notation))
  const known = new Set(fileErrors.map(({ column }) => column))
  const errors = [...fileErrors, ...validated.faults.filter(({ column }) => !known.has(column))]
  return validated.fact === null || errors.length > 0
    ? { faults: errors }
    : { fact: validated.fact }
}

const textOf = (fields: ProductFields, name: string): string | null =>
  fields.get(name)?.trim() || null

/** Words for states in shop systems' exports. */
const stateWords: Readonly<Record<string, string>> = {
  confirmed: 'confirmed',
  paid: 'confirmed',
  completed: 'confirmed',
  complete: 'confirmed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  voided: 'cancelled',
  refunded: 'refunded',
}

const stateIn = ({ states }: Pick<Notation, 'states'>, word: string): string | undefined => {
  const name = fieldName(word)
  return Object.hasOwn(states, name) ? states[name] : usualState(name)
}

const usualState = (name: string) =>
  Object.hasOwn(stateWords, name) ? stateWords[name] : undefined

/** Shops write codes or English names. */
const countryIn = (text: string | null): string | null =>
  text === null || text.length === 2 ? text : (countryCodeOf(text) ?? text)

/** Errors in notations that only files have. */
function findFileErrors(fields: ProductFields, notation: Notation): RowError[] {
  const moment = textOf(fields, 'occurred_at')
  const state = textOf(fields, 'state')
  const total = textOf(fields, 'total')
  const errors: RowError[] = []
  if (moment !== null && parseDate(moment, notation.timeZone, notation.dayOrder) === null) {
    errors.push({ column: 'occurred_at', sentence: 'Use a date like 2026-01-31 09:30.' })
  }
  if (state !== null && stateIn(notation, state) === undefined) {
    const sentence = 'Use paid, cancelled or refunded. Other orders aren’t imported.'
    errors.push({ column: 'state', sentence })
  }
  if (total !== null && readAmount(total) === null) {
    errors.push({ column: 'total', sentence: 'Use an amount like 12.50.' })
  }
  return errors
}

function readAmount(text: string): number | null {
  // 1,234.50 with separators. A single comma isn’t one.
  const plain = /^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(text) ? text.replaceAll(',', '') : text
  const match = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(plain)
  return match ? Number(`${match[1] ?? ''}.${match[2] ?? '0'}`) : null
}

/** Leaves out empty cells, like API clients do, so that it counts as the same fact. */
function given(
  kind: ImportKind,
  fields: ProductFields,
  { timeZone, dayOrder, productIn, ...words }: Notation,
) {
  const text = (name: string) => textOf(fields, name)
  const listed = text('product')
  const title = listed === null || productIn === null ? listed : titleIn(listed, productIn)
  const country = countryIn(text('country'))
  const whole = text('first_name') === null ? splitName(text('full_name'), country) : null
  const total = text('total')
  const person = present({
    first_name: text('first_name') ?? whole?.given ?? null,
    last_name: text('last_name') ?? whole?.family ?? null,
    email: text('email'),
    city: text('city'),
    country,
  })
  return {
    kind,
    id: text('id'),
    occurred_at: parseDate(text('occurred_at') ?? '', timeZone, dayOrder)?.toISOString(),
    state: stateIn(words, text('state') ?? 'paid'),
    ...(Object.keys(person).length === 0 ? {} : { person }),
    // A product's URL is of no use without its title.
    ...(title === null
      ? {}
      : { items: [present({ title, url: text('product_url'), image: text('product_image') })] }),
    ...present({ total: total === null ? null : readAmount(total), currency: text('currency') }),
    ...(kind === 'review'
      ? { stars: Number(text('stars') ?? NaN), ...present({ body: text('body') }) }
      : {}),
  }
}

const present = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const columnOf: Readonly<Record<string, string>> = {
  'items.0.title': 'product',
  'items.0.url': 'product_url',
  'items.0.image': 'product_image',
}

function validateFact(kind: ImportKind, value: unknown) {
  const parsed: z.ZodSafeParseResult<ReportedFact> =
    kind === 'review' ? reviewInput.safeParse(value) : activityInput.safeParse(value)
  if (parsed.success) return { fact: parsed.data, faults: [] }
  const errors = parsed.error.issues.map(({ path, message }) => {
    const field = path.join('.').replace(/^person\./, '')
    return { column: columnOf[field] ?? field, sentence: forFiles(message) }
  })
  return { fact: null, faults: errors }
}

/** Rewords the REST API's messages, because no one "sends" a file's row. */
const forFiles = (sentence: string) => sentence.replace(/^Send /, 'Use ')
