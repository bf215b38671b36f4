/** Words and symbols that people and programs write next to an amount, and their currencies. */

/**
 * Currencies without a smaller unit. Source: ISO 4217, list one (2026), minor unit 0; and IQD, which
 * has three digits there but none in use (CLDR, supplemental data, fractions).
 */
const wholeCurrencies = new Set(
  'BIF CLP DJF GNF IQD ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)

/** Currencies of thousandths. Source: ISO 4217, list one (2026), minor unit 3. */
const thousandthCurrencies = new Set('BHD JOD KWD LYD OMR TND'.split(' '))

/** How many decimals the currency's prices have: 0, 2 or 3. @param code in capitals */
export function decimalsOf(code: string): 0 | 2 | 3 {
  if (wholeCurrencies.has(code)) return 0
  return thousandthCurrencies.has(code) ? 3 : 2
}

/** Marks of one currency alone, in lower case, and its code. */
const marksOfOne: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  '£': 'GBP',
  us$: 'USD',
  $us: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  s$: 'SGD',
  nt$: 'TWD',
  mx$: 'MXN',
  r$: 'BRL',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  'руб.': 'RUB',
  '₺': 'TRY',
  tl: 'TRY',
  '₴': 'UAH',
  'грн.': 'UAH',
  грн: 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  đ: 'VND',
  '₱': 'PHP',
  '฿': 'THB',
  '₦': 'NGN',
  '₵': 'GHS',
  '₸': 'KZT',
  '₾': 'GEL',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
  'лв.': 'BGN',
  'fr.': 'CHF',
  'sfr.': 'CHF',
  rm: 'MYR',
  rp: 'IDR',
  'rp.': 'IDR',
  's/': 'PEN',
  's/.': 'PEN',
  円: 'JPY',
  원: 'KRW',
  'د.إ': 'AED',
  'ر.س': 'SAR',
  'د.ك': 'KWD',
}

/** Marks that several currencies share. */
const sharedMarks = new Set(['$', '¥', '￥', '元', 'kr', 'kr.', 'r', 'rs', 'rs.', '₨', 'l', 'din.'])

let knownCodes: ReadonlySet<string> | undefined

/** Codes that the runtime knows, which are those of ISO 4217 and former ones. */
function isCurrencyCode(code: string): boolean {
  knownCodes ??= new Set(Intl.supportedValuesOf('currency'))
  return knownCodes.has(code)
}

/**
 * The currency that a mark means.
 *
 * @param mark without spaces around it
 * @returns its code; null for none and for a mark of several currencies; undefined for what isn't a
 *   mark of a currency
 */
export function currencyOfMark(mark: string): string | null | undefined {
  const name = mark.toLowerCase()
  if (name === '' || sharedMarks.has(name)) return null
  if (Object.hasOwn(marksOfOne, name)) return marksOfOne[name]
  const code = mark.toUpperCase()
  return isCurrencyCode(code) ? code : undefined
}
