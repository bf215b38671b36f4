/** Amounts of money as shops, people and programs write them. */
import { currencyOfMark, decimalsOf } from './currency-marks.ts'

/**
 * `amount` is in the currency's main unit, as written: "12.500 KWD" is 12.5. `currency` is its code in
 * capitals; null: neither the text nor the caller states one.
 *
 * `ambiguous`: "1.299" is either a thousand or a little more than one, and nothing decides which.
 * `unreadable`: it is no amount, or more than a million millions.
 */
export type AmountRead =
  | { ok: true; amount: number; currency: string | null }
  | { ok: false; why: 'ambiguous' | 'unreadable' }

export type AmountHints = {
  /** The currency stated elsewhere, for example in a column of its own. The text's own one counts more. */
  currency?: string | null
  /** The mark that other amounts of the same source have before their decimals. */
  decimalMark?: '.' | ','
}

type Mark = '.' | ','

const maxLength = 60
const maxAmount = 1_000_000_000_000
const unreadable = { ok: false, why: 'unreadable' } as const

/**
 * Reads `$49.95`, `49,95 €`, `1 299,00`, `1'299.00`, `USD 10.00`, `(10.00)`, `10,-` and the like.
 *
 * If both a point and a comma occur, the last one is before the decimals; one that occurs several times
 * separates thousands. A single one is before the decimals, unless exactly three digits follow and it
 * could separate thousands as well: "1.299", "12,500". Then, in this order,
 *
 * 1. a currency without decimals has thousands ("1.299 JPY"),
 * 2. the hint decides,
 * 3. a currency with three decimals has decimals ("12.500 KWD"), and one with two has thousands
 *    ("1.299 EUR"), because it has no third decimal,
 * 4. and without a currency the amount is ambiguous.
 */
export function readAmount(written: string, hints: AmountHints = {}): AmountRead {
  if (written.length > maxLength) return unreadable
  const parts = partsOf(plainSigns(written))
  if (parts === null) return unreadable
  const stated = currencyStated(parts.before, parts.after)
  if (stated === undefined) return unreadable
  const currency = stated ?? currencyOfMark(hints.currency?.trim() ?? '') ?? null
  const decimalMark = parts.openMark ?? hints.decimalMark
  const mark = decimalMarkIn(parts.digits, { currency, decimalMark })
  if (mark === 'ambiguous') return { ok: false, why: mark }
  const plain = plainNumber(parts.digits, mark)
  if (plain === null || !/^\d{1,15}(?:\.\d{1,12})?$/.test(plain)) return unreadable
  const amount = Number(plain)
  if (amount > maxAmount) return unreadable
  return { ok: true, amount: parts.isNegative && amount !== 0 ? -amount : amount, currency }
}

/** Zeros of other scripts' digits: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

const otherSigns: Readonly<Record<string, string>> = {
  '٫': '.',
  '٬': "'",
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '´': "'",
  '`': "'",
  '．': '.',
  '，': ',',
  '－': '-',
  '−': '-',
  '–': '-',
  '—': '-',
  '（': '(',
  '）': ')',
}

/** Digits, marks, signs and spaces as ASCII writes them, without direction marks. */
const plainSigns = (text: string): string =>
  Array.from(text.replaceAll(/[\p{Cf}]/gu, ''), (sign) => {
    const code = sign.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code <= first + 9)
    return zero === undefined ? (otherSigns[sign] ?? sign) : String(code - zero)
  })
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim()

type Parts = {
  before: string
  digits: string
  after: string
  isNegative: boolean
  /** The mark of "10,-", which has no decimals after it. */
  openMark: Mark | undefined
}

/** Null: there isn't exactly one number, or it has two signs. */
function partsOf(text: string): Parts | null {
  const found = /^(\D*)(\d(?:[\d.,' ]*\d)?)(\D*)$/.exec(text)
  if (!found) return null
  const [, ahead = '', number = '', behind = ''] = found
  const open = /^([.,]) ?-{1,2}(?!\d)/.exec(behind)
  let before = ahead
  let digits = number
  let after = open ? behind.slice(open[0].length) : behind
  const isBracketed = before.includes('(') && after.includes(')')
  if (isBracketed) {
    before = before.replace('(', '')
    after = after.replace(')', '')
  }
  const signs = `${before}${after}`.match(/[-+]/g) ?? []
  // "10+" is no amount: it says "or more".
  if (after.includes('+')) return null
  if (signs.length > (isBracketed ? 0 : 1)) return null
  before = before.replace(/[-+]/, '').trim()
  after = after.replace(/[-+]/, '').trim()
  // ".50" and "$.50", but not "Rs.50".
  const point = before.at(-1)
  if ((point === '.' || point === ',') && currencyOfMark(before) === undefined) {
    before = before.slice(0, -1).trim()
    digits = `0${point}${digits}`
  }
  return {
    before,
    digits,
    after,
    isNegative: isBracketed || signs[0] === '-',
    openMark: open?.[1] as Mark | undefined,
  }
}

/** "$10.00 USD" has two marks. Undefined: one is unknown, or they contradict each other. */
function currencyStated(before: string, after: string): string | null | undefined {
  const [one, other] = [currencyOfMark(before), currencyOfMark(after)]
  if (one === undefined || other === undefined) return undefined
  return one !== null && other !== null && one !== other ? undefined : (one ?? other)
}

type Reading = { currency: string | null; decimalMark: Mark | undefined }

/** Null: its groups of digits are no thousands. */
function plainNumber(digits: string, mark: Mark | null): string | null {
  const at = mark === null ? -1 : digits.lastIndexOf(mark)
  const [whole, decimals] = at === -1 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)]
  if (!/^\d*$/.test(decimals)) return null
  const plainWhole = withoutGroups(whole)
  return plainWhole === null ? null : `${plainWhole}${decimals === '' ? '' : `.${decimals}`}`
}

/** Null: there are no decimals. */
function decimalMarkIn(digits: string, reading: Reading): Mark | 'ambiguous' | null {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points === 0 && commas === 0) return null
  if (points > 0 && commas > 0) {
    const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
    return (last === '.' ? points : commas) === 1 ? last : null
  }
  if (points + commas > 1) return null
  const mark = points === 1 ? '.' : ','
  // Another separator of thousands leaves only the decimals: "1 299.500".
  const couldBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)
  if (!couldBeThousands) return mark
  return isBeforeDecimals(mark, reading)
}

function isBeforeDecimals(mark: Mark, { currency, decimalMark }: Reading) {
  const decimals = currency === null ? null : decimalsOf(currency)
  if (decimals === 0) return null
  if (decimalMark !== undefined) return mark === decimalMark ? mark : null
  if (decimals === null) return 'ambiguous'
  return decimals === 3 ? mark : null
}

/**
 * Digits without separators of thousands. They are all the same, and before three digits each; in India
 * before two, except the last (12,34,567). Null: they aren't.
 */
function withoutGroups(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole || '0'
  const separator = /\D/.exec(whole)?.[0] ?? ''
  const groups = whole.split(separator)
  const [first = '', ...others] = groups
  const last = others.pop() ?? ''
  const isGrouped =
    /^\d{3}$/.test(last) &&
    ((/^\d{1,3}$/.test(first) && others.every((part) => /^\d{3}$/.test(part))) ||
      (separator === ',' &&
        /^\d{1,2}$/.test(first) &&
        others.every((part) => /^\d{2}$/.test(part))))
  return isGrouped ? groups.join('') : null
}
