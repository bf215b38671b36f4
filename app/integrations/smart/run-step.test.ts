import { expect, test } from 'vitest'
import { runStep, type Scalar } from './run-step.ts'
import { step, type Step } from './steps.ts'

const unreadable = { unreadable: expect.any(String) as string }
const run = (one: Step, value: Scalar | undefined, currency = 'EUR') =>
  runStep(one, value, { currency, textsAt: (paths) => paths.map((path) => `at ${path}`) })

const cases: [Step, Scalar | undefined, unknown][] = [
  ['trim', '  Ann ', 'Ann'],
  ['trim', '   ', undefined],
  ['lower', 'ANN@Shop.Example', 'ann@shop.example'],
  ['upper', 'usd', 'USD'],
  ['title_case', 'ANN-MARIE o’neil', 'Ann-Marie O’Neil'],
  ['title_case', 'anna ii', 'Anna Ii'],
  ['title_case', 'McDonald', 'McDonald'],
  ['title_case', "it's", "It's"],
  ['first_word', ' Ann Marie Smith', 'Ann'],
  ['first_word', ' ', undefined],
  ['last_word', 'Smith, Ann', 'Ann'],
  ['initial', ' smith', 'S.'],
  ['initial', '😀x', '😀.'],
  ['strip_html', '<p>Tea &amp; <b>cake</b></p><script>x()</script>', 'Tea & cake'],
  ['strip_html', '<br>', undefined],
  ['decimal', '$1,234.50', 1234.5],
  ['decimal', '1.234,50 €', 1234.5],
  ['decimal', '1 234,5', 1234.5],
  ['decimal', '12,345', 12345],
  ['decimal', '12.345', 12.345],
  ['decimal', '12,5', 12.5],
  ['decimal', '1,234,567', 1234567],
  ['decimal', "1'234.50", 1234.5],
  ['decimal', 'USD 12', 12],
  ['decimal', '12 EUR', 12],
  ['decimal', 0, 0],
  ['decimal', '1,2,456', unreadable],
  ['decimal', '1.2.3', unreadable],
  ['decimal', '-5', unreadable],
  ['decimal', -5, unreadable],
  ['decimal', 'free', unreadable],
  ['decimal', '', unreadable],
  ['decimal', true, unreadable],
  ['decimal', Number.POSITIVE_INFINITY, unreadable],
  ['decimal', '1e9', unreadable],
  ['minor_units', 1099, 10.99],
  ['minor_units', '1099', 10.99],
  ['minor_units', 10.5, unreadable],
  ['integer', '3', 3],
  ['integer', '3.0', 3],
  ['integer', 3.5, unreadable],
  [{ rating: { max: 5 } }, 4, 4],
  [{ rating: { max: 5 } }, 'FIVE', 5],
  [{ rating: { max: 5 } }, '4/5', 4],
  [{ rating: { max: 5 } }, '4/10', unreadable],
  [{ rating: { max: 5 } }, '★★★☆☆', 3],
  [{ rating: { max: 10 } }, '9', 5],
  [{ rating: { max: 10 } }, 1, 1],
  [{ rating: { max: 100 } }, 40, 2],
  [{ rating: { max: 5 } }, 6, unreadable],
  [{ rating: { max: 5 } }, 0, unreadable],
  [{ rating: { max: 5 } }, '1..5', unreadable],
  [{ date: 'iso' }, '2026-01-31T09:30:00+02:00', '2026-01-31T07:30:00.000Z'],
  [{ date: 'unix' }, true, unreadable],
  [{ date: 'iso', zone: 'Europe/Berlin' }, '2026-07-01 09:30', '2026-07-01T07:30:00.000Z'],
  ['country_iso2', 'de', 'DE'],
  ['country_iso2', 'Deutschland', 'DE'],
  ['country_iso2', 'United States', 'US'],
  ['country_iso2', 'U.S.A.', 'US'],
  ['country_iso2', 'UK', 'GB'],
  ['country_iso2', 'côte d’ivoire', 'CI'],
  ['country_iso2', 'NLD', 'NL'],
  ['country_iso2', 'Atlantis', unreadable],
  ['https_url', 'https://shop.example/a', 'https://shop.example/a'],
  ['https_url', '//cdn.example/a.png', 'https://cdn.example/a.png'],
  ['https_url', 'http://shop.example/', unreadable],
  ['https_url', 'javascript:alert(1)', unreadable],
  ['https_url', 'https://user:pass@shop.example/', unreadable],
  [{ absolute_url: { base: 'https://shop.example/x/' } }, 'tea', 'https://shop.example/x/tea'],
  [{ absolute_url: { base: 'https://shop.example' } }, 'data:text/html,x', unreadable],
  [{ truncate: 4 }, 'Earl Grey', 'Ear…'],
  [{ truncate: 9 }, 'Earl Grey', 'Earl Grey'],
  [{ replace: { from: '.', to: '$&' } }, 'a.b.c', 'a$&b$&c'],
  [{ default: 'USD' }, undefined, 'USD'],
  [{ default: 'USD' }, 'EUR', 'EUR'],
  [{ join: { sep: ' ', at: ['/a', '/b'] } }, 'x', 'x at /a at /b'],
  [{ join: { sep: '-', at: ['/a'] } }, undefined, 'at /a'],
  ['upper', undefined, undefined],
]

test.each(cases)('%j of %j is %j', (one, value, expected) => {
  expect(step.safeParse(one).success).toBe(true)
  expect(run(one, value)).toEqual(expected)
})

test('every step has a case', () => {
  const names = new Set(cases.map(([one]) => (typeof one === 'string' ? one : Object.keys(one)[0])))

  expect(names.size).toBe(20)
})

test('amounts in yen have no smaller unit, and no currency means no amount', () => {
  const context = { currency: undefined, textsAt: () => [] }

  expect(run('minor_units', 1099, 'JPY')).toBe(1099)
  expect(runStep('minor_units', 1099, context)).toEqual(unreadable)
})

test('many steps can’t multiply a text', () => {
  const grow: Step = { replace: { from: 'a', to: 'a'.repeat(100) } }
  let value: Scalar | undefined = 'a'
  for (let turn = 0; turn < 8; turn += 1) value = run(grow, value) as Scalar | undefined

  expect(String(value)).toHaveLength(2048)
})

test.each([
  [{ replace: { from: '', to: 'x' } }],
  [{ date: 'YYYY' }],
  [{ date: 'iso', zone: 'Mars/Phobos' }],
  ['eval'],
  [{ trim: true }],
  [{ absolute_url: { base: 'javascript:x' } }],
])('%j is no step', (given) => {
  expect(step.safeParse(given).success).toBe(false)
})
