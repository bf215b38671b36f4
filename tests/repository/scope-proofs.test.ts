/** Who creates scopes: the list in .config/scope-provers.cjs is exact, and only shrinks. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const { scopeProvers, areaProvers } = createRequire(import.meta.url)(
  '../../.config/scope-provers.cjs',
) as {
  scopeProvers: Readonly<Record<string, string>>
  areaProvers: Readonly<Record<string, readonly string[]>>
}

/** Lower it with the list. Never raise it: a new caller takes its scope from an existing look-up. */
const most = 11

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))

const importers = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()

test('exactly the listed files create scopes', () => {
  expect(importers(/from '[^']*\/prove-scope\.ts'/)).toEqual(Object.keys(scopeProvers).sort())
})

test('the list of files that create scopes only shrinks', () => {
  expect(Object.keys(scopeProvers)).toHaveLength(most)
})

test('an area’s own prover is on the list, and used only in its folders', () => {
  for (const [prover, folders] of Object.entries(areaProvers)) {
    expect(scopeProvers).toHaveProperty([prover])
    const name = prover.replace(/^.*\//, '').replace('.', '\\.')
    const outside = importers(new RegExp(`from '[^']*/${name}'`)).filter(
      (file) => !folders.some((folder) => file.startsWith(`${folder}/`)),
    )
    expect(outside).toEqual([])
  }
})
