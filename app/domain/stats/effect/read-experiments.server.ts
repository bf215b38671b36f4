/** Experiments with single nudges, and the counts of their variants. */
import { and, desc, eq, inArray, isNotNull, isNull, sum, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { experimentDays } from '#app/db/schema/events.ts'
import { nudgeExperiments, nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Variant } from '#app/domain/allocation/assign-variant.ts'
import { dayMillis } from '#app/lib/time.ts'
import { fewestBuyers } from './compare-revenue.ts'
import type { EffectDescription } from './effect-text.ts'
import { readRevenueEffect, type RevenueEffect } from './read-revenue.server.ts'
import type { ExperimentKind } from '#app/domain/nudges/experiments/experiment-choices.ts'
import {
  evaluateExperiment,
  formatEffect,
  variantNames,
  comparedVariants,
  describeExperiment,
  type ExperimentEffect,
  type VariantCounts,
} from './experiment-effect.ts'

export type Experiment = {
  id: number
  kind: ExperimentKind
  /** Percentage of visitors in variant `b`. */
  share: number
  startedAt: Date
  /** Null: it is running. */
  endedAt: Date | null
  kept: Variant | null
  variants: VariantCounts
  /** Names of the variants by what they show. */
  names: Record<Variant, string>
  effect: ExperimentEffect
  /** Description of the effect. */
  description: EffectDescription
  /** Its short form. */
  summary: string
  /** Null before there are enough orders. */
  revenue: RevenueEffect | null
  nudge: { uuid: string; name: string }
}

export type NudgeExperiments = {
  /** The site's running experiment, with any nudge. */
  running: Experiment | null
  /** This nudge's past experiments, newest first. */
  ended: Experiment[]
}

/** Maximum per screen. */
const listed = 20

/** For one nudge. */
export async function readNudgeExperiments(
  { db }: Services,
  site: SiteScope,
  nudgeId: number,
): Promise<NudgeExperiments> {
  const all = await db.asTeam(site, async (tx) => [
    ...(await readWhere(tx, site, isNull(nudgeExperiments.endedAt))),
    ...(await readWhere(
      tx,
      site,
      and(isNotNull(nudgeExperiments.endedAt), eq(nudgeExperiments.nudgeId, nudgeId)),
    )),
  ])
  return {
    running: all.find(({ endedAt }) => endedAt === null) ?? null,
    ended: all.filter(({ endedAt }) => endedAt !== null),
  }
}

/** For the whole site, newest first. */
export const listExperiments = ({ db }: Services, site: SiteScope): Promise<Experiment[]> =>
  db.asTeam(site, (tx) => readWhere(tx, site, undefined))

/** Shown with a nudge in a list. */
export type NewestExperiment = Pick<Experiment, 'kind' | 'endedAt'> & {
  /** The result in a few words. */
  summary: string
}

/** The newest experiment of each of these nudges, where there was one. */
export async function newestExperiments(
  tx: Queries,
  site: SiteScope,
  nudgeIds: readonly number[],
): Promise<Map<number, NewestExperiment>> {
  if (nudgeIds.length === 0) return new Map()
  const newest = await tx
    .selectDistinctOn([nudgeExperiments.nudgeId], {
      id: nudgeExperiments.id,
      nudgeId: nudgeExperiments.nudgeId,
      kind: nudgeExperiments.kind,
      share: nudgeExperiments.share,
      endedAt: nudgeExperiments.endedAt,
    })
    .from(nudgeExperiments)
    .where(and(inSite(nudgeExperiments, site), inArray(nudgeExperiments.nudgeId, [...nudgeIds])))
    .orderBy(nudgeExperiments.nudgeId, desc(nudgeExperiments.startedAt))
  const counted = await countVariants(
    tx,
    site,
    newest.map(({ id }) => id),
  )
  return new Map(
    newest.map(({ id, nudgeId, kind, share, endedAt }) => {
      const variants = counted(id)
      const summary = formatEffect(evaluateExperiment({ kind, share, variants }))
      return [nudgeId, { kind, endedAt, summary }]
    }),
  )
}

async function readWhere(
  tx: Queries,
  site: SiteScope,
  which: SQL | undefined,
): Promise<Experiment[]> {
  const rows = await tx
    .select({
      id: nudgeExperiments.id,
      kind: nudgeExperiments.kind,
      share: nudgeExperiments.share,
      startedAt: nudgeExperiments.startedAt,
      endedAt: nudgeExperiments.endedAt,
      kept: nudgeExperiments.kept,
      nudge: { uuid: nudges.uuid, name: nudges.name },
    })
    .from(nudgeExperiments)
    .innerJoin(nudges, eq(nudges.id, nudgeExperiments.nudgeId))
    .where(and(inSite(nudgeExperiments, site), which))
    .orderBy(desc(nudgeExperiments.startedAt), desc(nudgeExperiments.id))
    .limit(listed)
  const counted = await countVariants(
    tx,
    site,
    rows.map(({ id }) => id),
  )
  const withCounts = rows.map((row) => ({ ...row, variants: counted(row.id) }))
  const revenues = await Promise.all(withCounts.map((row) => readRevenue(tx, site, row)))
  return withCounts.map(({ variants, ...row }, at) => {
    const effect = evaluateExperiment({ ...row, variants })
    const description = describeExperiment(row.kind, effect)
    return {
      ...row,
      variants,
      names: variantNames[row.kind],
      effect,
      description,
      summary: formatEffect(effect),
      revenue: revenues[at] ?? null,
    }
  })
}

type Counted = Pick<Experiment, 'id' | 'kind' | 'startedAt' | 'endedAt' | 'variants'>

/** Not queried before enough visitors converted: orders are conversions. */
function readRevenue(
  tx: Queries,
  site: SiteScope,
  { id, kind, startedAt, endedAt, variants: { a, b } }: Counted,
): Promise<RevenueEffect | null> {
  if (Math.min(a.converters, b.converters) < fewestBuyers) return Promise.resolve(null)
  const [shown, holdout] = comparedVariants[kind]
  const visitors = { a, b }
  return readRevenueEffect(tx, site, {
    // An order is reported up to a day after it was placed, and belongs to the experiment that it names.
    span: { from: startedAt, to: new Date((endedAt?.getTime() ?? endless) + dayMillis) },
    start: startedAt,
    group: { column: 'side', experimentId: id, shown, holdout },
    visitors: { shown: visitors[shown], holdout: visitors[holdout] },
  })
}

/** 1 January 2100, in milliseconds. */
const endless = 4_102_444_800_000

/** Counts by experiment. One without rows had no visitors. */
async function countVariants(
  tx: Queries,
  site: SiteScope,
  ids: readonly number[],
): Promise<(id: number) => VariantCounts> {
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({
            id: experimentDays.experimentId,
            side: experimentDays.side,
            visitors: sum(experimentDays.visitors).mapWith(Number),
            converters: sum(experimentDays.converters).mapWith(Number),
          })
          .from(experimentDays)
          .where(and(inSite(experimentDays, site), inArray(experimentDays.experimentId, [...ids])))
          .groupBy(experimentDays.experimentId, experimentDays.side)
  const of = (id: number, variant: Variant) => {
    const row = rows.find((one) => one.id === id && one.side === variant)
    return { visitors: row?.visitors ?? 0, converters: row?.converters ?? 0 }
  }
  return (id) => ({ a: of(id, 'a'), b: of(id, 'b') })
}
