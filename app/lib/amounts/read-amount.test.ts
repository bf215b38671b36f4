import { expect, test } from 'vitest'
import { readAmount, type AmountHints } from './read-amount.ts'

type Row = [written: string, amount: number, currency: string | null, hints?: AmountHints]

const rows: Row[] = [
  // Marks and codes before and after.
  ['10', 10, null],
  ['0', 0, null],
  ['0.00', 0, null],
  ['12.50 EUR', 12.5, 'EUR'],
  ['12.50EUR', 12.5, 'EUR'],
  ['12.50 eur', 12.5, 'EUR'],
  ['EUR 12', 12, 'EUR'],
  ['USD 10.00', 10, 'USD'],
  ['€12.50', 12.5, 'EUR'],
  ['49,95 €', 49.95, 'EUR'],
  ['49,95\u00A0€', 49.95, 'EUR'],
  ['£7', 7, 'GBP'],
  ['US$ 10', 10, 'USD'],
  ['CA$10.00', 10, 'CAD'],
  ['R$ 1.299,00', 1299, 'BRL'],
  ['1 299,00 zł', 1299, 'PLN'],
  ['1 299 Kč', 1299, 'CZK'],
  ['Fr. 12.50', 12.5, 'CHF'],
  ['Rp 150.000', 150_000, 'IDR'],
  ['1200 JPY', 1200, 'JPY'],
  ['1200円', 1200, 'JPY'],
  ['₹1,29,900.00', 129_900, 'INR'],
  ['$10.00 USD', 10, 'USD'],
  ['€ 10.00 EUR', 10, 'EUR'],
  ['Rs.50', 50, null],
  // A mark of several currencies states none.
  ['$49.95', 49.95, null],
  ['¥1200', 1200, null],
  ['199 kr', 199, null],
  ['$49.95', 49.95, 'CAD', { currency: 'CAD' }],
  ['49.95', 49.95, 'EUR', { currency: ' eur ' }],
  ['49.95 USD', 49.95, 'USD', { currency: 'EUR' }],
  ['49.95', 49.95, null, { currency: 'money' }],
  // Thousands and decimals.
  ['1,299.00 USD', 1299, 'USD'],
  ['1.299,00 EUR', 1299, 'EUR'],
  ['1299.0000 EUR', 1299, 'EUR'],
  ['1234.500', 1234.5, null],
  ['0.500', 0.5, null],
  ['0,999 EUR', 0.999, 'EUR'],
  ['1,234,567', 1_234_567, null],
  ['1.234.567,8', 1_234_567.8, null],
  ['12,34,567.50', 1_234_567.5, null],
  ['1 299,00', 1299, null],
  ['1\u2009299,00', 1299, null],
  ['1\u202F299,00 SEK', 1299, 'SEK'],
  ['1\u00A0299,00', 1299, null],
  ['1 299.500', 1299.5, null],
  ["1'299.00", 1299, null],
  ['1’299.00 CHF', 1299, 'CHF'],
  ['.50', 0.5, null],
  ['$.50', 0.5, null],
  // Without decimals.
  ['10,-', 10, null],
  ['10,-- EUR', 10, 'EUR'],
  ['1.299,- €', 1299, 'EUR'],
  ['CHF 12.–', 12, 'CHF'],
  // A lone mark before three digits.
  ['12.500 KWD', 12.5, 'KWD'],
  ['12,500 TND', 12.5, 'TND'],
  ['1,234.500 KWD', 1234.5, 'KWD'],
  ['12.500', 12.5, 'KWD', { currency: 'KWD' }],
  ['25,000 IQD', 25_000, 'IQD'],
  ['1.299 EUR', 1299, 'EUR'],
  ['1,299 USD', 1299, 'USD'],
  ['1.299', 1299, 'EUR', { currency: 'EUR' }],
  ['1,200 JPY', 1200, 'JPY'],
  ['1,200 JPY', 1200, 'JPY', { decimalMark: ',' }],
  ['1.299', 1.299, null, { decimalMark: '.' }],
  ['1,299', 1299, null, { decimalMark: '.' }],
  ['1.299', 1299, null, { decimalMark: ',' }],
  ['1.299 EUR', 1.299, 'EUR', { decimalMark: '.' }],
  ['12,5', 12.5, null, { decimalMark: '.' }],
  // Signs.
  ['-10.00', -10, null],
  ['−10.00', -10, null],
  ['-$10.00', -10, null],
  ['$-10.00', -10, null],
  ['10.00-', -10, null],
  ['(10.00)', -10, null],
  ['($10.00)', -10, null],
  ['$(10.00) USD', -10, 'USD'],
  ['+10.00', 10, null],
  ['-0.00', 0, null],
  // Other scripts.
  ['١٬٢٩٩٫٥٠', 1299.5, null],
  ['۱۲۰۰', 1200, null],
  ['１２００円', 1200, 'JPY'],
  ['￥1,200.00', 1200, null],
  ['\u200F12.50 د.إ\u200F', 12.5, 'AED'],
  ['\uFEFF12.50', 12.5, null],
]

test.each(rows)('%j is %d %s', (written, amount, currency, hints) => {
  expect(readAmount(written, hints)).toEqual({ ok: true, amount, currency })
})

test.each([
  ['1.299', 'ambiguous'],
  ['12,500', 'ambiguous'],
  ['$1,299', 'ambiguous'],
  ['', 'unreadable'],
  [' ', 'unreadable'],
  ['free', 'unreadable'],
  ['12 pieces', 'unreadable'],
  ['10 20', 'unreadable'],
  ['10.00 - 20.00', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['1,23,45', 'unreadable'],
  ['1,299.00.00', 'unreadable'],
  ["1'29.00", 'unreadable'],
  ['1 299,000,00', 'unreadable'],
  ['--10', 'unreadable'],
  ['10+', 'unreadable'],
  ['(-10)', 'unreadable'],
  ['€10 USD', 'unreadable'],
  ['12⁵⁰', 'unreadable'],
  ['1e3', 'unreadable'],
  ['0x10', 'unreadable'],
  ['NaN', 'unreadable'],
  ['9999999999999', 'unreadable'],
  ['9'.repeat(61), 'unreadable'],
])('%j is %s', (written, why) => {
  expect(readAmount(written)).toEqual({ ok: false, why })
})

test('an amount read from any text is within the bound', () => {
  const signs = ['1', '9', '.', ',', "'", ' ', '-', '(', ')', '€', 'USD', '\u0660']
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return signs[state % signs.length]
  }
  const texts = Array.from({ length: 20_000 }, (_, at) =>
    Array.from({ length: 1 + (at % 14) }, next).join(''),
  )

  const amounts = texts.flatMap((text) => {
    const read = readAmount(text)
    return read.ok ? [Math.abs(read.amount)] : []
  })

  expect(amounts.length).toBeGreaterThan(500)
  expect(Math.max(...amounts)).toBeLessThanOrEqual(1e12)
})
