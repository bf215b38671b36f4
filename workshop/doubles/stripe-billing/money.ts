/**
 * Amounts in cents. Stripe rounds each line separately, halves away from zero. No remainder is
 * lost, because invoices and balances are sums of rounded lines.
 */

export type DiscountRule = { id: string; percentOff: number | null; amountOff: number | null }

/** A part of an amount that a discount takes off. */
export type DiscountPart = { discount: string; amount: number }

/** The price of an item for a whole period. */
export type PeriodPrice = {
  unitAmount: number
  quantity: number
  /** Off the whole amount, in the order in which they're taken off. */
  discounts: readonly DiscountPart[]
}

const roundCents = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount))

export const grossOf = ({ unitAmount, quantity }: Pick<PeriodPrice, 'unitAmount' | 'quantity'>) =>
  unitAmount * quantity

/** How much discounts take off an amount, each off what those before it leave, at most all of it. */
export function discountsOf(amount: number, rules: readonly DiscountRule[]): DiscountPart[] {
  let left = Math.max(0, amount)
  return rules.map(({ id, percentOff, amountOff }) => {
    const off =
      percentOff === null ? Math.min(amountOff ?? 0, left) : roundCents((left * percentOff) / 100)
    left -= off
    return { discount: id, amount: off }
  })
}

export const sumOfParts = (parts: readonly DiscountPart[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** The part of a period's price for the seconds that are left of it. */
export function prorate(
  price: PeriodPrice,
  { start, end, at }: { start: number; end: number; at: number },
): { amount: number; discounts: DiscountPart[] } {
  const part = (amount: number) => roundCents((amount * (end - at)) / (end - start))
  return {
    amount: part(grossOf(price)),
    discounts: price.discounts.map((one) => ({ ...one, amount: part(one.amount) })),
  }
}

/**
 * Stripe charges no less: it's added to the next invoice. "Minimum and maximum charge amounts" of
 * docs.stripe.com/currencies, in the smallest unit. The page’s table couldn’t be read again on 28 November
 * 2026, so these are the amounts as they were known. Other currencies have the least of US dollars after
 * conversion, which the double doesn't know.
 */
const smallestCharges: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
}

export type Totals = {
  subtotal: number
  discount: number
  tax: number
  total: number
  /** To be paid now. */
  amountDue: number
  startingBalance: number
  /** Balance of the customer. Negative: credit. */
  endingBalance: number
}

/** @param balance the customer's; negative is credit */
export function totalsOf(
  lines: readonly { amount: number; discounts: readonly DiscountPart[] }[],
  { balance, taxPercent, currency }: { balance: number; taxPercent: number; currency: string },
): Totals {
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
  const subtotal = sum(lines.map(({ amount }) => amount))
  const discount = sum(lines.map(({ discounts }) => sumOfParts(discounts)))
  const tax = roundCents(((subtotal - discount) * taxPercent) / 100)
  const total = subtotal - discount + tax
  const open = total + balance
  const isTooSmall = open > 0 && open < (smallestCharges[currency] ?? 0)
  const amountDue = open <= 0 || isTooSmall ? 0 : open
  return {
    subtotal,
    discount,
    tax,
    total,
    amountDue,
    startingBalance: balance,
    endingBalance: open - amountDue,
  }
}
