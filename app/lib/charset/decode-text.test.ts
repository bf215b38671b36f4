import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each<[type: string, bytes: Buffer, text: string]>([
  [
    'text/csv; charset=windows-1252',
    Buffer.from('\x80 5 for Mother\x92s Caf\xe9', 'latin1'),
    '€ 5 for Mother’s Café',
  ],
  ['text/csv; charset="iso-8859-1"', Buffer.from('\x80 5', 'latin1'), '€ 5'],
  ['text/csv; charset=us-ascii', Buffer.from('Caf\xe9', 'latin1'), 'Café'],
  ['text/csv; charset=windows-1251', Buffer.from([0xca, 0xf0]), 'Кр'],
  ['text/csv; charset=utf-8', Buffer.from('Café'), 'Café'],
  ['text/csv', Buffer.from('Café'), 'Café'],
  ['text/csv; charset=unheard-of', Buffer.from('Café'), 'Café'],
])('a body of %s', (type, bytes, text) => {
  expect(decodeText(bytes, type)).toBe(text)
})
