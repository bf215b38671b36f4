import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeJson } from './json.ts'

const { value: valueWithoutLists } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.dictionary(fc.string(), tie('value')),
  ),
}))

test('what is written is what JSON.stringify writes', () => {
  fc.assert(
    fc.property(valueWithoutLists, (value) => {
      expect(JSON.parse(writeJson(value) ?? '')).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a part that JSON has no word for is left out', () => {
  expect(writeJson({ kept: 1, left: undefined, out: () => 1 })).toBe('{"kept":1}')
})
