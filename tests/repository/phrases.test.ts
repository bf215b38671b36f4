/** Texts that shop visitors read, in all languages of the nudges. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { banned } from './banned-wording.ts'

type Phrase = {
  /** Where its sibling in another language is: file and names, without the language. */
  at: string
  language: NudgeLanguage
  text: string
  /** Plural form of the text. Null: it has only one. */
  form: string | null
}

const forms = ['zero', 'one', 'two', 'few', 'many', 'other']

const files = readdirSync('app/domain', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/domain/${name}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

/** Objects with one entry for each language. */
function phrasesIn(file: string): Phrase[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Phrase[] = []
  const collect = (node: ts.Node, names: string[], language: NudgeLanguage): void => {
    if (ts.isStringLiteralLike(node)) {
      const last = names.at(-1) ?? ''
      const form = forms.includes(last) ? last : null
      const at = [file, ...(form === null ? names : names.slice(0, -1))].join(' ')
      found.push({ at, language, text: node.text, form })
    } else if (ts.isPropertyAssignment(node)) {
      collect(node.initializer, [...names, node.name.getText()], language)
    } else {
      let place = 0
      ts.forEachChild(node, (child) => {
        const name = ts.isArrayLiteralExpression(node) ? [String(place++)] : []
        collect(child, [...names, ...name], language)
      })
    }
  }
  const visit = (node: ts.Node): void => {
    const entries = entriesOf(node)
    if (!languages.every((language) => entries.has(language))) {
      ts.forEachChild(node, visit)
      return
    }
    for (const language of languages) {
      const value = entries.get(language)
      if (value) collect(value, [String(node.getStart())], language)
    }
  }
  visit(source)
  return found
}

function entriesOf(node: ts.Node): ReadonlyMap<string, ts.Expression> {
  const entries = ts.isObjectLiteralExpression(node) ? node.properties : []
  return new Map(
    entries.flatMap((entry) =>
      ts.isPropertyAssignment(entry) ? [[entry.name.getText(), entry.initializer] as const] : [],
    ),
  )
}

const phrases = files.flatMap(phrasesIn)
const byPlace = new Map<string, Phrase[]>()
for (const phrase of phrases) byPlace.set(phrase.at, [...(byPlace.get(phrase.at) ?? []), phrase])

const listed = (wrong: readonly Phrase[]) =>
  wrong.map(({ at, language, text }) => `${language} “${text}” (${at})`)

test('phrases are found in every language', () => {
  for (const language of languages) {
    expect(phrases.filter((one) => one.language === language).length).toBeGreaterThan(120)
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
    languages
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
