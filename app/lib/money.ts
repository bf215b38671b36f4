/** Null stays null. Amounts are in the currency's main unit. */
export const toCents = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 100)

/** The other way round. */
export const fromCents = (cents: number | null): number | null =>
  cents === null ? null : cents / 100
