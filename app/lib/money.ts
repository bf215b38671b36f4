/** Null stays null. Amounts are in the currency's main unit. */
export const toCents = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 100)

/** The other way round. */
export const fromCents = (cents: number | null): number | null =>
  cents === null ? null : cents / 100

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** An amount in US cents: `$1,234.50`, and whole dollars without cents: `$29`. */
export const formatCents = (cents: number): string =>
  dollars.format(cents / 100).replace(/\.00$/, '')
