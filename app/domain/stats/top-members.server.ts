/** A page of a breakdown, with display names of its members. */
import { and, inArray } from 'drizzle-orm'
import { nudges } from '#app/db/schema/nudges.ts'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { countConversionsByGoal } from '#app/domain/goals/count-conversions.server.ts'
import { readMemberLines } from './member-lines.server.ts'
import { memberName } from './member-names.ts'
import { rankedTypes, type Counted, type Ranking } from './breakdown-choice.ts'
import { daysOver, type Span } from '#app/lib/days/counted-days.ts'
import { countDays } from './range.ts'
import { readProductNames } from './product-names.server.ts'
import { readRanking, type RankingColumn } from './ranking.server.ts'

export type TopMember = {
  /** Unique within its breakdown. */
  member: string
  name: string
  /** The key of its filter. Null or absent: it can't be filtered by. */
  key?: string | null
  /** Image of a product that the shop sent data about; absent for everything else. */
  image?: ImageSource | null
  totals: Partial<Record<Counted, number>>
}

export type TopMembers = {
  rows: TopMember[]
  /** The ranking one. */
  sort: Counted
  /** From 1. */
  page: number
  hasNext: boolean
}

export type TopMembersWanted = {
  window: Span
  by: Ranking
  /** Count to rank by. The default when the breakdown doesn't have it. */
  sort: string | null
  page: number
  /** Rows per page; 25 by default. */
  size?: number
}

/** No one pages further. The file contains everything. */
const mostPages = 400

/** A small line has no room for more days, and reading them takes longer than the table. */
const mostLineDays = 92

/** Members by rank, without what is shown of them. */
type Ranked = Omit<TopMembers, 'rows'> & { rows: Omit<TopMember, 'name'>[] }

/** Highest count first. Omits members without counts. */
export async function readTopMembers(
  services: Services,
  site: SiteScope,
  wanted: TopMembersWanted,
): Promise<TopMembers> {
  const { by } = wanted
  if (by === 'goal') return readTopGoals(services, site, wanted)
  return nameMembers(services, site, {
    by,
    ranked: await rankMembers(services, site, { ...wanted, by }),
  })
}

export type TopTable = {
  ranked: TopMembers
  /**
   * The counts that rank the rows by day, by member; those of products end with a whole day. Null for
   * goals, for columns that are stored under another name, and for long time frames.
   */
  lines: Record<string, number[]> | null
}

/** The same with a line for each row. */
export async function readTopTable(
  services: Services,
  site: SiteScope,
  wanted: TopMembersWanted,
): Promise<TopTable> {
  const { by, window } = wanted
  if (by === 'goal') return { ranked: await readTopGoals(services, site, wanted), lines: null }
  const members = await rankMembers(services, site, { ...wanted, by })
  const [ranked, lines] = await Promise.all([
    nameMembers(services, site, { by, ranked: members }),
    readLines(services, site, { by, ranked: members, window }),
  ])
  return { ranked, lines }
}

async function readLines(
  services: Services,
  site: SiteScope,
  { by, ranked, window }: { by: EventRanking; ranked: Ranked; window: Span },
): Promise<TopTable['lines']> {
  const { sort, rows } = ranked
  const isLong = countDays(daysOver(site.timeZone, window)) > mostLineDays
  if (sort === 'after' || isLong) return null
  const { type } = columnOf(by, sort)
  const members = rows.map(({ member }) => member)
  return readMemberLines(services, site, { by, members, type, span: window })
}

const defaultSize = 25

async function rankMembers(
  services: Services,
  site: SiteScope,
  { window, by, sort, page, size = defaultSize }: TopMembersWanted & { by: EventRanking },
): Promise<Ranked> {
  const [first, ...others] = rankedTypes(by, sort)
  const rows = await readRanking(services, site, {
    window,
    columns: [columnOf(by, first), ...others.map((type) => columnOf(by, type))],
    limit: size + 1,
    offset: (page - 1) * size,
  })
  return { rows: rows.slice(0, size), sort: first, page, hasNext: rows.length > size }
}

async function nameMembers(
  services: Services,
  site: SiteScope,
  { by, ranked }: { by: EventRanking; ranked: Ranked },
): Promise<TopMembers> {
  const members = ranked.rows.map(({ member }) => member)
  const factsOf = await readFacts(services, site, { by, members })
  return { ...ranked, rows: ranked.rows.map((row) => ({ ...row, ...factsOf(row.member) })) }
}

async function readTopGoals(
  services: Services,
  site: SiteScope,
  { window, sort, page, size = defaultSize }: TopMembersWanted,
): Promise<TopMembers> {
  const offset = (page - 1) * size
  const all = await rankGoals(services, site, window)
  const [first] = rankedTypes('goal', sort)
  return {
    rows: all.slice(offset, offset + size),
    sort: first,
    page,
    hasNext: all.length > offset + size,
  }
}

/** All goals with conversions, which aren't events: a shop's server reports some of them. */
async function rankGoals(services: Services, site: SiteScope, window: Span): Promise<TopMember[]> {
  const counted = await countConversionsByGoal(services, site, daysOver(site.timeZone, window))
  return counted
    .sort((one, other) => other.conversions - one.conversions)
    .map(({ id, uuid, name, conversions }) => ({
      member: String(id),
      name,
      key: uuid,
      totals: { goal: conversions },
    }))
}

type EventRanking = Exclude<Ranking, 'goal'>

/** Which dimension a column is read from. */
function columnOf(by: EventRanking, counted: Counted): RankingColumn<Counted> {
  if (counted === 'after') return { key: counted, dimension: 'after', type: 'goal' }
  return { key: counted, dimension: by, type: counted === 'page_goal' ? 'goal' : counted }
}

/** From the URL; the first page by default. */
export function readPageNumber(word: string | null): number {
  const page = Number(word ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= mostPages ? page : 1
}

type Facts = Pick<TopMember, 'name' | 'image' | 'key'>

async function readFacts(
  services: Services,
  site: SiteScope,
  { by, members }: { by: EventRanking; members: readonly string[] },
): Promise<(member: string) => Facts> {
  if (by === 'product') return readProductNames(services, site, members)
  if (by !== 'nudge') {
    return (member) => ({ name: memberName(by, member), key: member === '' ? null : member })
  }

  const rows = await services.db.asTeam(site, (tx) =>
    tx
      .select({ id: nudges.id, uuid: nudges.uuid, name: nudges.name })
      .from(nudges)
      .where(and(inSite(nudges, site), inArray(nudges.id, members.map(Number)))),
  )
  const known = new Map(rows.map(({ id, uuid, name }) => [String(id), { name, key: uuid }]))
  return (member) => known.get(member) ?? { name: 'A deleted nudge', key: null }
}
