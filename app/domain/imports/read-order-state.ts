/** Whether an order of a file is a sale, from all of the columns that can show that it isn't. */
import type { ProductFields } from '#app/domain/products/product-fields.ts'
import type { CellOf, FilePreset } from './presets/preset.ts'
import { stateOfWord, type OrderState } from './state-words.ts'

type StateFacts = {
  fields: ProductFields
  cellOf: CellOf
  preset: FilePreset | null
  /** Null: none, or it can't be read. */
  total: number | null
  refunded: number | null
}

export type ReadState =
  | { state: Exclude<OrderState, 'unpaid'> }
  | { fault: { column: string; sentence: string } }

const unpaid = { column: 'state', sentence: 'Not paid, so it isn’t a sale.' }
const unknownIn = (preset: FilePreset | null) => ({
  column: 'state',
  // The same word means different things in different programs.
  sentence:
    preset === null
      ? 'We don’t know this status. Choose the program of your file, or use paid, cancelled or refunded.'
      : 'We don’t know this status. Use paid, cancelled or refunded.',
})
const negative = { column: 'total', sentence: 'A negative amount isn’t a sale.' }

const isNo = (text: string) => /^(?:no|false|0|-|n\/a|none|nein|non|nee)$/i.test(text)

/**
 * A cancellation counts before anything else, because its payment can still be called paid. A refund
 * of the whole total is a refund, and so is one of an unknown total; a smaller one leaves a sale.
 */
export function readOrderState(facts: StateFacts): ReadState {
  const { fields, cellOf, preset, total, refunded } = facts
  const text = (name: string) => fields.get(name)?.trim() ?? ''
  const canceledAt = text('cancelled_at')
  if (canceledAt !== '' && !isNo(canceledAt)) return { state: 'cancelled' }

  const word = text('state')
  const systemWords = preset?.states ?? new Map<string, OrderState>()
  const state =
    preset?.stateBy?.(cellOf) ?? (word === '' ? 'confirmed' : stateOfWord(word, systemWords))
  if (state === undefined) return { fault: unknownIn(preset) }
  if (state === 'unpaid') return { fault: unpaid }
  if (state !== 'confirmed') return { state }
  if (total !== null && total < 0) return { fault: negative }
  const back = Math.abs(refunded ?? 0)
  return { state: back > 0 && back >= (total ?? 0) ? 'refunded' : 'confirmed' }
}

/** As Shopify, payment plugins and programmers call what isn't a payment. */
const testPayment =
  /\bbogus\b|\(for testing\)|^(?:test|testing|test[ -]?(?:payment|gateway|mode))$/i
const testWords = /^(?:test|testing|true|yes|1|ja|oui|sí|si|sì)$/i

/** A test order, by its column for that or by its payment. */
export const isTestOrder = (fields: ProductFields): boolean =>
  testWords.test(fields.get('test')?.trim() ?? '') ||
  testPayment.test(fields.get('payment_method')?.trim() ?? '')
