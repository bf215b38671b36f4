import { formatCents } from '#app/lib/money.ts'

/** Prices and payments of the product: "$29", "$29.50", "−$3.10", "€29". In the currency's smallest unit. */
export const formatPrice = (cents: number, currency?: string): string =>
  formatCents(cents, currency).replace('-', '−')
