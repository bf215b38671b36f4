/** Null stays null. Amounts are in the currency's main unit. */
export const toCents = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 100)
