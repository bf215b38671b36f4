/** Values as services write them. */
import { Parser } from 'htmlparser2'
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

/** The words of an HTML text, without its tags; paragraphs become lines. */
export function plainText(html: string | null | undefined): string | undefined {
  if (!html) return undefined
  let text = ''
  let silent = 0
  const isSilent = (name: string) => name === 'script' || name === 'style'
  const parser = new Parser({
    onopentag(name) {
      if (isSilent(name)) silent += 1
      if (name === 'br') text += '\n'
    },
    ontext(words) {
      if (silent === 0) text += words
    },
    onclosetag(name) {
      if (isSilent(name)) silent -= 1
      if (name === 'p' || name === 'div' || name === 'li') text += '\n'
    },
  })
  parser.end(html.slice(0, 20_000))
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/gu, ' ').trim())
  return lines.filter((line) => line !== '').join('\n') || undefined
}
