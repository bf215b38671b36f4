/** A page of a breakdown, with the names that people know its members by. */
import { and, eq, inArray } from 'drizzle-orm'
import { goals, nudges } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import type { SiteScope } from '../teams/scope.ts'
import { readBreakdown } from './breakdown.server.ts'
import { rankedTypes, type Breakdown, type Counted } from './breakdown-choice.ts'
import type { Span } from './pieces.ts'

export type RankedRow = {
  /** Unique within its breakdown. */
  member: string
  name: string
  totals: Partial<Record<Counted, number>>
}

export type Ranked = {
  rows: RankedRow[]
  /** The one that ranks. */
  sort: Counted
  /** From 1. */
  page: number
  hasNext: boolean
}

export type RankedWanted = {
  window: Span
  by: Breakdown | 'nudge'
  /** A counted type; the usual one when it is none of the breakdown's. */
  sort: string | null
  page: number
  /** Rows on a page; 25 unless told. */
  size?: number
}

/** Nobody leafs further: who needs all of it takes the file. */
export const mostPages = 400

/** The most first; a member of which nothing was counted is absent. */
export async function readRanked(
  services: Services,
  site: SiteScope,
  { window, by, sort, page, size = 25 }: RankedWanted,
): Promise<Ranked> {
  const types = rankedTypes(by, sort)
  const rows = await readBreakdown(services, site, {
    ...{ window, types, dimension: by === 'goal' ? 'detail' : by },
    ...{ limit: size + 1, offset: (page - 1) * size },
  })
  const members = rows.slice(0, size)
  const nameOf = await readNames(services, site, {
    by,
    members: members.map(({ member }) => member),
  })
  return {
    rows: members.map(({ member, totals }) => ({ member, name: nameOf(member), totals })),
    ...{ sort: types[0], page, hasNext: rows.length > size },
  }
}

/** From the address; the first page when it names none. */
export function readPageNumber(word: string | null): number {
  const page = Number(word ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= mostPages ? page : 1
}

type NamesWanted = { by: Breakdown | 'nudge'; members: readonly string[] }

async function readNames(
  { db }: Services,
  site: SiteScope,
  { by, members }: NamesWanted,
): Promise<(member: string) => string> {
  if (by === 'page') return (member) => (member === '' ? 'Unknown page' : member)
  if (by === 'device') return (member) => deviceNames[member] ?? member
  if (by === 'country') return countryName

  const table = by === 'nudge' ? nudges : goals
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(
        and(
          eq(table.teamId, site.teamId),
          eq(table.siteId, site.siteId),
          inArray(table.id, members.map(Number)),
        ),
      ),
  )
  const names = new Map(rows.map(({ id, name }) => [String(id), name]))
  return (member) => names.get(member) ?? `A deleted ${by}`
}

const deviceNames: Record<string, string> = {
  desktop: 'Desktop',
  mobile: 'Phone',
  tablet: 'Tablet',
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** A header told the code, so it may be any two letters. */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return 'Unknown country'
  return regions.of(code) ?? code
}
