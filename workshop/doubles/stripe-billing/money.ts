/**
 * Amounts in cents. Stripe rounds each line separately, halves away from zero. No remainder is
 * lost, because invoices and balances are sums of rounded lines.
 */

export type DiscountRule = { percentOff: number | null; amountOff: number | null }

/** The price of an item for a whole period. */
export type PeriodPrice = {
  unitAmount: number
  quantity: number
  /** Off the whole amount. */
  discount: number
}

const roundCents = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount))

export const grossOf = ({ unitAmount, quantity }: Pick<PeriodPrice, 'unitAmount' | 'quantity'>) =>
  unitAmount * quantity

/** How much a discount takes off an amount, at most all of it. */
export function discountOf(amount: number, rule: DiscountRule | null): number {
  if (rule === null || amount <= 0) return 0
  if (rule.percentOff !== null) return roundCents((amount * rule.percentOff) / 100)
  return Math.min(rule.amountOff ?? 0, amount)
}

/** The part of a period's price for the seconds that are left of it. */
export function prorate(
  price: PeriodPrice,
  { start, end, at }: { start: number; end: number; at: number },
): { amount: number; discount: number } {
  const part = (amount: number) => roundCents((amount * (end - at)) / (end - start))
  return { amount: part(grossOf(price)), discount: part(price.discount) }
}

/** Stripe charges no less in US dollars: it waits for the next invoice. */
const smallestCharge = 50

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
  lines: readonly { amount: number; discount: number }[],
  { balance, taxPercent }: { balance: number; taxPercent: number },
): Totals {
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
  const subtotal = sum(lines.map(({ amount }) => amount))
  const discount = sum(lines.map((line) => line.discount))
  const tax = roundCents(((subtotal - discount) * taxPercent) / 100)
  const total = subtotal - discount + tax
  const open = total + balance
  const isTooSmall = open > 0 && open < smallestCharge
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
