/** Amounts in cells of files. */
import { readAmount } from '#app/lib/amounts/read-amount.ts'

/** `problem`: why there is no amount. A missing one is no free order. */
export type CellAmount = {
  amount: number | null
  /** The one in the cell, or else the hint if it is one. */
  currency?: string | null
  problem?: string
}

type Hints = { currency: string | null; decimalMark: '.' | ',' | null }

/** Shops write words for nothing. */
const free = /^(?:free|gratis|kostenlos|gratuit|gratuito|-)$/i

export function readCellAmount(text: string, { currency, decimalMark }: Hints): CellAmount {
  if (free.test(text)) return { amount: 0 }
  const read = readAmount(text, { currency, ...(decimalMark === null ? {} : { decimalMark }) })
  if (read.ok) return { amount: read.amount, currency: read.currency }
  const problem =
    read.why === 'ambiguous'
      ? 'This can be two amounts. Use two decimals, for example 1299.00.'
      : 'This isn’t an amount. Use one like 12.50.'
  return { amount: null, problem }
}

/** The mark before one or two last digits, if all amounts of a file agree on it. */
export function findDecimalMark(amounts: readonly string[]): '.' | ',' | null {
  const marks = new Set(
    amounts.flatMap((text) => /([.,])\d{1,2}\D{0,8}$/.exec(text.trim())?.[1] ?? []),
  )
  const [mark] = marks
  return marks.size === 1 && (mark === '.' || mark === ',') ? mark : null
}
