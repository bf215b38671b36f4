/**
 * The members with the highest counts, in columns: selected by one column, and only then read in
 * the others.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { partsOf, readClosedUntil, type SumDimension } from './sums.server.ts'
import type { StatsWindow } from './totals.ts'

export type RankingColumn<Key extends string> = {
  key: Key
  dimension: SumDimension
  type: PixelEventType
}

export type RankingWanted<Key extends string> = {
  window: StatsWindow
  /**
   * The first one ranks. Members without a count in it are ranked by the next one, after all
   * others.
   */
  columns: readonly [RankingColumn<Key>, ...RankingColumn<Key>[]]
  limit: number
  /** How many members to skip; none by default. */
  offset?: number
}

export type RankingRow<Key extends string> = { member: string; totals: Record<Key, number> }

/** All other dimensions have few members, so all their columns are read in one go. */
const manyMembers: readonly SumDimension[] = ['nudge', 'after', 'page', 'product']

/** Up to so many are looked up one by one in the other columns. For a file, all are read. */
const mostLookups = 100

/** Omits members without counts. */
export async function readRanking<Key extends string>(
  { db }: Services,
  site: SiteScope,
  { window, columns, limit, offset = 0 }: RankingWanted<Key>,
): Promise<RankingRow<Key>[]> {
  const closedUntil = await readClosedUntil(db)
  const partsIn: PartsIn<Key> = (some, members) =>
    sql.join(
      dimensionsOf(some).map((dimension) =>
        keyed(dimension, some, (types) =>
          partsOf(site, { window, dimension, types, ...(members ? { members } : {}) }, closedUntil),
        ),
      ),
      sql` union all `,
    )

  return db.asTeam(site, async (tx) => {
    const isRanked = limit <= mostLookups && manyMembers.includes(columns[0].dimension)
    if (!isRanked || columns.length === 1)
      return readTotals(tx, partsIn(columns), { columns, limit, offset })

    const found = (await findFirst(tx, partsIn, { columns, limit, offset })).slice(offset)
    const members = found.map(({ member }) => member)
    if (members.length === 0) return []
    // Members from later columns have no counts in this one.
    const [first, ...others] = columns
    const rows = await readSums(tx, partsIn(others, members))
    return found.map(({ member, key, total }) => {
      const known: Record<string, number> = key === first.key ? { [key]: total } : {}
      for (const row of rows) if (row.member === member) known[row.key] = Number(row.total)
      return { member, totals: { ...zerosOf(columns), ...known } }
    })
  })
}

type Columns<Key extends string> = readonly RankingColumn<Key>[]
type PartsIn<Key extends string> = (columns: Columns<Key>, members?: readonly string[]) => SQL
type Page<Key extends string> = { columns: Columns<Key>; limit: number; offset: number }

const dimensionsOf = <Key extends string>(columns: Columns<Key>) => [
  ...new Set(columns.map(({ dimension }) => dimension)),
]

/**
 * Rows of `member`, `key` and `total`. Some dimensions contain the whole site as a member without a
 * name.
 */
function keyed<Key extends string>(
  dimension: SumDimension,
  columns: Columns<Key>,
  parts: (types: PixelEventType[]) => SQL,
): SQL {
  const keyColumns = columns.filter((column) => column.dimension === dimension)
  const keys = sql.join(
    keyColumns.map(({ type, key }) => sql`when ${type} then ${key}`),
    sql` `,
  )
  return sql`
    select member, case type ${keys} end as key, total
    from (${parts(keyColumns.map(({ type }) => type))}) as part
    where ${dimension === 'after' ? sql`member <> ''` : sql`true`}`
}

type Found<Key extends string> = { member: string; key: Key; total: number }

/**
 * Column by column until there are enough, including the skipped ones. Usually the first one is
 * enough.
 */
async function findFirst<Key extends string>(
  tx: Queries,
  partsIn: PartsIn<Key>,
  { columns, limit, offset }: Page<Key>,
): Promise<Found<Key>[]> {
  const found: Found<Key>[] = []
  for (const column of columns) {
    const known = sql.param(found.map(({ member }) => member))
    const others = found.length === 0 ? sql`true` : sql`member <> all(${known}::text[])`
    const { rows } = await tx.execute<{ member: string; total: string }>(sql`
      select member, sum(total) as total from (${partsIn([column])}) as part
      where ${others}
      group by member
      order by sum(total) desc, member
      limit ${offset + limit - found.length}`)
    for (const { member, total } of rows)
      found.push({ member, key: column.key, total: Number(total) })
    if (found.length >= offset + limit) break
  }
  return found
}

type KeyedSum = { member: string; key: string; total: string }

async function readSums(tx: Queries, parts: SQL): Promise<KeyedSum[]> {
  const { rows } = await tx.execute<KeyedSum>(sql`
    select member, key, sum(total) as total from (${parts}) as part group by 1, 2`)
  return rows
}

const zerosOf = <Key extends string>(columns: Columns<Key>) =>
  Object.fromEntries(columns.map(({ key }) => [key, 0])) as Record<Key, number>

/** All members in all columns. */
async function readTotals<Key extends string>(
  tx: Queries,
  parts: SQL,
  { columns, limit, offset }: Page<Key>,
): Promise<RankingRow<Key>[]> {
  const { rows } = await tx.execute<{ member: string; totals: Partial<Record<Key, number>> }>(sql`
    select member, json_object_agg(key, total) as totals
    from (select member, key, sum(total) as total from (${parts}) as part group by 1, 2) as sums
    group by member
    order by ${orderOf(columns)}, member
    limit ${limit} offset ${offset}`)
  return rows.map(({ member, totals }) => ({ member, totals: { ...zerosOf(columns), ...totals } }))
}

/** Each column breaks ties among members without counts in the previous ones. */
const orderOf = <Key extends string>(columns: Columns<Key>): SQL =>
  sql.join(
    columns.map(({ key }, at) => {
      const before = columns.slice(0, at).map((column) => column.key)
      const total = sql`coalesce(sum(total) filter (where key = ${key}), 0)`
      const none = sql`coalesce(sum(total) filter (where key = any(${sql.param(before)}::text[])), 0) = 0`
      return at === 0 ? sql`${total} desc` : sql`case when ${none} then ${total} else 0 end desc`
    }),
    sql`, `,
  )
