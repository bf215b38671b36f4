/**
 * The product tests that PGlite runs too. PostgreSQL runs all of them, in two thirds of the time. Both are
 * reached through the same driver with the same statements, so what can differ is what a test or the
 * code under it does with the engine itself.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { longFiles } from './long-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A product test that asks for the engine, its catalog, its locks, another client or a process, or
 * whose comment says that it runs on both engines.
 */
const meetsEngine =
  /On both engines|inject\('engine'\)|\.engine\b|\bpg_[a-z]+|\badvisory\b|for update|runCommandLine\(|support\/(?:kills\/|commands\/|product-server)/

/**
 * A server module with whole statements in SQL, transactions or notifications. An expression in a statement that
 * Drizzle builds isn't enough: PGlite is PostgreSQL, so it reads the same expression.
 */
const hasStatements = /\.execute\(|\.query[(<]|\.transaction\(|\blisten\(/

/** From a test to the module it tests, the nearest first: a screen or a call imports the use case. */
const steps = [2, 4, 6]

/** Imports every module, which proves nothing about the test that imports it. */
const composition = 'tests/support/world.ts'

/** Excludes the demo, code that runs in browsers, and the schema. */
const isServed = (file: string) =>
  /^app\/(?!demo\/|pixel\/|db\/schema\/).*\.server\.ts$/.test(file) && !file.includes('.test.')

/** Modules that no test imports, because their screens are opened over HTTP, and where. */
export const openedOverHttp: Readonly<Record<string, string>> = {
  'app/db/start-alone.server.ts': 'platform/kill',
  'app/domain/accounts/staff/impersonation.server.ts': 'accounts/impersonation',
  'app/domain/accounts/staff/suspend-user.server.ts': 'kiosk/suspension',
  'app/domain/connections/try-now.server.ts': 'integrations/try-now',
  'app/domain/deliveries/play-again.server.ts': 'kiosk/deliveries',
  'app/domain/images/photos.server.ts': 'teams/team-logo',
  'app/domain/lifecycle/staff/export-by-staff.server.ts': 'kiosk/erasures-exports',
  'app/domain/lifecycle/staff/suspend-team.server.ts': 'kiosk/suspension',
  'app/domain/lifecycle/staff/transfer-by-staff.server.ts': 'kiosk/transfers',
  'app/domain/lifecycle/wix/join-site.server.ts': 'wix/install-outside',
  'app/domain/support/staff.server.ts': 'kiosk/support',
  'app/server/edge/shared-takings.server.ts': 'platform/kill',
  'app/server/product.server.ts': 'platform/kill',
}

const moving = 'tests/postgres/move-to-postgres.test.ts'

/** Modules that read an embedded database beside PostgreSQL, and the test that opens both. */
export const betweenEngines: Readonly<Record<string, string>> = {
  'app/db/move/catalog.server.ts': moving,
  'app/db/move/copy-database.server.ts': moving,
  'app/server/cli-move.server.ts': moving,
}

/**
 * Every product test that meets the engine itself or opens the screens above; as few others as together import every module
 * with whole statements that product tests import, long ones last; and the first of each folder that has none.
 *
 * @returns paths from the root of the repository, sorted
 */
export function listPgliteFiles(): string[] {
  const tests = listProductTests()
  const opening = new Set(
    Object.values(openedOverHttp).map((name) => `tests/product/${name}.test.ts`),
  )
  const chosen = new Set(tests.filter((test) => meetsEngine.test(read(test)) || opening.has(test)))
  const short = tests.filter((test) => !(test in longFiles))
  for (const count of steps) {
    const reached = (given: readonly string[]) =>
      new Map(given.map((test) => [test, modulesOf(test, count)]))
    addCover(chosen, reached(short))
    addCover(chosen, reached(tests))
  }

  const folders = new Set([...chosen].map((test) => path.dirname(test)))
  for (const test of tests) {
    if (folders.has(path.dirname(test))) continue
    folders.add(path.dirname(test))
    chosen.add(test)
  }
  return [...chosen].sort()
}

/** Adds the test that reaches most of what no chosen one reaches, until nothing is missing. */
function addCover(chosen: Set<string>, reached: ReadonlyMap<string, readonly string[]>): void {
  const missing = new Set([...reached.values()].flat())
  const cover = (test: string) => {
    for (const module of reached.get(test) ?? []) missing.delete(module)
  }
  chosen.forEach(cover)
  while (missing.size > 0) {
    const counts = [...reached].map(
      ([test, modules]) => [test, modules.filter((module) => missing.has(module)).length] as const,
    )
    // The first by name of several.
    const [best] = counts.reduce((one, other) => (other[1] > one[1] ? other : one))
    chosen.add(best)
    cover(best)
  }
}

/** @returns every test file below `tests/product`, sorted */
export const listProductTests = (): string[] =>
  listFiles('tests/product').filter((file) => file.endsWith('.test.ts'))

/** @returns every module of the product with whole statements, transactions or notifications of its own */
export const listStatementModules = (): string[] => listFiles('app').filter(isWithStatements)

/** @returns the modules with statements that a test reaches within these steps from file to file */
export const modulesOf = (test: string, atMost = Math.max(...steps)): string[] =>
  [...distancesFrom(test)].filter(([, steps]) => steps <= atMost).map(([module]) => module)

/** Modules with statements, and how many imports away they are. */
const distancesFrom = remembered((test: string) => {
  const distances = new Map([[test, 0]])
  // Grows while it is read.
  for (const [file, distance] of distances) {
    if (distance === Math.max(...steps)) break
    for (const next of importsOf(file)) {
      if (!distances.has(next)) distances.set(next, distance + 1)
    }
  }
  return new Map([...distances].filter(([file]) => isWithStatements(file)))
})

const isWithStatements = remembered(
  (file: string) => isServed(file) && hasStatements.test(read(file)),
)

const importPath = /(?:\bfrom |\bimport\()'((?:#app|#tests|\.{1,2})\/[^']+)'/g

const importsOf = remembered((file: string) =>
  [...read(file).matchAll(importPath)]
    .map(([, name = '']) =>
      name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
    )
    .filter((name) => name !== composition && existsSync(path.join(root, name))),
)

const read = remembered((file: string) => readFileSync(path.join(root, file), 'utf8'))

function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      return entry.isDirectory() ? listFiles(name) : [name]
    })
    .sort()
}

function remembered<T>(find: (file: string) => T): (file: string) => T {
  const known = new Map<string, T>()
  return (file) => {
    const value = known.get(file) ?? find(file)
    known.set(file, value)
    return value
  }
}
