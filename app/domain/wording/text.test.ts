import { expect, test } from 'vitest'
import { cutWords } from './text.ts'

test.each([
  ['whole', 'Ann Lee', 7, 'Ann Lee'],
  ['cut', 'Ann Lee', 6, 'Ann L…'],
  ['without a space at its end', 'Ann Lee', 5, 'Ann…'],
  ['before an emoji that doesn’t fit', 'ab👍🏽cd', 6, 'ab…'],
  ['after an emoji that fits', 'ab👍🏽cd', 7, 'ab👍🏽…'],
  ['before a family that doesn’t fit', 'ab👩‍👩‍👧cdef', 9, 'ab…'],
  ['before a letter with its accent', 'abe\u0301cd', 4, 'ab…'],
  ['between flags', '🇳🇱🇩🇪🇫🇷', 9, '🇳🇱🇩🇪…'],
])('a text is %s', (_how, words, length, cut) => {
  expect(cutWords(words, length)).toBe(cut)
})

test.each(Array.from({ length: 24 }, (_, at) => at + 2))(
  'no grapheme is split in %i units',
  (length) => {
    const words = 'a👍🏽e\u0301👩‍👩‍👧🇳🇱z👍🏽👍🏽'
    const segments = [...new Intl.Segmenter('en').segment(words)].map(({ index }) => index)
    const cut = cutWords(words, length)

    expect(cut.length).toBeLessThanOrEqual(length)
    if (cut !== words) expect(segments).toContain(cut.length - 1)
  },
)
