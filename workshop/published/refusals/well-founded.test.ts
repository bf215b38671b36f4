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

test.each(Object.entries(metByTests))('%s is met by a test that exists', (_name, [file, title]) => {
  expect(readFileSync(file, 'utf8')).toContain(title)
})

test('docs/integrations.md counts them', () => {
  const page = readFileSync('docs/integrations.md', 'utf8')
  const [all, unmet] = [wellFounded.length, Object.keys(notMet).length]

  expect(page).toContain(`${String(all)} of them are without doubt`)
  expect(page).toContain(`${String(all - unmet)} of those are met`)
})
