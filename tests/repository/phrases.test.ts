/** Texts that shop visitors read, in all languages of the nudges, and the bars that owners see. */
import { expect, test } from 'vitest'
import { languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { formPointingTexts } from '#app/domain/wording/form-pointing-texts.ts'
import { languageWords } from '#app/domain/wording/languages/all.ts'
import { pointingTexts } from '#app/domain/wording/pointing-texts.ts'
import { previewWords } from '#app/domain/wording/preview-words.ts'
import { banned } from './banned-wording.ts'

type Phrase = {
  /** Where its sibling in another language is: names, without the language. */
  at: string
  language: NudgeLanguage
  text: string
  /** Plural form of the text. Null: it has only one. */
  form: string | null
}

const forms = ['zero', 'one', 'two', 'few', 'many', 'other']

function phrasesIn(value: unknown, names: string[], language: NudgeLanguage): Phrase[] {
  if (typeof value === 'string') {
    const last = names.at(-1) ?? ''
    const form = forms.includes(last) ? last : null
    const at = (form === null ? names : names.slice(0, -1)).join(' ')
    return [{ at, language, text: value, form }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    phrasesIn(part, [...names, name], language),
  )
}

/** Texts that each language has. Countries with an irregular preposition differ. */
const visitorPhrases = languages.flatMap((language) => {
  const { places: _places, direction: _direction, ...texts } = languageWords[language]
  return phrasesIn(texts, [], language)
})

const bars: Record<string, Partial<Record<NudgeLanguage, unknown>>> = {
  previewWords,
  pointingTexts,
  formPointingTexts,
}
const barLanguages = languages.filter((language) => language in previewWords)
const barPhrases = barLanguages.flatMap((language) =>
  Object.entries(bars).flatMap(([name, texts]) => phrasesIn(texts[language], [name], language)),
)

const phrases = [...visitorPhrases, ...barPhrases]
const byPlace = new Map<string, Phrase[]>()
for (const phrase of phrases) byPlace.set(phrase.at, [...(byPlace.get(phrase.at) ?? []), phrase])

const listed = (wrong: readonly Phrase[]) =>
  wrong.map(({ at, language, text }) => `${language} “${text}” (${at})`)

test('phrases are found in every language', () => {
  for (const language of languages) {
    expect(phrases.filter((one) => one.language === language).length).toBeGreaterThan(100)
  }
})

test('no phrase has a mark that visitors would not expect', () => {
  expect(listed(phrases.filter(({ text }) => /[;!"']|\.\.\.|\s{2}/.test(text)))).toEqual([])
})

test('Arabic has its own punctuation, and the digits that the pixel inserts', () => {
  const arabic = phrases.filter(({ language }) => language === 'ar')

  expect(listed(arabic.filter(({ text }) => /[,;?؛٠-٩]/.test(text)))).toEqual([])
})

test('Spanish opens its questions', () => {
  const questions = phrases.filter(({ language, text }) => language === 'es' && text.includes('?'))

  expect(questions.length).toBeGreaterThan(0)
  expect(listed(questions.filter(({ text }) => !text.includes('¿')))).toEqual([])
})

test('a phrase has the same values in every language', () => {
  const valuesOf = (list: readonly Phrase[], language: NudgeLanguage) =>
    [
      ...new Set(
        list
          .filter((one) => one.language === language)
          .flatMap(({ text }) => text.match(/\{\w+\}|#/g) ?? []),
      ),
    ].sort()
  const wrong = [...byPlace].flatMap(([at, list]) =>
    (visitorPhrases.some((one) => one.at === at) ? languages : barLanguages)
      .filter((language) => String(valuesOf(list, language)) !== String(valuesOf(list, 'en')))
      .map((language) => `${language} in ${at}`),
  )

  expect(wrong).toEqual([])
})

test('Arabic nouns after a number have the form of two and of a few', () => {
  const counted = [...byPlace.values()]
    .map((list) => list.filter(({ language }) => language === 'ar'))
    .filter((list) => list.some(({ form, text }) => form === 'other' && text.includes('#')))
  const wrong = counted.filter((list) => {
    const given = new Set(list.map(({ form }) => form))
    return !given.has('two') || !given.has('few')
  })

  expect(counted.length).toBeGreaterThan(10)
  expect(wrong.flatMap(listed)).toEqual([])
})

test.each([
  ['nl', /\b[Gg]eteld (?:worden|wordt|zijn)\b|\b\d+ ander\b|# ander\b/],
  ['es', /\b[Nn]o se te cuenta\b|\bdistintos visitantes\b/],
  ['de', /\bverschiedene Besucher\b/],
  ['fr', /\bSont compté/],
] as const)('no stilted construction in %s', (language, stilted) => {
  const wrong = phrases.filter((one) => one.language === language && stilted.test(one.text))

  expect(listed(wrong)).toEqual([])
})

test('no English phrase says what readers stumble over', () => {
  const wrong = phrases.filter(
    ({ language, text }) => language === 'en' && banned.some(([pattern]) => pattern.test(text)),
  )

  expect(listed(wrong)).toEqual([])
})
