/** Empties databases that are used again. */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import type { OpenDatabase } from '#app/db/open.server.ts'

type Table = { name: string; bytes: string; kind: string }

/** A table above this holds so many rows, living or deleted, that new files are cheaper. */
const manyBytes = 256 * 1024

/**
 * Leaves a database as its template was. New files for every table cost PGlite a fifth of a second, so
 * rows are deleted where there are few.
 */
export async function removeAllRows({ db, pool }: OpenDatabase): Promise<void> {
  const tables = await listTables(pool)
  await db.transaction(async (tx) => {
    await becomeOwner(tx)
    if (tables.some(({ kind, bytes }) => kind === 'r' && Number(bytes) > manyBytes)) {
      await tx.execute(sql`truncate ${namesOf(tables)} restart identity cascade`)
    } else {
      await deleteFrom(tx, tables)
      await tx.execute(sql`
        select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null`)
    }
    await tx.execute(sql`drop schema if exists pgboss cascade`)
  })
}

/**
 * Resets the database of a running product to its initial state. Ids are never reused, so nothing
 * in the memory of the product is mistaken for something else.
 *
 * @param kept tables whose rows the product created at its start
 */
export async function removeStory({ db, pool }: OpenDatabase, kept: readonly string[]) {
  await db.system.execute(sql`delete from pgboss.job where state <> 'active'`)
  // A job that is still running belongs to the previous test.
  await until(async () => {
    const { rows } = await pool.query("select 1 from pgboss.job where state = 'active' limit 1")
    return rows.length === 0
  })
  const tables = (await listTables(pool)).filter(({ name }) => !kept.includes(name))
  await db.transaction(async (tx) => {
    await becomeOwner(tx)
    await deleteFrom(tx, tables)
    await tx.execute(sql`delete from pgboss.job`)
  })
}

export async function listFilledTables({ db, pool }: OpenDatabase): Promise<string[]> {
  const tables = (await listTables(pool)).filter(({ kind }) => kind === 'r')
  const looks = tables.map(
    ({ name }) => `select '${name}' as name where exists (select 1 from ${name})`,
  )
  return db.transaction(async (tx) => {
    await becomeOwner(tx)
    const { rows } = await tx.execute<{ name: string }>(sql.raw(looks.join(' union all ')))
    return rows.map(({ name }) => name)
  })
}

async function listTables(pool: OpenDatabase['pool']): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select oid::regclass::text as name, relkind as kind, pg_relation_size(oid) as bytes
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return rows
}

/** The pool's role can't do any of this; `none` is the owner's role. */
export const becomeOwner = (tx: Queries) => tx.execute(sql`set local role none`)

const namesOf = (tables: readonly Table[]) => sql.raw(tables.map(({ name }) => name).join(', '))

/** The locks wait for whatever is still running, as `truncate` does. */
async function deleteFrom(tx: Queries, tables: readonly Table[]): Promise<void> {
  await tx.execute(sql`lock table ${namesOf(tables)} in access exclusive mode`)
  // Everything is deleted, so foreign keys needn't be checked.
  await tx.execute(sql`set local session_replication_role = replica`)
  const statements = tables
    .filter(({ kind, bytes }) => kind === 'r' && Number(bytes) > 0)
    .map(({ name }) => `delete from ${name};`)
  await tx.execute(sql.raw(`do $$ begin ${statements.join(' ')} end $$`))
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error('A job does not end.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
