/** Experiments with single nudges, and what was counted on their sides. */
import { and, desc, eq, inArray, isNotNull, isNull, sum, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { experimentDays, nudgeExperiments, nudges } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Side } from '#app/domain/allocation/assign-variant.ts'
import type { EffectWords } from './effect-words.ts'
import type { ExperimentKind } from '#app/domain/nudges/experiments/experiment-choices.ts'
import {
  judgeExperiment,
  sayEffect,
  sideNames,
  tellExperiment,
  type ExperimentEffect,
  type Sides,
} from './experiment-effect.ts'

export type Experiment = {
  id: number
  kind: ExperimentKind
  /** Percent of the visitors on side `b`. */
  share: number
  startedAt: Date
  /** Null: it runs. */
  endedAt: Date | null
  kept: Side | null
  sides: Sides
  /** What each side gets. */
  names: Record<Side, string>
  effect: ExperimentEffect
  /** The effect, told. */
  words: EffectWords
  /** The same in a few words. */
  says: string
  nudge: { uuid: string; name: string }
}

export type NudgeExperiments = {
  /** The one that runs on the site, whichever nudge it is with. */
  running: Experiment | null
  /** Those with this nudge that are over, newest first. */
  ended: Experiment[]
}

/** So many stand on one screen. */
const listed = 20

/** Of one nudge. */
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

/** Of the whole site, newest first. */
export const listExperiments = ({ db }: Services, site: SiteScope): Promise<Experiment[]> =>
  db.asTeam(site, (tx) => readWhere(tx, site, undefined))

/** What stands beside a nudge in a list. */
export type NewestExperiment = Pick<Experiment, 'kind' | 'endedAt'> & {
  /** What it tells, in a few words. */
  says: string
}

/** The newest one of each of these nudges that ever had any. */
export async function newestExperiments(
  tx: Queries,
  site: SiteScope,
  nudgeIds: readonly number[],
): Promise<Map<number, NewestExperiment>> {
  if (nudgeIds.length === 0) return new Map()
  const newest = await tx
    .selectDistinctOn([nudgeExperiments.nudgeId], {
      ...{ id: nudgeExperiments.id, nudgeId: nudgeExperiments.nudgeId },
      ...{ kind: nudgeExperiments.kind, share: nudgeExperiments.share },
      endedAt: nudgeExperiments.endedAt,
    })
    .from(nudgeExperiments)
    .where(and(ofSite(site), inArray(nudgeExperiments.nudgeId, [...nudgeIds])))
    .orderBy(nudgeExperiments.nudgeId, desc(nudgeExperiments.startedAt))
  const counted = await countSides(
    tx,
    site,
    newest.map(({ id }) => id),
  )
  return new Map(
    newest.map(({ id, nudgeId, kind, share, endedAt }) => {
      const sides = counted(id)
      const says = sayEffect(judgeExperiment({ kind, share, sides }))
      return [nudgeId, { kind, endedAt, says }]
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
      ...{ id: nudgeExperiments.id, kind: nudgeExperiments.kind, share: nudgeExperiments.share },
      startedAt: nudgeExperiments.startedAt,
      endedAt: nudgeExperiments.endedAt,
      kept: nudgeExperiments.kept,
      nudge: { uuid: nudges.uuid, name: nudges.name },
    })
    .from(nudgeExperiments)
    .innerJoin(nudges, eq(nudges.id, nudgeExperiments.nudgeId))
    .where(and(ofSite(site), which))
    .orderBy(desc(nudgeExperiments.startedAt), desc(nudgeExperiments.id))
    .limit(listed)
  const counted = await countSides(
    tx,
    site,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const sides = counted(row.id)
    const effect = judgeExperiment({ ...row, sides })
    const words = tellExperiment(row.kind, effect)
    return { ...row, sides, names: sideNames[row.kind], effect, words, says: sayEffect(effect) }
  })
}

/** Of each of the experiments; nobody was seen in one without rows. */
async function countSides(
  tx: Queries,
  site: SiteScope,
  ids: readonly number[],
): Promise<(id: number) => Sides> {
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
          .where(
            and(
              eq(experimentDays.teamId, site.teamId),
              eq(experimentDays.siteId, site.siteId),
              inArray(experimentDays.experimentId, [...ids]),
            ),
          )
          .groupBy(experimentDays.experimentId, experimentDays.side)
  const of = (id: number, side: Side) => {
    const row = rows.find((one) => one.id === id && one.side === side)
    return { visitors: row?.visitors ?? 0, converters: row?.converters ?? 0 }
  }
  return (id) => ({ a: of(id, 'a'), b: of(id, 'b') })
}

const ofSite = (site: SiteScope) =>
  and(eq(nudgeExperiments.teamId, site.teamId), eq(nudgeExperiments.siteId, site.siteId))
