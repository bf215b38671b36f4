/** How rows are locked: "Locks" in docs/architecture.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#app/db/schema/index.ts'

/** They delete the row that they lock. */
const deleting = [
  'app/domain/activities/exclusions.server.ts',
  'app/domain/lifecycle/delete-site.server.ts',
  'app/domain/lifecycle/erase-team.server.ts',
  'app/domain/lifecycle/erase-user.server.ts',
]

const tables = Object.entries<unknown>(schema).flatMap(([name, value]) =>
  is(value, PgTable) ? [{ name, table: getTableConfig(value) }] : [],
)
const referred = new Set(
  tables.flatMap(({ table }) =>
    table.foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
  ),
)
/** As the code names them. */
const parents = new Set(
  tables.filter(({ table }) => referred.has(table.name)).map(({ name }) => name),
)

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

/** The tables that a file locks against rows that refer to them. */
const lockedIn = (source: string): string[] =>
  [...source.matchAll(/\.for\('update'(?:, \{ of: (\w+))?/g)].map(
    ({ index, 1: of }) =>
      of ?? [...source.slice(0, index).matchAll(/\.from\((\w+)\)/g)].at(-1)?.[1] ?? '',
  )

test('a row that others refer to is locked against them only before it is deleted', () => {
  expect(parents).toContain('teams')
  const found = sources
    .filter((file) => !deleting.includes(file))
    .flatMap((file) =>
      lockedIn(readFileSync(file, 'utf8'))
        .filter((table) => parents.has(table))
        .map((table) => `${file}: ${table}`),
    )
  expect(found).toEqual([])
})

/** Transactions of a file, each up to the next one. */
const transactionsIn = (source: string): string[] =>
  source.split(/ransaction\(|asTeam\(|\nexport |\n(?:async )?function /).slice(1)

test('a transaction locks its organization before the person', () => {
  const person = /\b(?:lockUser|lockOwner|requireStillConfirmed|requireSameProof)\(tx/
  const found = sources.flatMap((file) =>
    transactionsIn(readFileSync(file, 'utf8'))
      .filter((text) => text.includes('lockTeam(tx') && person.test(text))
      .map((text) => ({ file, isInOrder: text.indexOf('lockTeam(tx') < text.search(person) })),
  )
  expect(found.map(({ file }) => file)).toContain('app/domain/lifecycle/ownership.server.ts')
  expect(found.filter(({ isInOrder }) => !isInOrder)).toEqual([])
})

test('a transaction locks its site before it changes anything else of it', () => {
  const site = /\b(?:lockSite|dropCachedStock)\(tx/
  const change = /tx\s*\.(?:insert|update|delete)\(|\.for\('|\b(?:store|note|record|remove)\w*\(tx/
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/ransaction\(|asTeam\(|changeSite\(|\nexport |\n(?:async )?function /)
      .slice(1)
      .filter((text) => site.test(text) && change.test(text))
      .map((text) => ({ file, isInOrder: text.search(site) < text.search(change) })),
  )
  expect(found.map(({ file }) => file)).toContain('app/domain/products/read-feed.server.ts')
  expect(found.filter(({ isInOrder }) => !isInOrder)).toEqual([])
})

/** The text of a statement that locks its rows, up to the lock. */
const claimsIn = (source: string): string[] =>
  [...source.matchAll(/skipLocked: true|skip locked/g)].map(({ index }) => {
    const before = source.slice(0, index)
    return before.slice(
      Math.max(before.lastIndexOf('  const '), before.lastIndexOf('execute(sql`')),
    )
  })

/**
 * As a subquery behind `in`, a limit with a lock can be read again for each row of the other side, and
 * then gives other rows each time: the statement changes more rows than the limit says. A common table
 * expression with a lock is read once, and so is a subquery behind `=`.
 * https://www.postgresql.org/docs/17/queries-with.html#QUERIES-WITH-CTE-MATERIALIZATION
 */
test('a statement that claims rows reads them once', () => {
  const found = sources.flatMap((file) =>
    claimsIn(readFileSync(file, 'utf8')).map((claim) => ({ file, claim })),
  )
  expect(found.map(({ file }) => file)).toContain('app/domain/shops/backfill.server.ts')
  const isReadOnce = /\.\$with\(|= await tx|as materialized|where id = \(/
  expect(found.filter(({ claim }) => !isReadOnce.test(claim))).toEqual([])
})
