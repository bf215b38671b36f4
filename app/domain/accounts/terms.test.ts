import { expect, test } from 'vitest'
import { builtInTerms, termsVersionOf } from './terms.ts'

test('the operator’s terms are accepted where there are any, else the built-in ones', () => {
  expect(termsVersionOf({ terms: { version: '2026-11-01' } })).toBe('2026-11-01')
  expect(termsVersionOf({})).toBe(builtInTerms.version)
})

test('the built-in terms keep their words as long as they keep their version', () => {
  expect(builtInTerms).toEqual({
    text: 'Show only things that really happened, and send only data that you have the right to use.',
    version: 'built-in 2026-11-27',
  })
})
