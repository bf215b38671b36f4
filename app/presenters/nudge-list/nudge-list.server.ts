/**
 * The nudges of a site for its lists. The number of queries doesn't depend on the number of nudges.
 */
import { and, asc, desc, eq, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { QuerySource } from '#app/contract/activity-sources.ts'
import type { NudgePlacement, StoredRules } from '#app/contract/nudge-rules.ts'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { ListOrder } from '#app/lib/list-order.ts'
import type { Services } from '#app/services.ts'
import {
  newestExperiments,
  type NewestExperiment,
} from '#app/domain/stats/effect/read-experiments.server.ts'
import { lastDays } from '#app/domain/stats/range.ts'
import { dayAt, spanOf } from '#app/lib/days/counted-days.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import {
  availabilityKey,
  readDataAvailability,
  type DataAvailability,
} from './data-availability.server.ts'
import { findPublishBlockers, findMissingData, type NudgeIssue } from './blockers.ts'
import { noFigures, readNudgeFigures, type NudgeFigures } from './figures.server.ts'
import type { ListFilter, ListOrderKey } from './filter.ts'
import { fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'

/** Rows per page. */
export const listPageSize = 25
export const figureDays = 30

export type ListedNudge = {
  uuid: string
  /** Its id in payloads. */
  shortId: string
  name: string
  type: NudgeType
  typeName: string
  state: 'draft' | 'published' | 'paused'
  hasDraft: boolean
  publishAt: Date | null
  rules: Partial<StoredRules>
  placement: NudgePlacement | null
  /** Source filter of its activities; null: all sources. */
  source: QuerySource | null
  /**
   * The newest activity that matches, regardless of the look-back period. Undefined: shows no
   * activities.
   */
  newestAt: Date | null | undefined
  figures: NudgeFigures
  /** Its newest experiment. Null: none. */
  experiment: NewestExperiment | null
  issues: NudgeIssue[]
}

export type NudgeList = {
  rows: ListedNudge[]
  /** How many match the filter. */
  total: number
  /** How many there are without the filter; archived ones separately. */
  counts: { listed: number; archived: number }
  hasNext: boolean
  now: Date
  /** The site's. */
  timeZone: string
}

export type ListWanted = {
  surface: 'popup' | 'inline'
  isArchived: boolean
  filter: ListFilter
  /** Null: display order. */
  order: ListOrder<ListOrderKey> | null
  /** From 1. */
  page: number
}

export async function readNudgeList(
  asked: Services,
  site: SiteScope,
  wanted: ListWanted,
): Promise<NudgeList> {
  const services = shareReads(asked)
  const at = services.now()
  const begin = (wanted.page - 1) * listPageSize
  const byFigure = figureOrder(wanted.order)
  // Issues and figures aren't in the rows. A site has a bounded number of nudges.
  const needsAll = wanted.filter.problem !== undefined || byFigure !== null
  const found = await services.db.asTeam(site, async (tx) => {
    const [{ total, ...counts }, rows] = await Promise.all([
      countNudges(tx, site, wanted),
      readRows(tx, site, { wanted, begin: needsAll ? null : begin }),
    ])
    const facts = await readDataAvailability(tx, site, {
      asked: rows.map(({ dataQuery }) => dataQuery),
      at,
    })
    const checked = rows.map((row) => checkRow(row, { facts, at, surface: wanted.surface }))
    return { counts, checked: checked, total }
  })
  const fitting = found.checked.filter(fits(wanted.filter))
  const window = spanOf(site.timeZone, lastDays(dayAt(site.timeZone, at), figureDays))
  const readFigures = (rows: readonly { id: number }[]) =>
    readNudgeFigures(services, site, { ids: rows.map(({ id }) => id), window })
  const allFigures = byFigure && (await readFigures(fitting))
  const ordered = byFigure && allFigures ? fitting.sort(byFigure(allFigures)) : fitting
  const shown = needsAll ? ordered.slice(begin, begin + listPageSize) : ordered
  const total = needsAll ? fitting.length : found.total
  const ids = shown.map(({ id }) => id)
  const [figures, experiments] = await Promise.all([
    allFigures ?? readFigures(shown),
    services.db.asTeam(site, (tx) => newestExperiments(tx, site, ids)),
  ])
  return {
    rows: shown.map(({ id, ...row }) => ({
      ...row,
      figures: figures.get(id) ?? noFigures,
      experiment: experiments.get(id) ?? null,
    })),
    total,
    counts: found.counts,
    now: at,
    timeZone: site.timeZone,
    hasNext: total > begin + listPageSize,
  }
}

/** Null: the order is the query's. Equal ones keep their display order. */
function figureOrder(order: ListWanted['order']) {
  if (order === null || order.by === 'name') return null
  const { by, isDescending } = order
  return (figures: ReadonlyMap<number, NudgeFigures>) => {
    const figureOf = ({ id }: { id: number }) => (figures.get(id) ?? noFigures)[by]
    const sign = isDescending ? -1 : 1
    return (one: { id: number }, other: { id: number }) => sign * (figureOf(one) - figureOf(other))
  }
}

const fits =
  ({ problem }: ListFilter) =>
  ({ issues }: Pick<ListedNudge, 'issues'>) =>
    problem === undefined
      ? true
      : problem === 'none'
        ? issues.length === 0
        : issues.some(({ kind }) => kind === problem)

async function countNudges(tx: Queries, site: SiteScope, wanted: ListWanted) {
  const [row] = await tx
    .select({
      listed: sql<number>`count(*) filter (where ${nudges.archivedAt} is null)::int`,
      archived: sql<number>`count(*) filter (where ${nudges.archivedAt} is not null)::int`,
      total: sql<number>`count(*) filter (where ${wantedRows(wanted)})::int`,
    })
    .from(nudges)
    .where(and(inSite(nudges, site), eq(nudges.surface, wanted.surface)))
  return row ?? { listed: 0, archived: 0, total: 0 }
}

const wantedRows = ({ isArchived, filter }: ListWanted) =>
  and(
    isArchived ? isNotNull(nudges.archivedAt) : isNull(nudges.archivedAt),
    ...conditionsOf(filter),
  )

type StoredRow = Awaited<ReturnType<typeof readRows>>[number]

/** @param begin null: all rows */
async function readRows(
  tx: Queries,
  site: SiteScope,
  { wanted, begin }: { wanted: ListWanted; begin: number | null },
) {
  const asked = tx
    .select({
      id: nudges.id,
      uuid: nudges.uuid,
      shortId: nudges.shortId,
      name: nudges.name,
      type: nudges.type,
      state: nudges.state,
      query: nudges.query,
      content: nudges.content,
      rules: nudges.rules,
      placement: nudges.placement,
      message: nudges.message,
      look: nudges.look,
      draft: nudges.draft,
      publishAt: nudges.publishAt,
    })
    .from(nudges)
    .where(and(inSite(nudges, site), eq(nudges.surface, wanted.surface), wantedRows(wanted)))
    .orderBy(...orderOf(wanted.order), asc(nudges.position), asc(nudges.id))
  const rows = begin === null ? await asked : await asked.limit(listPageSize).offset(begin)
  return rows.flatMap(({ type: written, ...row }) => {
    const type = nudgeTypes.find((known) => known === written)
    if (type === undefined) return []
    const { name, query, content, rules, placement, message, look, draft } = row
    const settings = draft ?? { name, query, content, rules, placement, message, look }
    return [{ ...row, type, settings, dataQuery: { type, query: fullQuery(type, query) } }]
  })
}

function orderOf(order: ListWanted['order']): SQL[] {
  if (order?.by !== 'name') return []
  const name = sql`lower(${nudges.name})`
  return [order.isDescending ? desc(name) : asc(name)]
}

function conditionsOf({ text, type, state }: ListFilter): (SQL | undefined)[] {
  return [
    text === undefined ? undefined : sql`position(lower(${text}) in lower(${nudges.name})) > 0`,
    type === undefined ? undefined : eq(nudges.type, type),
    state === undefined ? undefined : stateCondition(state),
  ]
}

function stateCondition(state: NonNullable<ListFilter['state']>): SQL | undefined {
  switch (state) {
    case 'on':
      return eq(nudges.state, 'published')
    case 'off':
      return eq(nudges.state, 'paused')
    case 'draft':
      return eq(nudges.state, 'draft')
    case 'changed':
      return and(ne(nudges.state, 'draft'), isNotNull(nudges.draft))
    case 'scheduled':
      return isNotNull(nudges.publishAt)
  }
}

type CheckInput = {
  facts: ReadonlyMap<string, DataAvailability>
  at: Date
  surface: 'popup' | 'inline'
}

function checkRow(row: StoredRow, { facts, at, surface }: CheckInput) {
  const { id, uuid, shortId, name, type, state, settings, draft, publishAt, dataQuery } = row
  const availability = facts.get(availabilityKey(dataQuery) ?? '')
  const missingData = state === 'published' ? findMissingData(dataQuery, availability) : null
  return {
    id,
    uuid,
    shortId,
    name,
    type,
    state,
    publishAt,
    hasDraft: draft !== null,
    typeName: nudgeDefinitions[type].labels.name,
    rules: settings.rules,
    placement: settings.placement,
    source: dataQuery.query.integration,
    newestAt: availability?.newestAt,
    issues: [
      ...findPublishBlockers({ type, surface, settings, at }),
      ...(missingData === null ? [] : [missingData]),
    ],
  }
}
