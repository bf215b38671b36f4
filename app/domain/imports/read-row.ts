/** Converts a row of a file into the REST API's format, or returns its errors. */
import type { z } from 'zod'
import { activityInput } from '#app/contract/activities.ts'
import { reviewInput, type ReportedFact } from '#app/contract/reviews.ts'
import { isExtra } from '#app/integrations/kit/sold-products.ts'
import { currencyOfMark } from '#app/lib/amounts/currency-marks.ts'
import { countryCodeOf } from '#app/lib/country-code.ts'
import { plainLine } from '#app/lib/markup/plain-text.ts'
import { splitName } from '#app/lib/names/given-name.ts'
import {
  readProduct,
  type ProductFields,
  type ProductFacts,
} from '#app/domain/products/product-fields.ts'
import { importColumns, type ImportKind } from './import-kinds.ts'
import { titlesIn } from './file-presets.ts'
import { isAmbiguousDate, parseMoment, type DayOrder } from './parse-date.ts'
import type { CellOf, FilePreset } from './presets/preset.ts'
import { readCellAmount, type CellAmount } from './read-cell-amount.ts'
import { isTestOrder, readOrderState } from './read-order-state.ts'

export type RowError = { column: string; sentence: string }

/** `notes`: what is left out of a row that is otherwise read. */
export type ReadRow =
  | { fact: ReportedFact; notes: RowError[] }
  | { product: ProductFacts; notes: RowError[] }
  | { faults: RowError[] }

/** How a file writes what it contains. */
export type Notation = {
  timeZone: string
  dayOrder: DayOrder | null
  /** The mark before decimals in the file's amounts. Null: none is sure. */
  decimalMark: '.' | ',' | null
  preset: FilePreset | null
}

/** By our field names. */
export type RowCells = { fields: ProductFields; cellOf: CellOf }

export function readRow(kind: ImportKind, cells: RowCells, notation: Notation): ReadRow {
  const { fields, cellOf } = cells
  const refusal = notation.preset?.refusalOf?.(cellOf) ?? null
  if (refusal !== null) return { faults: [{ column: 'id', sentence: refusal }] }
  if (kind === 'product') {
    const read = readProduct(fields)
    if (read.ok) {
      const notes = read.lost.map(({ field, problem }) => ({ column: field, sentence: problem }))
      return { product: read.product, notes }
    }
    return { faults: [{ column: read.field, sentence: read.problem }] }
  }
  const lacking = importColumns[kind]
    .filter(({ name, isNeeded }) => isNeeded && textOf(fields, name) === null)
    .map(({ name }) => ({ column: name, sentence: 'This cell is empty.' }))
  if (lacking.length > 0) return { faults: lacking }

  const total = amountIn(fields, 'total', notation)
  const state = readOrderState({
    fields,
    cellOf,
    preset: notation.preset,
    total: total.amount,
    refunded: amountIn(fields, 'refunded', notation).amount,
  })
  const moment = momentIn(cells, notation)
  const fileErrors = [
    ...findIdErrors(fields),
    ...(moment === null ? [findMomentError(fields, notation)] : []),
    ...('fault' in state ? [state.fault] : []),
  ]
  const validated = validateFact(kind, {
    ...given(kind, fields, notation),
    ...present({ ...total.fact, currency: total.currency }),
    occurred_at: moment?.toISOString(),
    state: 'state' in state ? state.state : 'confirmed',
    test: isTestOrder(fields),
  })
  const known = new Set(fileErrors.map(({ column }) => column))
  const errors = [...fileErrors, ...validated.faults.filter(({ column }) => !known.has(column))]
  return validated.fact === null || errors.length > 0
    ? { faults: errors }
    : { fact: validated.fact, notes: [...total.notes, ...validated.notes] }
}

const textOf = (fields: ProductFields, name: string): string | null =>
  fields.get(name)?.trim() || null

/** Shops write codes or names, and WooCommerce "United States (US)". */
const countryIn = (text: string | null): string | null =>
  text === null || text.length === 2
    ? text
    : (countryCodeOf(text) ?? countryCodeOf(text.replace(/ \([A-Z]{2}\)$/, '')) ?? text)

function amountIn(fields: ProductFields, name: string, { decimalMark }: Notation) {
  const text = textOf(fields, name)
  const currency = textOf(fields, 'currency')
  const read: CellAmount =
    text === null ? { amount: null } : readCellAmount(text, { currency, decimalMark })
  const code = read.currency ?? (currency === null ? null : (currencyOfMark(currency) ?? currency))
  return {
    amount: read.amount,
    currency: code,
    fact: { total: read.amount },
    notes: read.problem === undefined ? [] : [{ column: name, sentence: read.problem }],
  }
}

const momentIn = ({ fields, cellOf }: RowCells, { preset, timeZone, dayOrder }: Notation) =>
  parseMoment(
    {
      date: fields.get('occurred_at') ?? '',
      time: textOf(fields, 'time'),
      zone: preset?.zoneOf?.(cellOf) ?? null,
    },
    timeZone,
    dayOrder,
  )

function findMomentError(fields: ProductFields, { dayOrder }: Notation): RowError {
  const isOpen = dayOrder === null && isAmbiguousDate(fields.get('occurred_at') ?? '')
  const sentence = isOpen
    ? 'This can be two dates. Choose the order of day and month.'
    : 'Use a date like 2026-01-31 09:30.'
  return { column: 'occurred_at', sentence }
}

/** Excel keeps fifteen digits and shows fewer, so several orders have the same number then. */
const findIdErrors = (fields: ProductFields): RowError[] =>
  /^\d(?:[.,]\d+)?E\+\d{1,2}$/i.test(textOf(fields, 'id') ?? '')
    ? [
        {
          column: 'id',
          sentence: 'Excel has shortened this number. Import the file as your shop exported it.',
        },
      ]
    : []

/** Leaves out empty cells, like API clients do, so that it counts as the same fact. */
function given(kind: ImportKind, fields: ProductFields, { preset }: Notation) {
  const text = (name: string) => textOf(fields, name)
  const listed = text('product')
  const productIn = preset?.productIn
  const titles = productIn === undefined ? [listed] : titlesIn(listed ?? '', productIn)
  const title = titles.find((one) => one !== null && !(kind === 'purchase' && isExtra(one))) ?? null
  const country = countryIn(text('country'))
  const whole =
    text('first_name') === null ? splitName(plainLine(text('full_name') ?? ''), country) : null
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
    ...(Object.keys(person).length === 0 ? {} : { person }),
    // A product's URL is of no use without its title.
    ...(title === null
      ? {}
      : { items: [present({ title, url: text('product_url'), image: text('product_image') })] }),
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

/** A sale is one without them. */
const dispensable = new Set([
  ...['total', 'currency', 'person.city', 'person.country', 'items.0.url', 'items.0.image'],
])

function validateFact(kind: ImportKind, value: Record<string, unknown>) {
  const first = parseFact(kind, value)
  if (first.success) return { fact: first.data, faults: [], notes: [] }
  const left = first.error.issues.filter(({ path }) => dispensable.has(path.join('.')))
  const second =
    left.length === 0
      ? first
      : parseFact(
          kind,
          without(
            value,
            left.map(({ path }) => path),
          ),
        )
  const notes = left.map((issue) => describe(issue))
  if (second.success) return { fact: second.data, faults: [], notes }
  return { fact: null, faults: second.error.issues.map(describe), notes }
}

const parseFact = (kind: ImportKind, value: unknown): z.ZodSafeParseResult<ReportedFact> =>
  kind === 'review' ? reviewInput.safeParse(value) : activityInput.safeParse(value)

function without(value: object, paths: readonly (readonly PropertyKey[])[]): object {
  const copy: unknown = structuredClone(value)
  for (const path of paths) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>(
        (from, key) => (typeof from === 'object' && from !== null ? Reflect.get(from, key) : null),
        copy,
      )
    const last = path.at(-1)
    if (typeof parent === 'object' && parent !== null && last !== undefined) {
      Reflect.deleteProperty(parent, last)
    }
  }
  return copy as object
}

function describe({ path, message }: z.core.$ZodIssue): RowError {
  const field = path.join('.').replace(/^person\./, '')
  return { column: columnOf[field] ?? field, sentence: forFiles(message) }
}

/** Rewords the REST API's messages, because no one "sends" a file's row. */
const forFiles = (sentence: string) => sentence.replace(/^Send /, 'Use ')
