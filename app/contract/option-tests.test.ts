/** Issue 4: every option has a test of its effect, in Chromium if the effect is visible. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { queryOptionTests, ruleTests, siteOptionTests, type ShownBy } from '#tests/option-tests.ts'
import { nudgeRules } from './nudge-rules.ts'
import { nudgeQuery } from './nudges.ts'
import { siteOptions } from './site-options.ts'

const tables = [
  ['site option', siteOptions.shape, siteOptionTests],
  ['option of the query', nudgeQuery.shape, queryOptionTests],
  ['rule', nudgeRules.shape, ruleTests],
] as const

const rows = tables.flatMap(([kind, shape, table]) =>
  Object.keys(shape).map((option) => {
    const tests = Object.entries<ShownBy[]>(table).find(([name]) => name === option)?.[1] ?? []
    return [kind, option, tests] as const
  }),
)

/**
 * Options that the pixel receives or that affect its drawing. Their effect needs a test in a
 * browser.
 */
const visible = [
  ...['timings', 'offset', 'position', 'mobilePosition', 'animation', 'maxNudges', 'limitNudges'],
  ...['loop', 'nudgeRandomization', 'closeNudgeBehaviour', 'ignoreQueryParameters', 'theme'],
  ...[
    'color',
    'design',
    'imagePosition',
    'branding',
    'inlineBranding',
    'inlineBorder',
    'showClose',
  ],
  ...['direction', 'holdout', 'countries', 'rotateNudges', 'skipSeenNudges', 'persistentNudge'],
  ...['minimum', 'maximum', 'deadline', ...Object.keys(nudgeRules.shape)],
]

/**
 * The part of a file with the test of that title: including the table before it if it is in a loop,
 * without its neighbors.
 */
function readTest({ file, title }: ShownBy): string | null {
  if (!existsSync(file)) return null
  const source = readFileSync(file, 'utf8')
  const at = source.search(new RegExp(`\\btest[^\\n]*\\(?\\s*['"\`]${escape(title)}['"\`]`))
  const found = at < 0 ? findAfterTable(source, title) : at
  if (found < 0) return null

  const end = source.slice(found).search(/\n\}\)?\n|\n\)\n/)
  const before = source.slice(0, found)
  // The test's table is between the end of the previous test and this one.
  const begin = Math.max(before.lastIndexOf('\n})\n'), before.lastIndexOf('\n}\n'), 0)
  return source.slice(begin, end < 0 ? undefined : found + end)
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** In `test.each(…)('title', …)` the title follows the table. */
const findAfterTable = (source: string, title: string) =>
  source.search(new RegExp(`\\)\\(\\s*['"\`]${escape(title)}['"\`]`))

test.each(rows)('the %s %s has a test that is about it', (_kind, option, shownBy) => {
  expect(shownBy.length).toBeGreaterThan(0)
  for (const one of shownBy) {
    const source = readTest(one)
    expect(source, `${one.file}: ${one.title}`).not.toBeNull()
    expect(source, `${one.file}: ${one.title}`).toMatch(new RegExp(`\\b${one.word ?? option}\\b`))
  }
})

test.each(visible)('the effect of %s is shown in Chromium', (option) => {
  const shownBy = rows.find(([, name]) => name === option)?.[2] ?? []

  expect(shownBy.map(({ file }) => file)).toContainEqual(expect.stringMatching(/\.spec\.ts$/))
})
