/** Amounts in the bodies that smart webhooks receive. */
import { readAmount as readWritten } from '#app/lib/amounts/read-amount.ts'

const most = 1_000_000_000_000

/**
 * Undefined: it is no amount of 0 or more. Programs write these bodies, so a point is before decimals
 * and a comma before thousands where "12.345" and "12,345" could mean both.
 */
export function readAmount(value: string | number | boolean): number | undefined {
  if (typeof value === 'number') return value >= 0 && value <= most ? value : undefined
  if (typeof value === 'boolean') return undefined
  const plain = readWritten(value)
  const read = !plain.ok && plain.why === 'ambiguous' ? readWritten(value, programs) : plain
  return read.ok && read.amount >= 0 ? read.amount : undefined
}

const programs = { decimalMark: '.' } as const
