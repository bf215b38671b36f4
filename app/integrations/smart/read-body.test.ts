import { expect, test } from 'vitest'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { readBody, textOfBody } from './read-body.ts'

const none = new URLSearchParams()
const read = (text: string, contentType = 'application/json') =>
  readBody({ contentType, query: none, text })
const form = (text: string) => read(text, 'application/x-www-form-urlencoded')

test.each<[string, string, unknown]>([
  ['{"a":1,"a":2}', 'application/json', { a: 2 }],
  ['\uFEFF {"a":1}', 'application/json; charset=utf-8', { a: 1 }],
  ['{"a":1}', 'text/plain', { a: 1 }],
  ['{"a":1}', 'application/x-www-form-urlencoded', { a: 1 }],
  ['[{"a":1}]', '', [{ a: 1 }]],
  ['{"id":12345678901234567890}', 'application/json', { id: '12345678901234567890' }],
  ['a=1&b=x+y%21', '', { a: '1', b: 'x y!' }],
])('%j as %s', (text, type, tree) => {
  expect(read(text, type)).toEqual(tree)
})

test.each<[string, unknown]>([
  ['data[merges][FNAME]=Ann&data[id]=7', { data: { merges: { FNAME: 'Ann' }, id: '7' } }],
  ['a[]=1', { a: ['1'] }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['items[0][name]=Tea&items[1][name]=Cup', { items: [{ name: 'Tea' }, { name: 'Cup' }] }],
  ['a[999999999]=x', { a: { '999999999': 'x' } }],
  ['a=1&a[b]=2', { a: '1' }],
  ['a[b]=2&a=1', { a: { b: '2' } }],
  ['__proto__[x]=1&a[constructor]=2&b=3', { b: '3' }],
  ['a[b=1&]=2&[c]=3', { 'a[b': '1', ']': '2', '[c]': '3' }],
  ['raw={"q":{"name":"Ann"}}&odd={x', { raw: { q: { name: 'Ann' } }, odd: '{x' }],
])('the form %s', (text, tree) => {
  expect(form(text)).toEqual(tree)
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('without a body, the query is read', () => {
  const query = new URLSearchParams('order[id]=7&name=Ann')

  expect(readBody({ contentType: '', query, text: '' })).toEqual({
    order: { id: '7' },
    name: 'Ann',
  })
})

test.each([
  ['multipart/form-data; boundary=x', '--x\r\n', 'multipart form'],
  ['application/xml', '<order/>', 'XML'],
  ['application/json', '{"a":', 'valid JSON'],
  ['application/json', 'a=1', 'valid JSON'],
  ['text/plain', 'hello there', 'neither JSON nor a form'],
  ['', '  ', 'empty'],
  ['', `${'['.repeat(34)}${']'.repeat(34)}`, 'more than 32 levels'],
  ['', `"${'x'.repeat(20)}`, 'neither'],
  ['application/x-www-form-urlencoded', `a${'[b]'.repeat(8)}=1`, 'more than 8 levels'],
  ['application/x-www-form-urlencoded', 'a=1&'.repeat(1001), 'more than 1000 fields'],
  ['', `{"a":"${'x'.repeat(256 * 1024)}"}`, 'larger than 256 KB'],
])('%s %.20s is refused with a sentence', (type, text, words) => {
  const reading = () => read(text, type)

  expect(reading).toThrow(BadRecord)
  expect(reading).toThrow(words)
})

test('words are read by their charset', () => {
  const latin = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d])

  expect(textOfBody(latin, 'application/json; charset=ISO-8859-1')).toBe('{"a":"é"}')
  expect(textOfBody(Buffer.from('\uFEFF{"a":"é"}'), 'application/json')).toBe('{"a":"é"}')
  expect(textOfBody(Buffer.from('é'), 'text/plain; charset="x-unknown"')).toBe('é')
  expect(() => textOfBody(Buffer.alloc(256 * 1024 + 1), '')).toThrow(BadRecord)
})
