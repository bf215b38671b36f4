/**
 * Tables have the floors of their areas. Import rules refuse imports of tables above; this finds
 * tables in the text of SQL as well, and keeps the list of exceptions exact.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const { floors, upwardTables } = createRequire(import.meta.url)('../../.config/layers.cjs') as {
  floors: readonly (readonly string[])[]
  upwardTables: Readonly<Record<string, readonly string[]>>
}

/** Lower it with the list. Never raise it: pass in what is above, or move the reader up. */
const most = 3

const floorOf = new Map(
  floors.flatMap((areas, floor) => areas.map((area) => [area, floor] as const)),
)

/** The area of a schema file; undefined for the ground that everyone can name. */
function areaOf(file: string): string | undefined {
  const name = file.replace(/\.ts$/, '')
  return [name, name.replace(/-.*/, '')].find((area) => floorOf.has(area))
}

const folder = 'app/db/schema'
/** By the name in the database. */
const areaOfTable = new Map(
  readdirSync(folder).flatMap((file) => {
    const area = areaOf(file)
    const source = readFileSync(`${folder}/${file}`, 'utf8')
    return [...source.matchAll(/pgTable\(\s*'(\w+)'/g)].map(
      ([, table = '']) => [table, area] as const,
    )
  }),
)

/** The areas above a file, or next to it, whose tables it names. */
function namedAbove(file: string): string[] {
  const area = file.split('/')[2] ?? ''
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const named = [
    ...[...code.matchAll(/from '#app\/db\/schema\/([\w-]+\.ts)'/g)].map(([, name = '']) =>
      areaOf(name),
    ),
    ...[...code.matchAll(/\b(?:from|join|into|update)\s+(\w+)\b/g)]
      .filter(([, table = '']) => !new RegExp(`\\b${table} as (materialized )?\\(`).test(code))
      .map(([, table = '']) => areaOfTable.get(table)),
  ]
  const floor = floorOf.get(area) ?? 0
  return [...new Set(named)]
    .filter((other) => other !== undefined)
    .filter((other) => other !== area && (floorOf.get(other) ?? 0) >= floor)
    .sort()
}

const sources = readdirSync('app/domain', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/domain/${name}`)
  .filter((name) => /\/.+\/.+\/.+\.ts$/.test(name) && !name.endsWith('.test.ts'))

test('exactly the listed files name tables of areas above their own', () => {
  const found = sources.map((file) => [file, namedAbove(file)] as const)

  expect(Object.fromEntries(found.filter(([, areas]) => areas.length > 0))).toEqual(upwardTables)
})

test('the list of files that name tables above their floor only shrinks', () => {
  expect(Object.values(upwardTables).flat()).toHaveLength(most)
})

test('the tables of the domain are found', () => {
  expect(areaOfTable.get('pixel_events')).toBe('events')
  expect(areaOfTable.has('users')).toBe(true)
  expect(areaOfTable.get('users')).toBeUndefined()
})
