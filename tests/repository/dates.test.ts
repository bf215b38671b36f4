/** Screens and emails write dates in one way. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = (folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => `${folder}/${name}`),
  )
const all = sources(['app'])
const screens = sources(['app/routes', 'app/ui', 'app/platforms', 'app/emails', 'app/presenters'])
const filesWith = (files: readonly string[], pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8')))

test('no other file formats dates for merchants in English than app/lib/days/moment-text.ts', () => {
  // It reads a zone's clock.
  expect(filesWith(all, /DateTimeFormat\(\s*['"]en-/)).toEqual(['app/lib/zoned-days.ts'])
  expect(filesWith(all, /toLocale(?:Date|Time)String/)).toEqual([])
})

test('screens format dates without that file for visitors alone', () => {
  expect(filesWith(screens, /DateTimeFormat/)).toEqual(['app/ui/format/format-time.ts'])
})

test('native date fields, which browsers write in their language, are in one file', () => {
  expect(filesWith(screens, /type="(?:date|datetime-local|time|month|week)"/)).toEqual([
    'app/ui/forms/day-field.tsx',
  ])
})
