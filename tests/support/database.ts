/** One open database per process, with the engine of the run, emptied for every world. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '#app/db/open.server.ts'
import { removeAllRows } from './remove-rows.ts'

export type TestDatabase = OpenDatabase & {
  /** PostgreSQL's URL; absent for the embedded database. */
  url: string | undefined
  dataDir: string
  /** Errors after a commit, oldest first. */
  afterCommitErrors: unknown[]
  /** Errors of transactions that were run again, oldest first. */
  ranAgain: unknown[]
}

/** Outlives the test file, whose modules may be loaded again for the next one. */
const kept = globalThis as { footfallTestDatabase?: Promise<TestDatabase> }

/** The process' database without any rows. Never for two tests at the same time. */
export async function emptyDatabase(): Promise<TestDatabase> {
  kept.footfallTestDatabase ??= openTestDatabase()
  const database = await kept.footfallTestDatabase
  await removeAllRows(database)
  // A request of the last test, whose client disconnected, held a table and waited for another.
  database.ranAgain.splice(0)
  // Files of one world must not affect the next one.
  for (const name of ['erasures', 'outbox']) {
    rmSync(path.join(database.dataDir, name), { recursive: true, force: true })
  }
  return database
}

/** URL of a new PostgreSQL database with all tables and no rows. */
export async function copyPostgresTemplate(): Promise<string> {
  const template = new URL(inject('postgresTemplate'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = new URL(template)
  server.pathname = '/postgres'
  await query(server.href, `create database ${name} template ${template.pathname.slice(1)}`)

  const url = new URL(template)
  url.pathname = `/${name}`
  // Copying a database doesn't copy rights on it.
  await query(url.href, `grant create on database ${name} to footfall_system`)
  return url.href
}

async function openTestDatabase(): Promise<TestDatabase> {
  // The unit tests' project provides no engine, although the type says so.
  const engine = inject('engine') as 'pglite' | 'postgres' | undefined
  if (engine === undefined) {
    throw new Error('Tests that need a database live in tests/product.')
  }
  const dataDir = mkdtempSync(path.join(inject('folder'), 'data-'))
  const isPostgres = engine === 'postgres'
  const url = isPostgres ? await copyPostgresTemplate() : undefined
  const afterCommitErrors: unknown[] = []
  const ranAgain: unknown[] = []
  const database = await openDatabase({
    url,
    dataDir,
    address: 'http://localhost',
    template: isPostgres ? null : inject('pgliteTemplate'),
    onAfterCommitError(error) {
      afterCommitErrors.push(error)
    },
    onRunAgain(error) {
      ranAgain.push(error)
    },
  })
  return { ...database, url, dataDir, afterCommitErrors, ranAgain }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
