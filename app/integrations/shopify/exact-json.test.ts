import { expect, test } from 'vitest'
import { parseExactJson } from './exact-json.ts'

test.each([
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['820982911946154508', '820982911946154508'],
  ['243.00', 243],
  ['"820982911946154508"', '820982911946154508'],
])('%s is read as %j', (text, value) => {
  expect(parseExactJson(`{"id": ${text}}`)).toEqual({ id: value })
})

test('what is no JSON is no delivery', () => {
  expect(() => parseExactJson('{"id": 1')).toThrow(SyntaxError)
})

test('a key that names the prototype is a key like others', () => {
  const read = parseExactJson('{"__proto__": {"admin": true}}')

  expect(({} as { admin?: boolean }).admin).toBeUndefined()
  expect((read as { admin?: boolean }).admin).toBeUndefined()
})
