/** docs/nudges.md is generated from the definitions of the nudge types. */
import { expect, test } from 'vitest'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { Basis, NudgeDefinition } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { nudgeDefinitions } from './registry.ts'
import { fullQuery, inlineNudgeTypes } from './registry.ts'

const bases: Record<Basis, string> = {
  activity: 'one activity',
  activities: 'activities, counted',
  presence: 'visitors, counted',
  page: 'what the page tells',
  owner: 'what the owner typed',
}

const head = [
  '# Nudge types',
  '',
  'Made from the definitions in `app/domain/nudges/types`; a test fails when this page is outdated. To update it: `npx vitest run --config tests/vitest.config.ts --project unit nudges-doc -u`.',
  '',
  '- **Claim**: on what it rests that is told, and the window of it with the type’s own defaults. `GET /api/v1/sites/{uuid}/claims/{id}` answers with the sentence, the rule and, where there is one, the activity.',
  `- **Options**: the query options that the type reads, with their defaults. Every type reads ${everyRead.map((name) => `\`${name}\``).join(' and ')} as well.`,
  '- **Numbers** of a window are those of the facts that stay in it for as long as they are told: one to two 24ths of the window, a minute to half an hour each. So they are never more than there are when they are read, and visitors of a window of two minutes or less are told to nobody.',
  '- Every type keeps silent, too, in the hold-out, when the plan is used up, while the site is paused, where a page rule, a device, an audience or a schedule says so, on a checkout, after it was turned off, and for visitors of other countries than those that it names.',
  '',
]

const hour = 3_600
const day = 24 * hour

function spanOf(seconds: number): string {
  if (seconds === 0) return 'no window'
  if (seconds % day === 0) return `${String(seconds / day)} d`
  return seconds % hour === 0 ? `${String(seconds / hour)} h` : `${String(seconds / 60)} min`
}

const seconds = new Set<keyof NudgeQuery>(['ago', 'duration'])

function defaultOf(query: NudgeQuery, name: keyof NudgeQuery): string {
  const value = query[name]
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' && seconds.has(name) ? spanOf(value) : String(value)
}

function rowOf({ type, basis, reads, windowSeconds, about }: NudgeDefinition): string {
  const query = fullQuery(type, {})
  const isInline = inlineNudgeTypes.includes(type)
  const variables = reads.filter((name) => !everyRead.some((every) => every === name))
  const options = variables.map((name) => `\`${name}\` ${defaultOf(query, name)}`).join(', ')
  const cells = [
    `\`${type}\``,
    isInline ? 'popup, inline' : 'popup',
    about.data,
    about.hidesWhen,
    `${bases[basis]}; ${spanOf(windowSeconds(query))}`,
    options || 'none',
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

test('docs/nudges.md is current', async () => {
  const titles = ['Type', 'Surfaces', 'Data', 'Hides when', 'Claim', 'Options']
  const table = [titles, titles.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`)
  const rows = Object.values(nudgeDefinitions).map(rowOf)

  const page = [...head, ...table, ...rows, ''].join('\n')

  await expect(page).toMatchFileSnapshot('../../../../docs/nudges.md')
})
