/** Null stays null. Amounts are in the currency's main unit, whatever its smallest one is. */
export const toCents = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 100)
