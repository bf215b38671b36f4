import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRelaxedJson } from './relaxed-json.ts'

test('valid JSON is read as JSON reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(parseRelaxedJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown })
    }),
    { numRuns: 300 },
  )
})

test.each([
  [`['set', { product: { id: '41', stock: 3, }, }]`, ['set', { product: { id: '41', stock: 3 } }]],
  [`{ a: "it's", 'b': 'say "hi"', c: 'it\\'s' }`, { a: "it's", b: 'say "hi"', c: "it's" }],
  [`[true, undefined, -1.5, +2, // end\n 3 /* x */]`, [true, undefined, -1.5, 2, 3]],
  [' [] ', []],
  [String.raw`{"\\'": '\\"'}`, { "\\'": '\\"' }],
])('%s is read', (text, value) => {
  expect(parseRelaxedJson(text)).toEqual({ ok: true, value })
})

test.each(['', '[', '[1 2]', '{a}', '{a: alert(1)}', 'document.cookie', '[1]]', "'a\n'", '`a`'])(
  '%o is no literal',
  (text) => {
    expect(parseRelaxedJson(text).ok).toBe(false)
  },
)

test('endless nesting is refused, and takes no time', () => {
  expect(parseRelaxedJson('['.repeat(100_000)).ok).toBe(false)
})
