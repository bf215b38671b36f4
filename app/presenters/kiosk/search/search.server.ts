/**
 * Finds people, organizations and sites for staff. Each way to find a row is a query of its own that
 * an index answers, because a condition over several tables would read all rows.
 */
import { desc, eq, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { activities, claims, shops, sites, teams, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { kioskPageSize, pageOf, type KioskPage, type KioskSearch } from './search-page.ts'
import { rarePattern, searchPattern } from './search-pattern.ts'

export type FoundUser = {
  id: number
  name: string
  email: string
  isVerified: boolean
  isStaff: boolean
  createdAt: Date
}

export type FoundTeam = {
  id: number
  name: string
  /** Id in domain/plans/catalog.ts. */
  plan: string
  owner: string
  sites: number
  createdAt: Date
}

export type FoundSite = {
  id: number
  uuid: string
  name: string
  url: string
  team: { id: number; name: string }
  pixelSeenAt: Date | null
  createdAt: Date
}

/** By name, email address and id. Newest first. */
export async function findUsers(
  { db }: Services,
  search: KioskSearch,
): Promise<KioskPage<FoundUser>> {
  const rows = await db.system
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isStaff: users.isStaff,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(pick(users.id, search, waysToUsers))
    .orderBy(desc(users.id))
    .limit(kioskPageSize + 1)
  return pageOf(rows, search)
}

/**
 * By name, slug, id, the owner, the site, the shop and an order. Newest first.
 *
 * @param owners ids of the people who were found for the same search; absent: they are searched
 */
export async function findTeams(
  { db }: Services,
  search: KioskSearch,
  owners?: readonly number[],
): Promise<KioskPage<FoundTeam>> {
  const rows = await db.system
    .select({
      id: teams.id,
      name: teams.name,
      plan: teams.plan,
      owner: users.email,
      sites:
        sql<number>`(select count(*) from ${sites} where ${sites.teamId} = ${teams.id})`.mapWith(
          Number,
        ),
      createdAt: teams.createdAt,
    })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(pick(teams.id, search, (wanted) => waysToTeams(wanted, owners)))
    .orderBy(desc(teams.id))
    .limit(kioskPageSize + 1)
  return pageOf(rows, search)
}

/** By name, address, uuid, the shop, a claim and an order. Newest first. */
export async function findSites(
  { db }: Services,
  search: KioskSearch,
): Promise<KioskPage<FoundSite>> {
  const rows = await db.system
    .select({
      id: sites.id,
      uuid: sites.uuid,
      name: sites.name,
      url: sites.url,
      team: { id: teams.id, name: teams.name },
      pixelSeenAt: sites.pixelSeenAt,
      createdAt: sites.createdAt,
    })
    .from(sites)
    .innerJoin(teams, eq(teams.id, sites.teamId))
    .where(pick(sites.id, search, waysToSites))
    .orderBy(desc(sites.id))
    .limit(kioskPageSize + 1)
  return pageOf(rows, search)
}

/** The typed text, in each form that a way may need. */
type Wanted = { text: string; pattern: string; id: number | null; uuid: string | null }

function pick(
  id: AnyPgColumn,
  { text, before }: KioskSearch,
  waysTo: (wanted: Wanted) => SQL[],
): SQL | undefined {
  const pattern = searchPattern(text)
  if (pattern === null) return before === null ? undefined : lt(id, before)
  const wanted = {
    text,
    pattern,
    id: /^\d{1,15}$/.test(text) ? Number(text) : null,
    uuid: uuidForm.test(text) ? text : null,
  }
  const ways = waysTo(wanted).map((way) => sql`(${way})`)
  return inArray(id, sql`(${sql.join(ways, sql` union `)})`)
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Rows per way: enough for a page and to know that there is more. */
const most = kioskPageSize + 1
const newest = (id: AnyPgColumn) => sql`order by ${id} desc limit ${most}`

/** Looked through without an index, which is faster for what many rows have. */
const recentRows = 2_000

type Searched = {
  table: PgTable
  id: AnyPgColumn
  /** This or the address has to match. Both have an index of trigrams. */
  name: AnyPgColumn
  /** Column of a website URL, domain or email address. Absent: there is none. */
  address?: AnyPgColumn
  /** The column to return. */
  of: AnyPgColumn
}

/**
 * The newest rows that match. PostgreSQL doesn't know how many do, as policies of rows hide its
 * statistics, so it isn't left to choose: if the last rows aren't enough for a page, then so few match
 * that the index is fast.
 */
function newestMatches({ table, id, name, address, of }: Searched, pattern: string): SQL {
  // No address has spaces, and an index would still compare all its words with those of the pattern.
  const texts = address === undefined || /\s/.test(pattern) ? [name] : [name, address]
  const anyLike = (like: string) => sql`(${or(...texts.map((text) => ilike(text, like)))})`
  const rare = rarePattern(pattern)
  // An index can't answer for an expression, so only the rare part is looked up in it.
  const exactly = or(...texts.map((text) => sql`(${text} || '') ilike ${pattern}`))
  const indexed = rare === null ? anyLike(pattern) : sql`${anyLike(rare)} and (${exactly})`
  return sql`with recent as materialized (
      select ${of} as found
      from (select * from ${table} order by ${id} desc limit ${recentRows}) as ${table}
      where ${anyLike(pattern)} ${newest(id)}
    )
    select found from recent
    union
    (select ${of} from ${table}
      where (select count(*) from recent) < ${most} and ${indexed}
      order by ${id} + 0 desc limit ${most})`
}

const waysToUsers = ({ pattern, id }: Wanted): SQL[] => [
  newestMatches(
    { table: users, id: users.id, name: users.name, address: users.email, of: users.id },
    pattern,
  ),
  ...(id === null ? [] : [sql`select ${users.id} from ${users} where ${eq(users.id, id)}`]),
]

/** By its id, or by the number that people know it by. @param of the column that is wanted */
const ofOrders = (text: string, of: AnyPgColumn): SQL[] =>
  [activities.externalId, activities.orderNumber].map(
    (name) => sql`select ${of} from ${activities} where ${eq(name, text)} ${newest(activities.id)}`,
  )

const waysToTeams = (
  { text, pattern, id, uuid }: Wanted,
  owners: readonly number[] | undefined,
): SQL[] => [
  newestMatches({ table: teams, id: teams.id, name: teams.name, of: teams.id }, pattern),
  sql`select ${teams.id} from ${teams} where ${eq(teams.slug, text.toLowerCase())}`,
  sql`select ${teams.id} from ${teams}
    where ${owners ? inArray(teams.ownerId, [...owners]) : ownedBy({ text, pattern, id, uuid })}
    ${newest(teams.id)}`,
  ...ofSites({ text, pattern, uuid }, { site: sites.teamId, shop: shops.teamId }),
  ...ofOrders(text, activities.teamId),
  ...(uuid === null
    ? []
    : [sql`select ${claims.teamId} from ${claims} where ${eq(claims.id, uuid)}`]),
  ...(id === null ? [] : [sql`select ${teams.id} from ${teams} where ${eq(teams.id, id)}`]),
]

const ownedBy = (wanted: Wanted): SQL =>
  sql`${teams.ownerId} in (${sql.join(waysToUsers({ ...wanted, id: null }), sql` union `)})`

const waysToSites = ({ text, pattern, uuid }: Wanted): SQL[] => [
  ...ofSites({ text, pattern, uuid }, { site: sites.id, shop: shops.siteId }),
  ...ofOrders(text, activities.siteId),
  ...(uuid === null
    ? []
    : [sql`select ${claims.siteId} from ${claims} where ${eq(claims.id, uuid)}`]),
]

/** @param of the columns to select */
const ofSites = (
  { pattern, uuid }: Pick<Wanted, 'text' | 'pattern' | 'uuid'>,
  of: { site: AnyPgColumn; shop: AnyPgColumn },
): SQL[] => [
  newestMatches(
    { table: sites, id: sites.id, name: sites.name, address: sites.url, of: of.site },
    pattern,
  ),
  newestMatches(
    { table: shops, id: shops.id, name: shops.name, address: shops.domain, of: of.shop },
    pattern,
  ),
  ...(uuid === null ? [] : [sql`select ${of.site} from ${sites} where ${eq(sites.uuid, uuid)}`]),
]
