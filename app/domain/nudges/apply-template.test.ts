import { expect, test } from 'vitest'
import { languages } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { pickForm } from '#app/pixel/plural.ts'
import { applyTemplate } from './apply-template.ts'
import { toCompiledItem, toCountItem } from './types/kit/compiled-item.ts'

const message = { title: '', text: '{count} orders', one: 'One order' }

const expected = (count: number) => (count === 1 ? 'One order' : `${String(count)} orders`)

/** With the numbers that share the form of one in some languages. */
const counts = [1, 2, 21, 37, 101, 201]

test.each(languages)('in %s the text for one is only that of exactly one', (language) => {
  const words = wordsOf(language)

  for (const count of counts) {
    const counted = {
      ...toCompiledItem({ title: '', text: '' }),
      templateData: { values: { count: String(count) }, count },
    }
    const live = toCountItem({ of: 'visitors', minimum: 1, forms: [] }, { count: '#' })

    const [text] = applyTemplate([counted], message, words).map(({ item }) => item.text)
    const [forms] = applyTemplate([live], message, words).map(({ item }) => item.count?.forms)

    expect(text).toBe(expected(count))
    expect(pickForm(forms ?? [], count, words.plural).replace('#', String(count))).toBe(
      expected(count),
    )
  }
})

test('a text is only in the language of a review while no template is around its words', () => {
  const item = { title: 'Ann', text: '“Kookt snel.”', lang: 'nl' }
  const compiled = {
    ...toCompiledItem(item),
    templateData: { values: { first_name: 'Ann', excerpt: 'Kookt snel.' } },
  }
  const langWith = (title: string, text: string) =>
    applyTemplate([compiled], { title, text, one: '' }, wordsOf('en')).map((one) => one.item.lang)

  expect(langWith('{first_name} says', '')).toEqual(['nl'])
  expect(langWith('', '{first_name} wrote: {excerpt}')).toEqual([undefined])
})

test('a template of a type with a headline replaces all of it, or keeps the number', () => {
  const sentence = '4.8 · 24 reviews in the last 60 days'
  const compiled = {
    ...toCompiledItem({ title: '4.8 · 24 reviews', text: 'in the last 60 days' }),
    templateData: { values: { count: '24' }, unfilled: { title: '', text: sentence } },
  }
  const shownWith = (title: string, text: string) =>
    applyTemplate([compiled], { title, text, one: '' }, wordsOf('en')).map(({ item }) => item)

  expect(shownWith('', 'Rated by {count}')).toEqual([{ title: '', text: 'Rated by 24' }])
  expect(shownWith('Loved', '')).toEqual([{ title: 'Loved', text: sentence }])
  expect(shownWith('Loved', 'Rated by {count}')).toEqual([{ title: 'Loved', text: 'Rated by 24' }])
})
