/** Rows between an invoice's lines and the amount paid. Safe in the browser. */

type Charge = {
  /** In US cents, like all amounts. Credits are negative. */
  lines: readonly { amountCents: number; discountCents?: number }[]
  taxCents: number
  /** After discounts and with tax. */
  totalCents: number
  /** Amount to pay after the customer's balance. */
  dueCents: number
  /** The part that is too small to charge. Absent: none. */
  carriedCents?: number
}

export type ChargeRow = {
  name:
    | 'Discount'
    | 'Discount added back'
    | 'Tax'
    | 'Credit'
    | 'From an earlier invoice'
    | 'Added to your next invoice'
  cents: number
}

const sumOf = (values: readonly number[]) => values.reduce((sum, cents) => sum + cents, 0)

/**
 * With them the lines add up to what is paid. Those that come to nothing are left out. Time that is credited
 * and was paid with a discount is credited with it, so there the discount raises the sum: it has a row of
 * its own, because next to a reduction it would read as one.
 */
export function chargeRows(charge: Charge): ChargeRow[] {
  const { lines, taxCents, totalCents, dueCents, carriedCents = 0 } = charge
  const balance = dueCents + carriedCents - totalCents
  const discounts = lines.map(({ discountCents = 0 }) => discountCents)
  // Not of a line: of the whole invoice, or of one that was stored without it.
  const other =
    totalCents - taxCents - sumOf(lines.map((line) => line.amountCents)) - sumOf(discounts)
  const all = [...discounts, other]
  const rows: ChargeRow[] = [
    { name: 'Discount', cents: sumOf(all.filter((cents) => cents < 0)) },
    { name: 'Discount added back', cents: sumOf(all.filter((cents) => cents > 0)) },
    { name: 'Tax', cents: taxCents },
    { name: balance < 0 ? 'Credit' : 'From an earlier invoice', cents: balance },
    { name: 'Added to your next invoice', cents: -carriedCents },
  ]
  return rows.filter(({ cents }) => cents !== 0)
}

/**
 * The customer's credit in an invoice, in US cents: above 0 it was added, below it paid. One that is open took
 * it when it was issued. 0 also where it isn't known, and for a void invoice, which gave it back.
 */
export function creditOf({
  state,
  totalCents,
  dueCents,
  paidCents,
  carriedCents,
}: {
  state: string
  totalCents: number
  /** After credit. Null: not known. */
  dueCents: number | null
  paidCents: number
  carriedCents: number
}): number {
  if (state === 'open' && dueCents !== null) {
    return Math.min(0, dueCents + carriedCents - totalCents)
  }
  if (state !== 'paid') return 0
  return totalCents < 0 ? -totalCents : Math.min(0, paidCents + carriedCents - totalCents)
}
