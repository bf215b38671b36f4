/** A page of a breakdown, with display names of its members. */
import { and, inArray } from 'drizzle-orm'
import { nudges } from '#app/db/schema/index.ts'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { countConversionsByGoal } from '#app/domain/goals/count-conversions.server.ts'
import { rankedTypes, type Counted, type Ranking } from './breakdown-choice.ts'
import type { Span } from './split-window.ts'
import { daysOver } from './range.ts'
import { readProductNames } from './product-names.server.ts'
import { readRanking, type RankingColumn } from './ranking.server.ts'

export type TopMember = {
  /** Unique within its breakdown. */
  member: string
  name: string
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
  /** What to rank by; the default when the breakdown doesn't have it. */
  sort: string | null
  page: number
  /** Rows per page; 25 by default. */
  size?: number
}

/** No one pages further. The file contains everything. */
export const mostPages = 400

/** Highest count first. Omits members without counts. */
export async function readTopMembers(
  services: Services,
  site: SiteScope,
  { window, by, sort, page, size = 25 }: TopMembersWanted,
): Promise<TopMembers> {
  const [first, ...others] = rankedTypes(by, sort)
  const [limit, offset] = [size + 1, (page - 1) * size]
  if (by === 'goal') {
    const all = await rankGoals(services, site, window)
    const rows = all.slice(offset, offset + size)
    return { rows, sort: first, page, hasNext: all.length > offset + size }
  }

  const rows = await readRanking(services, site, {
    window,
    columns: [columnOf(by, first), ...others.map((type) => columnOf(by, type))],
    limit,
    offset,
  })
  const members = rows.slice(0, size)
  const factsOf = await readFacts(services, site, {
    by,
    members: members.map(({ member }) => member),
  })
  return {
    rows: members.map(({ member, totals }) => ({ member, ...factsOf(member), totals })),
    sort: first,
    page,
    hasNext: rows.length > size,
  }
}

/** All goals with conversions, which aren't events: a shop's server reports some of them. */
async function rankGoals(services: Services, site: SiteScope, window: Span): Promise<TopMember[]> {
  const counted = await countConversionsByGoal(services, site, daysOver(window))
  return counted
    .sort((one, other) => other.conversions - one.conversions)
    .map(({ id, name, conversions }) => ({
      member: String(id),
      name,
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

type Facts = Pick<TopMember, 'name' | 'image'>

async function readFacts(
  services: Services,
  site: SiteScope,
  { by, members }: NamesWanted,
): Promise<(member: string) => Facts> {
  if (by === 'product') return readProductNames(services, site, members)
  const nameOf = await readNames(services, site, { by, members })
  return (member) => ({ name: nameOf(member) })
}

type NamesWanted = { by: EventRanking; members: readonly string[] }

async function readNames(
  { db }: Services,
  site: SiteScope,
  { by, members }: NamesWanted,
): Promise<(member: string) => string> {
  if (by === 'page') return (member) => (member === '' ? 'Unknown page' : member)
  if (by === 'device') return (member) => deviceNames[member] ?? member
  if (by === 'country') return countryName

  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ id: nudges.id, name: nudges.name })
      .from(nudges)
      .where(and(inSite(nudges, site), inArray(nudges.id, members.map(Number)))),
  )
  const names = new Map(rows.map(({ id, name }) => [String(id), name]))
  return (member) => names.get(member) ?? 'A deleted nudge'
}

const deviceNames: Record<string, string> = {
  desktop: 'Desktop',
  mobile: 'Phone',
  tablet: 'Tablet',
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The code comes from a header, so it can be any two letters. */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return 'Unknown country'
  return regions.of(code) ?? code
}
