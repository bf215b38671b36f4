/** Null stays null. Amounts are in the currency's main unit. */
export const toCents = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 100)

/** The other way round. */
export const fromCents = (cents: number | null): number | null =>
  cents === null ? null : cents / 100

/** An amount in its currency's smallest unit, as payment providers write it. */
export type Money = { cents: number; currency: string }

/**
 * Currencies whose smallest unit isn't a hundredth, for Stripe: docs.stripe.com/currencies, "zero-decimal"
 * and "three-decimal". Where Intl differs (ISK, MGA, UGX), Stripe's amounts count.
 */
const wholeUnits = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const thousandths = 'bhd jod kwd omr tnd'.split(' ')

const digitsOf = (currency: string): number =>
  wholeUnits.includes(currency) ? 0 : thousandths.includes(currency) ? 3 : 2

/**
 * An amount in its currency's smallest unit: `$1,234.50`, `€29`, `¥2,900`. Whole amounts have no decimals.
 * Currencies without a sign have their code.
 */
export function formatCents(cents: number, currency = 'usd'): string {
  const digits = digitsOf(currency)
  const amount = cents / 10 ** digits
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  try {
    const money = new Intl.NumberFormat('en', { style: 'currency', currency, ...style })
    return money.format(amount).replace(/\.0+$/, '')
  } catch {
    // Not the form of a code.
    return `${amount.toFixed(digits)} ${currency.toUpperCase()}`
  }
}

/** `$29`, or `$29 and €10` for amounts that can't be added. Empty for none. */
export const formatAmounts = (amounts: readonly Money[]): string =>
  amounts.map(({ cents, currency }) => formatCents(cents, currency)).join(' and ')

/** One sum for each currency, the order of the first of each. Sums of 0 are left out. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>()
  for (const { cents, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0) + cents)
  }
  return [...sums]
    .map(([currency, cents]) => ({ cents, currency }))
    .filter(({ cents }) => cents !== 0)
}
