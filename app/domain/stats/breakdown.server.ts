/** Counts by nudge, nudge type, page, device, country, detail or product. */
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { readRanking, type RankingColumn, type RankingRow } from './ranking.server.ts'
import type { StatsWindow } from './totals.ts'

/**
 * Meaning of a member: a nudge's id, a nudge type (empty when the nudge no longer exists), a page's
 * path, a device, a country code (empty when unknown), for `detail` the id of a goal with `goal` or
 * a reason with `not_shown`, or the shop's id of a product (empty for all beyond the most frequent
 * ones of a day).
 */
type BreakdownDimension = Summed | 'kind'
type Summed = 'nudge' | 'page' | 'device' | 'country' | 'detail' | 'product'

export type BreakdownWanted<Type extends PixelEventType> = {
  window: StatsWindow
  dimension: BreakdownDimension
  /** The first one ranks the members. */
  types: readonly [Type, ...Type[]]
  limit: number
  /** How many members to skip; none by default. */
  offset?: number
}

/** More nudges than a site can have. */
const allNudges = 100_000

/** The members with the highest counts. Omits members without counts. */
export async function readBreakdown<Type extends PixelEventType>(
  services: Services,
  site: SiteScope,
  { dimension, types, ...wanted }: BreakdownWanted<Type>,
): Promise<RankingRow<Type>[]> {
  if (dimension !== 'kind')
    return readRanking(services, site, { ...wanted, columns: columnsOf(dimension, types) })

  const { window, limit, offset = 0 } = wanted
  const columns = columnsOf('nudge', types)
  const rows = await readRanking(services, site, { window, columns, limit: allNudges })
  const byKind = new Map<string, RankingRow<Type>>()
  const kindOf = await readKinds(services, site)
  for (const { member, totals } of rows) {
    const kind = kindOf.get(member) ?? ''
    const before = byKind.get(kind)?.totals ?? totals
    const both = types.map((type) => [type, totals[type] + (byKind.has(kind) ? before[type] : 0)])
    byKind.set(kind, { member: kind, totals: Object.fromEntries(both) as Record<Type, number> })
  }
  return [...byKind.values()]
    .sort((one, other) => other.totals[types[0]] - one.totals[types[0]])
    .slice(offset, offset + limit)
}

function columnsOf<Type extends PixelEventType>(
  dimension: Summed,
  [first, ...others]: readonly [Type, ...Type[]],
): [RankingColumn<Type>, ...RankingColumn<Type>[]] {
  const columnOf = (type: Type) => ({ key: type, dimension, type })
  return [columnOf(first), ...others.map(columnOf)]
}

async function readKinds({ db }: Services, site: SiteScope): Promise<Map<string, string>> {
  const rows = await db.asTeam(site, (tx) =>
    tx.select({ id: nudges.id, type: nudges.type }).from(nudges).where(inSite(nudges, site)),
  )
  return new Map(rows.map(({ id, type }) => [String(id), type]))
}
