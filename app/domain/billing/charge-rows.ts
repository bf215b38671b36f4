/** Rows between an invoice's lines and the amount paid. Safe in the browser. */

type Charge = {
  /** In US cents, like all amounts. Credits are negative. */
  lines: readonly { amountCents: number }[]
  taxCents: number
  /** After discounts and with tax. */
  totalCents: number
  /** Amount to pay after the customer's balance. */
  dueCents: number
}

export type ChargeRow = { name: 'Discount' | 'Tax' | 'Credit' | 'Balance'; cents: number }

/** With them the lines add up to what is paid. Those that come to nothing are left out. */
export function chargeRows({ lines, taxCents, totalCents, dueCents }: Charge): ChargeRow[] {
  const listed = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const rows: ChargeRow[] = [
    { name: 'Discount', cents: totalCents - taxCents - listed },
    { name: 'Tax', cents: taxCents },
    { name: dueCents < totalCents ? 'Credit' : 'Balance', cents: dueCents - totalCents },
  ]
  return rows.filter(({ cents }) => cents !== 0)
}
