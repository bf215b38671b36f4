/** Web Vitals of pages with nudges, compared with the holdout group. */
import { and, gte, lte, sql } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { speedDays } from '#app/db/schema/events.ts'
import type { Services } from '#app/services.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayAt } from '#app/lib/days/counted-days.ts'
import { addDays } from '#app/lib/zoned-days.ts'
import type { DayRange } from './range.ts'
import {
  percentileOf,
  type BucketTotal,
  type Percentile,
} from '#app/domain/events/web-vitals-buckets.ts'
import {
  compareWebVital,
  webVitalsGroups,
  webVitalsPercentile,
  type WebVitalsComparison,
  type WebVitalsGroup,
} from './web-vitals-text.ts'
import { webVitalsMetrics, type WebVitalsMetric } from '#app/contract/pixel-events.ts'

export type MetricWebVitals = {
  metric: WebVitalsMetric
  groups: Record<WebVitalsGroup, Percentile | null>
  /** Null: see `split`. */
  comparison: WebVitalsComparison | null
}

export type WebVitals = {
  /** Measured page loads. */
  pages: number
  metrics: MetricWebVitals[]
  /**
   * Whether the groups can be compared: not without a holdout group, and not if its percentage
   * changed during these days, because the groups then differ by more than nudges. `since` is the
   * first day after the change.
   */
  split: { kind: 'one' } | { kind: 'no_holdout' } | { kind: 'changed'; since: string }
}

/** A single query. Excludes times when nudges were paused. */
export async function readWebVitals(
  { db }: Services,
  site: SiteScope,
  range: Pick<DayRange, 'from' | 'to'>,
): Promise<WebVitals> {
  const { row, sums } = await db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ options: sites.options, since: sites.holdoutSince })
      .from(sites)
      .where(inSite(sites, site))
    const sums = await tx
      .select({
        arm: speedDays.arm,
        metric: speedDays.metric,
        bucket: speedDays.bucket,
        total: sql<number>`sum(${speedDays.total})::float8`,
      })
      .from(speedDays)
      .where(
        and(inSite(speedDays, site), gte(speedDays.day, range.from), lte(speedDays.day, range.to)),
      )
      .groupBy(speedDays.arm, speedDays.metric, speedDays.bucket)
    return { row, sums }
  })

  const { holdout } = fullOptions(row?.options ?? {})
  const changedOn = row?.since ? dayAt(site.timeZone, row.since) : null
  const split = splitOf(holdout, changedOn, range)
  const metrics = webVitalsMetrics.map((metric) => {
    const ofMetric = sums.filter((sum) => sum.metric === metric)
    const of = (arm: WebVitalsGroup) =>
      histogramOf(
        metric,
        ofMetric.filter((sum) => sum.arm === arm),
      )
    const found = { shown: of('shown'), holdout: of('holdout'), none: of('none') }
    const comparison = split.kind === 'one' ? compareWebVital(found.shown, found.holdout) : null
    return { metric, groups: found, comparison }
  })
  const mainThread = metrics.find(({ metric }) => metric === 'own')
  return {
    // Every report contains this metric.
    pages: webVitalsGroups.reduce((sum, group) => sum + (mainThread?.groups[group]?.pages ?? 0), 0),
    metrics,
    split,
  }
}

const histogramOf = (metric: WebVitalsMetric, totals: readonly BucketTotal[]) =>
  percentileOf(metric, totals, webVitalsPercentile)

/** The day of the change had both percentages. */
function splitOf(
  holdout: number,
  changedOn: string | null,
  { from }: Pick<DayRange, 'from' | 'to'>,
): WebVitals['split'] {
  if (holdout === 0) return { kind: 'no_holdout' }
  if (changedOn === null || changedOn < from) return { kind: 'one' }
  return { kind: 'changed', since: addDays(changedOn, 1) }
}
