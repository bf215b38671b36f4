/** Screens write dates in one way. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const screens = ['app/routes', 'app/ui', 'app/platforms'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => `${folder}/${name}`),
)
const filesWith = (pattern: RegExp) =>
  screens.filter((file) => pattern.test(readFileSync(file, 'utf8')))

test('dates are formatted in one file', () => {
  expect(filesWith(/DateTimeFormat|toLocale(?:Date|Time)String/)).toEqual([
    'app/ui/format/format-time.ts',
  ])
})

test('native date fields, which browsers write in their language, are in one file', () => {
  expect(filesWith(/type="(?:date|datetime-local|time|month|week)"/)).toEqual([
    'app/ui/forms/day-field.tsx',
  ])
})
