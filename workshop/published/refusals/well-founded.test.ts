import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from './index.ts'
import { metByTests, notMet, serviceOf, wellFounded } from './well-founded.ts'

const played = Object.entries(refusals).flatMap(([name, those]) =>
  those.map(({ id }) => `${serviceOf[name] ?? name}/${id}`),
)
const isPlayed = (name: string) => played.includes(name)

test('each well-founded refusal is played, met by a test, or can’t be met', () => {
  const places = wellFounded.map((name) => [
    name,
    [isPlayed(name), name in metByTests, name in notMet].filter(Boolean).length,
  ])

  expect(places.filter(([, count]) => count !== 1)).toEqual([])
  expect(new Set(wellFounded).size).toBe(wellFounded.length)
})

test('nothing else is listed', () => {
  const listed = [...Object.keys(metByTests), ...Object.keys(notMet)]

  expect(listed.filter((name) => !wellFounded.includes(name))).toEqual([])
})

/** Beginnings of titles in a file of tests. A text elsewhere in it is none. */
const titlesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\(\s*'(?:%s(?:, %s)?: )?([^'\n]+)',/g)].map(
    ([, title = '']) => title,
  )

test.each(Object.entries(metByTests))('%s is met by a test that exists', (_name, [file, title]) => {
  expect(titlesIn(file).filter((one) => one.startsWith(title))).toHaveLength(1)
})

const [all, unmet] = [wellFounded.length, Object.keys(notMet).length]
const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][
  unmet
]

test.each([
  ['docs/integrations.md', `${String(all)} of them are without doubt`],
  ['docs/integrations.md', `${String(all - unmet)} of those are met`],
  ['docs/integrations.md', `why the other ${inWords ?? ''} can’t be`],
  [
    'docs/spec-map.md',
    `of the ${String(all)} refusals that are published without doubt ${String(all - unmet)} are met`,
  ],
])('%s counts them: %s', (file, words) => {
  expect(readFileSync(file, 'utf8')).toContain(words)
})
