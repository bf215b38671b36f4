/** The effect of nudges: visitors who can see them, compared with the holdout group. */
import { sum } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { visitorDays } from '#app/db/schema/events.ts'
import type { Services } from '#app/services.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import { dayAt, startOfDay, type Days, type Span } from '#app/lib/days/counted-days.ts'
import { addDays, type Day } from '#app/lib/zoned-days.ts'
import { firstSeenIn, visitorUnit, wholeDays } from '../visitors.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { compareArms, type Arms, type ArmComparison } from './compare-arms.ts'
import { readRevenueEffect, type RevenueEffect } from './read-revenue.server.ts'
import { sampleRatio, type SampleRatio } from './sample-ratio.ts'

type Measured = {
  unit: typeof visitorUnit
  holdoutPercent: number
  /** The days that count, all with the same holdout percentage. */
  window: Span
  /** The same. When none of the chosen days counts, the first is after the last. */
  days: Days
  /**
   * They begin with the group, so its range may be looked at as often as one likes. Another choice of days is
   * for one look, as each is a separate measurement.
   */
  isFromStart: boolean
  /** The site’s, in which days are counted. */
  timeZone: string
  arms: Arms
  sampleRatio: SampleRatio
  /** Null before there are enough orders. */
  revenue: RevenueEffect | null
}

/**
 * - `no_experiment`: the site has no holdout group.
 * - `untrusted`: the group sizes don't match the split, so no effect can be shown until the cause
 *   is found.
 * - `compared`: the result, which may be that there is not enough data yet.
 */
export type Effect =
  | { kind: 'no_experiment' }
  | (Measured & { kind: 'untrusted' })
  | (Measured & { kind: 'compared'; comparison: ArmComparison })

/**
 * Covers whole days, from the first day that had only the current percentage: adding up two
 * different splits would look like an effect.
 *
 * @param window null: from the start of the holdout group, or of its current percentage, until today
 */
export async function readEffect(
  { db, now }: Services,
  site: SiteScope,
  window: Span | null,
): Promise<Effect> {
  const found = await db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ options: sites.options, changed: sites.holdoutSince, created: sites.createdAt })
      .from(sites)
      .where(inSite(sites, site))
    const start = startOfGroup(site, { changed: null, created: now(), ...row })
    const counting = cut(
      site,
      window ?? { from: start, to: new Date(now().getTime() + 1) },
      row?.changed ? start : null,
    )
    const counted = await tx
      .select({
        arm: visitorDays.arm,
        visitors: sum(visitorDays.visitors).mapWith(Number),
        converters: sum(visitorDays.converters).mapWith(Number),
      })
      .from(visitorDays)
      .where(firstSeenIn(site, counting))
      .groupBy(visitorDays.arm)
    const { holdout } = fullOptions(row?.options ?? {})
    const arms = armsOf(counted)
    const group = { column: 'arm', shown: 'shown', holdout: 'holdout' } as const
    const isCounting = holdout > 0 && counting.from < counting.to
    const revenue = isCounting
      ? await readRevenueEffect(tx, site, { span: counting, start, group, visitors: arms })
      : null
    const isFromStart = counting.from <= start
    return { holdoutPercent: holdout, window: counting, isFromStart, arms, revenue }
  })
  const { timeZone } = site
  const { holdoutPercent, arms } = found
  if (holdoutPercent === 0) return { kind: 'no_experiment' }

  const visitors = { shown: arms.shown.visitors, holdout: arms.holdout.visitors }
  const { from, to } = found.window
  const measured = {
    unit: visitorUnit,
    ...found,
    timeZone,
    days: { from: dayAt(timeZone, from), to: dayAt(timeZone, new Date(to.getTime() - 1)) },
    sampleRatio: sampleRatio(visitors, { holdoutPercent }),
  } as const
  if (measured.sampleRatio.isAlarming) return { kind: 'untrusted', ...measured }
  return { kind: 'compared', ...measured, comparison: compareArms(arms, { holdoutPercent }) }
}

/** After the day of the change, which had both percentages. A site that never changed it began with it. */
function startOfGroup(
  site: SiteScope,
  { changed, created }: { changed: Date | null; created: Date },
): Date {
  const { timeZone } = site
  const day = changed === null ? dayAt(timeZone, created) : firstMeasuredDay(site, changed)
  return startOfDay(timeZone, day)
}

/** @param earliest null: the percentage never changed */
function cut(site: SiteScope, window: Span, earliest: Date | null): Span {
  const { from, to } = wholeDays(site, window)
  return { from: earliest !== null && earliest > from ? earliest : from, to }
}

/**
 * The day that begins with the change, otherwise the next one. Not the next hour: a visitor from
 * before the change could convert after it, and would be a converter without a visitor.
 */
export function firstMeasuredDay({ timeZone }: Pick<SiteScope, 'timeZone'>, changedAt: Date): Day {
  const day = dayAt(timeZone, changedAt)
  const isWhole = startOfDay(timeZone, day).getTime() === changedAt.getTime()
  return isWhole ? day : addDays(day, 1)
}

function armsOf(rows: readonly { arm: string; visitors: number; converters: number }[]): Arms {
  const of = (arm: keyof Arms) => {
    const row = rows.find((one) => one.arm === arm)
    return { visitors: row?.visitors ?? 0, converters: row?.converters ?? 0 }
  }
  return { shown: of('shown'), holdout: of('holdout') }
}
