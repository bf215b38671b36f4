/** Values as services write them. */
import { BadRecord } from '#app/lib/web/provider-errors.ts'

/** "29.35", or a number. Undefined: it is neither, or below zero. */
export function decimal(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string' || !/^\d{1,12}(\.\d{1,12})?$/.test(value.trim())) return undefined
  return Number(value)
}

/**
 * Currencies without a smaller unit, in which Stripe and others count whole ones.
 * Source: docs.stripe.com/currencies#zero-decimal (2026).
 */
const wholeCurrencies = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)
/** Currencies of thousandths. Source: docs.stripe.com/currencies#three-decimal (2026). */
const thousandthCurrencies = new Set('BHD JOD KWD OMR TND'.split(' '))

/** An amount in the smallest unit of its currency, as a decimal of the main unit. */
export function fromMinorUnits(
  minor: number | null | undefined,
  currency: string | null | undefined,
) {
  if (minor == null || currency == null || !Number.isInteger(minor)) return undefined
  const code = currency.toUpperCase()
  if (wholeCurrencies.has(code)) return minor
  return minor / (thousandthCurrencies.has(code) ? 1000 : 100)
}

/** "2026-01-31T09:30:00" or "2026-01-31 09:30:00", of UTC without saying so. */
export const utcMoment = (text: string): string => momentOf(`${text.trim().replace(' ', 'T')}Z`)

export const unixMoment = (seconds: number): string => momentOf(seconds * 1000)

/** @throws BadRecord for what is no moment */
export function momentOf(value: string | number): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) throw new BadRecord('A time can’t be read.')
  return moment.toISOString()
}
