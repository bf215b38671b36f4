/** The tables of a database, as its catalog has them. */
import type pg from 'pg'
import { z } from 'zod'

export type MovedTable = {
  schema: string
  name: string
  /** Without those that the database computes. */
  columns: readonly string[]
  /** Some of its rows may have megabytes. */
  hasBytes: boolean
  /** Condition of the rows that are copied. Absent: all of them. */
  where?: string
}

type Partition = { parent: string; name: string; from: string; to: string }

type ForeignKey = { table: string; name: string; definition: string }

/** A connection, with the rights of the tables' owner. */
export type Owner = Pick<pg.ClientBase, 'query'>

/** All tables of a schema, by name; partitions are part of their table. */
export async function listTables(owner: Owner, schema: string): Promise<MovedTable[]> {
  const { rows } = await owner.query(
    `select c.relname as name, json_agg(a.attname order by a.attname) as columns,
      bool_or(a.atttypid = 'bytea'::regtype) as "hasBytes"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`,
    [schema],
  )
  const shape = z.object({
    name: z.string(),
    columns: z.array(z.string()),
    hasBytes: z.boolean(),
  })
  return z
    .array(shape)
    .parse(rows)
    .map((table) => ({ schema, ...table }))
}

/** Partitions by range of our tables, with their bounds as texts. */
export async function listPartitions(owner: Owner): Promise<Partition[]> {
  const { rows } = await owner.query(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent and p.relkind = 'p'
    where c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  const shape = z.object({ parent: z.string(), name: z.string(), bounds: z.string() })
  return z
    .array(shape)
    .parse(rows)
    .map(({ bounds, ...partition }) => {
      const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bounds) ?? []
      if (from === undefined || to === undefined)
        throw new Error(`${partition.name} has other bounds than a range: ${bounds}`)
      return { ...partition, from, to }
    })
}

export async function listForeignKeys(owner: Owner): Promise<ForeignKey[]> {
  const { rows } = await owner.query(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  const shape = z.object({ table: z.string(), name: z.string(), definition: z.string() })
  return z.array(shape).parse(rows)
}

/** The last value of each sequence that has given one. */
export async function listSequences(owner: Owner): Promise<{ name: string; last: string }[]> {
  const { rows } = await owner.query(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name,
      last_value::text as last
    from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return z.array(z.object({ name: z.string(), last: z.string() })).parse(rows)
}
