import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { longFiles } from '../long-files.ts'
import {
  betweenEngines,
  listPgliteFiles,
  listProductTests,
  listStatementModules,
  modulesOf,
  openedOverHttp,
} from '../pglite-files.ts'

const chosen = listPgliteFiles()
const foldersOf = (files: readonly string[]) =>
  [...new Set(files.map((file) => path.dirname(file)))].sort()

test('every module with whole statements is met by a test on PGlite', () => {
  const reached = new Set(chosen.flatMap((file) => modulesOf(file)))

  const unreached = listStatementModules().filter(
    (module) => !reached.has(module) && !(module in betweenEngines),
  )

  // A module that tests reach by imports now leaves the table.
  expect(unreached.sort()).toEqual(Object.keys(openedOverHttp).sort())
})

test('a module between the engines is met by the test that opens both', () => {
  for (const [module, file] of Object.entries(betweenEngines))
    expect(modulesOf(file)).toContain(module)
})

test('a screen that is opened over HTTP alone is opened on PGlite', () => {
  const opening = Object.values(openedOverHttp).map((name) => `tests/product/${name}.test.ts`)

  expect(opening.filter((file) => !chosen.includes(file))).toEqual([])
})

test('every area has a test on PGlite', () => {
  expect(foldersOf(chosen)).toEqual(foldersOf(listProductTests()))
})

test.each([
  ['asks for its engine', 'nudges/sweep-claims'],
  ['reads the catalog', 'platform/database'],
  ['runs the command line', 'platform/cli'],
  ['kills a process', 'platform/kill'],
  ['reads partitions', 'events/partitions'],
])('a test that %s runs on PGlite', (_deed, name) => {
  expect(chosen).toContain(`tests/product/${name}.test.ts`)
})

test('the list of long files names files that exist', () => {
  expect(Object.keys(longFiles).filter((file) => !existsSync(file))).toEqual([])
})
