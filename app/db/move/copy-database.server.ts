/**
 * Copies all rows of one database into another one with the same tables, and compares them there.
 *
 * Rows travel as JSON that the databases write and read themselves, so no number or time passes through
 * a type of JavaScript.
 */
import pg from 'pg'
import { z } from 'zod'
import { Refusal } from '#app/lib/errors.ts'
import {
  listForeignKeys,
  listPartitions,
  listSequences,
  listTables,
  type MovedTable,
  type Owner,
} from './catalog.server.ts'

export type Copied = { tables: number; rows: number }

/** Rows that travel together. */
const batch = { usual: 1_000, withBytes: 20 }

/** Both sides write the same value as the same text. */
const sameTexts = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** One that holds data has some of them. */
const tablesOfAccounts = ['users', 'teams', 'sites']

type Sides = {
  /** In a transaction that sees everything. */
  source: Owner
  /** In a transaction of the tables' owner, which the caller commits. */
  target: Owner
}

/**
 * @throws Refusal `conflict` when the target holds accounts already
 * @throws Error when the tables differ, or what arrived isn't what was sent
 */
export async function copyTables({ source, target }: Sides): Promise<Copied> {
  await source.query(sameTexts)
  await target.query(sameTexts)
  await refuseAccounts(target)
  const tables = await listTables(source, 'public')
  requireSame(tables, await listTables(target, 'public'))
  for (const { parent, name, from, to } of await listPartitions(source))
    await target.query('select make_partition($1, $2, $3, $4)', [parent, name, from, to])

  const keys = await listForeignKeys(target)
  // Tables refer to each other in circles. Adding the keys again checks each row.
  for (const { table, name } of keys)
    await target.query(`alter table ${table} drop constraint ${name}`)
  await target.query(`truncate ${tables.map(nameOf).join(', ')}`)
  for (const table of tables)
    await target.query(`alter table ${nameOf(table)} disable trigger user`)

  let rows = 0
  for (const table of tables) rows += await copyTable({ source, target }, table)

  for (const table of tables) await target.query(`alter table ${nameOf(table)} enable trigger user`)
  for (const { table, name, definition } of keys)
    await target.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, last } of await listSequences(source))
    await target.query('select setval($1::regclass, $2::bigint)', [name, last])
  return { tables: tables.length, rows }
}

export type LibraryTable = {
  schema: string
  name: string
  /** Condition of the rows that are copied. */
  where: string
  /** Role that owns the table. */
  role: string
}

/** Rows of a table of a library, instead of those that the target has in it. @returns how many */
export async function copyLibraryTable({ source, target }: Sides, wanted: LibraryTable) {
  const { schema, name, where, role } = wanted
  const found = (await listTables(source, schema)).find((table) => table.name === name)
  if (!found) return 0
  await target.query(`set local role ${role}; delete from ${nameOf(found)}`)
  const copied = await copyTable({ source, target }, { ...found, where })
  await target.query('set local role none')
  return copied
}

async function refuseAccounts(target: Owner): Promise<void> {
  for (const table of tablesOfAccounts) {
    const { rows } = await target.query(`select 1 from ${table} limit 1`)
    if (rows.length === 0) continue
    throw new Refusal(
      'conflict',
      'The database of DATABASE_URL holds accounts already. Create an empty one, then try again.',
    )
  }
}

function requireSame(tables: readonly MovedTable[], others: readonly MovedTable[]): void {
  const shapeOf = (all: readonly MovedTable[]) =>
    all.map(({ name, columns }) => `${name}: ${columns.join(', ')}`)
  const known = new Set(shapeOf(others))
  const [other] = shapeOf(tables).filter((shape) => !known.has(shape))
  if (other !== undefined || tables.length !== others.length)
    throw new Error(`The two databases have other tables: ${other ?? 'some are missing'}`)
}

async function copyTable({ source, target }: Sides, table: MovedTable): Promise<number> {
  const columns = columnsOf(table)
  const insert = `insert into ${nameOf(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${nameOf(table)}, $1::json)`
  const many = String(table.hasBytes ? batch.withBytes : batch.usual)
  await source.query(
    `declare moved no scroll cursor for
      select row_to_json(t)::text as row from (select ${columns} from ${rowsOf(table)}) t`,
  )
  for (;;) {
    const { rows } = await source.query(`fetch ${many} from moved`)
    if (rows.length === 0) break
    const texts = z.array(z.object({ row: z.string() })).parse(rows)
    await target.query(insert, [`[${texts.map(({ row }) => row).join(',')}]`])
  }
  await source.query('close moved')

  const [sent, arrived] = [await sumOf(source, table), await sumOf(target, table)]
  if (sent.count !== arrived.count || sent.digest !== arrived.digest)
    throw new Error(`${table.name} arrived with other values: ${JSON.stringify({ sent, arrived })}`)
  return Number(sent.count)
}

const sum = z.object({ count: z.string(), digest: z.string() })

/** Differs when any value of any row does. The order of rows doesn't count. */
async function sumOf(owner: Owner, table: MovedTable) {
  const { rows } = await owner.query(
    `select count(*)::text as count,
      coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text as digest
    from (select ${columnsOf(table)} from ${rowsOf(table)}) t`,
  )
  return sum.parse(rows[0])
}

const columnsOf = ({ columns }: MovedTable) =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ')

const rowsOf = (table: MovedTable) =>
  `${nameOf(table)}${table.where ? ` where ${table.where}` : ''}`

const nameOf = ({ schema, name }: MovedTable) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
