/** One open database per process, on the engine of the run, emptied for every world. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '#app/db/open.server.ts'

export type TestDatabase = OpenDatabase & {
  /** PostgreSQL's address; absent for the embedded database. */
  url: string | undefined
  dataDir: string
}

/** A table above this holds so many rows, living or deleted, that new files are cheaper. */
const manyBytes = 256 * 1024

/** Outlives the test file, whose modules may be loaded anew for the next one. */
const kept = globalThis as { footfallTestDatabase?: Promise<TestDatabase> }

/** The process' database without any rows. Not for two tests at once. */
export async function emptyDatabase(): Promise<TestDatabase> {
  kept.footfallTestDatabase ??= openTestDatabase()
  const database = await kept.footfallTestDatabase
  await removeRows(database)
  // What a world leaves beside the database is no other world's.
  for (const name of ['erasures', 'outbox']) {
    rmSync(path.join(database.dataDir, name), { recursive: true, force: true })
  }
  return database
}

/** Address of a new PostgreSQL database with all tables and no rows. */
export async function copyPostgresTemplate(): Promise<string> {
  const template = new URL(inject('postgresTemplate'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = new URL(template)
  server.pathname = '/postgres'
  await query(server.href, `create database ${name} template ${template.pathname.slice(1)}`)

  const url = new URL(template)
  url.pathname = `/${name}`
  // Rights on a database are not part of what a copy takes over.
  await query(url.href, `grant create on database ${name} to footfall_system`)
  return url.href
}

async function openTestDatabase(): Promise<TestDatabase> {
  // The unit tests' project provides no engine, whatever the types say.
  const engine = inject('engine') as 'pglite' | 'postgres' | undefined
  if (engine === undefined) {
    throw new Error(
      'Tests that need a database live in tests/product, where both engines run them.',
    )
  }
  const dataDir = mkdtempSync(path.join(inject('folder'), 'data-'))
  const isPostgres = engine === 'postgres'
  const url = isPostgres ? await copyPostgresTemplate() : undefined
  const database = await openDatabase({
    url,
    dataDir,
    address: 'http://localhost',
    template: isPostgres ? null : inject('pgliteTemplate'),
  })
  return { ...database, url, dataDir }
}

/**
 * New files for every table cost PGlite a fifth of a second, so rows are deleted where there are few.
 * The locks wait for whatever the test before left under way, as `truncate` does by itself.
 */
async function removeRows({ db, pool }: OpenDatabase): Promise<void> {
  const found = await pool.query<{ name: string; bytes: string; kind: string }>(
    `select oid::regclass::text as name, relkind as kind, pg_relation_size(oid) as bytes
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const listed = (tables: typeof found.rows) => sql.raw(tables.map(({ name }) => name).join(', '))
  const used = found.rows.filter(({ kind, bytes }) => kind === 'r' && Number(bytes) > 0)
  await db.transaction(async (tx) => {
    // The pool's own role may do none of this; `none` is the owner that it stepped down from.
    await tx.execute(sql`set local role none`)
    if (used.some(({ bytes }) => Number(bytes) > manyBytes)) {
      await tx.execute(sql`truncate ${listed(found.rows)} restart identity cascade`)
    } else {
      await tx.execute(sql`lock table ${listed(found.rows)} in access exclusive mode`)
      // All of them go, so nobody has to ask the foreign keys.
      await tx.execute(sql`set local session_replication_role = replica`)
      const statements = used.map(({ name }) => `delete from ${name};`)
      await tx.execute(sql.raw(`do $$ begin ${statements.join(' ')} end $$`))
      await tx.execute(sql`
        select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null`)
    }
    await tx.execute(sql`drop schema if exists pgboss cascade`)
  })
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
