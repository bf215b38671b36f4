import { expect, test } from 'vitest'
import { languages } from '#app/contract/site-options.ts'
import { pushWordsOf } from './push-words-of.ts'
import type { PushWords } from './push-words-type.ts'

const textsIn = ({ texts, open, stop, kinds, page }: PushWords) => [
  ...Object.values(texts),
  open,
  stop,
  ...Object.values(kinds),
  ...Object.values(page),
]

test.each(languages)('%s has every text, each different, with its placeholders', (language) => {
  const words = pushWordsOf(language)
  const texts = textsIn(words)

  expect(texts.filter((text) => text.trim() !== text || text === '')).toEqual([])
  expect(new Set(texts).size).toBe(texts.length)
  expect(words.page.title).toContain('{shop}')
  expect(words.page.agreed).toContain('{date}')
  expect(texts.join('').match(/\{\w+\}/g)).toEqual(['{shop}', '{date}'])
  // Android cuts longer ones.
  expect(words.open.length).toBeLessThanOrEqual(20)
  expect(words.stop.length).toBeLessThanOrEqual(20)
})

test('no text of another language is the English one', () => {
  const english = new Set(textsIn(pushWordsOf('en')))
  const same = languages
    .filter((language) => language !== 'en')
    .flatMap((language) => textsIn(pushWordsOf(language)).filter((text) => english.has(text)))

  expect(same).toEqual([])
})
