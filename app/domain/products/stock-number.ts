/** Numbers of items as shop systems write them. */
import { readAmount } from '#app/lib/amounts/read-amount.ts'

/** Fits into a PostgreSQL integer. */
const maxStock = 2_000_000_000

/**
 * Whole items: "5.0000" is 5, "2.5" is 2, "1,000" is a thousand, and a count below zero, which is
 * what was ordered and isn't there, is 0.
 *
 * Null: it isn't known. That goes for "10+", which is no count, and for "1.000", which is a thousand in
 * Germany and one where stock has three decimals: "only 1 left" would be wrong.
 */
export function readStock(written: string): number | null {
  const plain = readAmount(written)
  const read =
    !plain.ok && /^[+-]?\d{1,3},\d{3}$/.test(written.trim())
      ? readAmount(written, { decimalMark: '.' })
      : plain
  if (!read.ok || read.currency !== null || read.amount > maxStock) return null
  return Math.max(0, Math.floor(read.amount))
}
