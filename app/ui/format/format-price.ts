import { formatMoney } from './format-number.ts'

const wholeFormat = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Prices of our own, in US cents: "$29", "$29.50", "−$3.10". */
export const formatPrice = (cents: number): string =>
  cents % 100 === 0 ? minus(wholeFormat.format(cents / 100)) : minus(formatMoney(cents, 'usd'))

const minus = (text: string) => text.replace('-', '−')
