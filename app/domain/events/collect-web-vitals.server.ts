/** Counts Web Vitals reports of pages by day, each report once. */
import type pg from 'pg'
import { storeReports } from '#app/db/store-reports.server.ts'
import type { SpeedEvent } from '#app/contract/pixel-events.ts'
import type { Arm } from '#app/domain/allocation/assign-arm.ts'
import { bucketOf } from './web-vitals-buckets.ts'
import { webVitalsMetrics, type WebVitalsMetric } from '#app/contract/pixel-events.ts'
import { createReportQueue, type ReportQueue } from '#app/lib/async/report-queue.ts'
import { freshReports } from './fresh-reports.ts'

export type WebVitalsReport = Pick<SpeedEvent, 'id' | WebVitalsMetric> & {
  siteId: number
  arm: Arm
  /** Day in the site's time zone by the server's clock, since browsers' clocks can't be trusted. */
  day: string
}

/** `duplicate`: counted before; nothing changed. `unknown_site`: not counted. */
export type WebVitalsOutcome = 'accepted' | 'duplicate' | 'unknown_site'

export type WebVitalsReports = ReportQueue<WebVitalsReport, WebVitalsOutcome>

export const createWebVitalsReports = ({ pool }: { pool: pg.Pool }): WebVitalsReports =>
  createReportQueue((reports) => store(pool, reports))

const statement = `
with given as (
  select row.*, sites.team_id
  from json_to_recordset($1::json) as row (
    place int, site_id bigint, id text, arm text, day date, lcp int, cls int, inp int, own int
  )
  left join sites on sites.id = row.site_id
),
${freshReports},
counted as (
  insert into speed_days (site_id, team_id, day, arm, metric, bucket, total)
  select site_id, team_id, day, arm, metric, bucket, count(*)
  from chosen cross join lateral (
    values ('lcp', lcp), ('cls', cls), ('inp', inp), ('own', own)
  ) as figure (metric, bucket)
  where bucket is not null
  group by 1, 2, 3, 4, 5, 6
  order by 1, 3, 4, 5, 6
  on conflict (site_id, day, arm, metric, bucket)
    do update set total = speed_days.total + excluded.total
)
select place, 'accepted' as fate from chosen
union all
select place, 'unknown_site' from given where team_id is null`

const store = (pool: pg.Pool, reports: readonly WebVitalsReport[]): Promise<WebVitalsOutcome[]> =>
  storeReports(pool, { name: 'store_speed', text: statement }, reports.map(rowOf))

const rowOf = ({ siteId, id, arm, day, ...figures }: WebVitalsReport, place: number) => ({
  place,
  site_id: siteId,
  id,
  arm,
  day,
  ...Object.fromEntries(
    webVitalsMetrics.map((metric) => [metric, bucketIn(metric, figures[metric])]),
  ),
})

const bucketIn = (metric: WebVitalsMetric, value: number | undefined) =>
  value === undefined ? null : bucketOf(metric, value)
