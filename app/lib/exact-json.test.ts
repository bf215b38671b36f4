import { expect, test } from 'vitest'
import { parseExactJson } from './exact-json.ts'

test.each<[string, unknown]>([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[-9007199254740993,1]', ['-9007199254740993', 1]],
  ['{"id":548380009,"total":12.5}', { id: 548380009, total: 12.5 }],
  [
    '{"text":"id 9007199254740993","quote":"\\"9007199254740993"}',
    { text: 'id 9007199254740993', quote: '"9007199254740993' },
  ],
  // Not whole numbers.
  ['[1234567890123456.5,1e20]', [1234567890123456.5, 1e20]],
  ['{"9007199254740993":true}', { '9007199254740993': true }],
])('%s keeps what it holds', (text, expected) => {
  expect(parseExactJson(text)).toEqual(expected)
})

test.each(['', '{', '{"a":}', 'undefined', '{"a":"'])('%s is no JSON', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError)
})
