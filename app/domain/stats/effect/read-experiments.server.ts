/** Experiments with single nudges, and the counts of their variants. */
import { and, desc, eq, inArray, isNotNull, isNull, sum, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { experimentDays } from '#app/db/schema/events.ts'
import { nudgeExperiments, nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Variant } from '#app/domain/allocation/assign-variant.ts'
import type { EffectDescription } from './effect-text.ts'
import type { ExperimentKind } from '#app/domain/nudges/experiments/experiment-choices.ts'
import {
  evaluateExperiment,
  formatEffect,
  variantNames,
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
  return rows.map((row) => {
    const variants = counted(row.id)
    const effect = evaluateExperiment({ ...row, variants })
    const description = describeExperiment(row.kind, effect)
    return {
      ...row,
      variants,
      names: variantNames[row.kind],
      effect,
      description,
      summary: formatEffect(effect),
    }
  })
}

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
