/** Counts submissions of forms that pages list for their owner, each report once. */
import type pg from 'pg'
import { storeReports } from '#app/db/store-reports.server.ts'
import type { FormEvent } from '#app/contract/pixel-events.ts'
import { createReportQueue, type ReportQueue } from '#app/lib/async/report-queue.ts'
import { freshReports } from './fresh-reports.ts'

/** Per site. Bounded, because page reports can be faked. */
export const maxListedForms = 50

export type FormReport = Pick<FormEvent, 'id' | 'page' | 'form'> & {
  siteId: number
  /** The server's clock. Browsers' clocks can't be trusted. */
  receivedAt: Date
}

/**
 * - `duplicate`: counted before; nothing changed.
 * - `not_listed`: the site doesn't list its forms, or doesn't exist.
 * - `too_many`: the site's list is full.
 */
export type FormOutcome = 'accepted' | 'duplicate' | 'not_listed' | 'too_many'

export type FormReports = ReportQueue<FormReport, FormOutcome>

export const createFormReports = ({ pool }: { pool: pg.Pool }): FormReports =>
  createReportQueue((reports) => store(pool, reports))

const statement = `
with given as (
  select row.*, sites.team_id
  from json_to_recordset($1::json) as row (
    place int, site_id bigint, id text, page text, name text, selector text, email_field text,
    fields text, boxes text, received_at timestamptz
  )
  left join sites on sites.id = row.site_id and sites.forms_listed_until > row.received_at
),
${freshReports},
summed as materialized (
  select distinct on (site_id, page, name) site_id, team_id, page, name, selector, email_field,
    fields, boxes,
    count(*) over (partition by site_id, page, name) as total,
    max(received_at) over (partition by site_id, page, name) as last_at
  from chosen
  order by site_id, page, name, place desc
),
ranked as materialized (
  select summed.*, listed.site_id is not null as is_known,
    row_number() over (partition by summed.site_id, listed.site_id is null order by summed.page, summed.name)
      + (select count(*) from listed_forms as others where others.site_id = summed.site_id) as rank
  from summed left join listed_forms as listed using (site_id, page, name)
),
counted as (
  insert into listed_forms as listed
    (site_id, team_id, page, name, selector, email_field, fields, boxes, total, last_at)
  select site_id, team_id, page, name, selector, email_field, fields, boxes, total, last_at
  from ranked
  where is_known or rank <= ${String(maxListedForms)}
  order by site_id, page, name
  on conflict (site_id, page, name) do update set
    selector = excluded.selector, email_field = excluded.email_field, fields = excluded.fields,
    boxes = excluded.boxes, last_at = greatest(listed.last_at, excluded.last_at),
    total = listed.total + excluded.total
  returning site_id, page, name
)
select place,
  case when (site_id, page, name) in (select site_id, page, name from counted)
    then 'accepted' else 'too_many' end as fate
from chosen
union all
select place, 'not_listed' from given where team_id is null`

const store = (pool: pg.Pool, reports: readonly FormReport[]): Promise<FormOutcome[]> =>
  storeReports(pool, { name: 'store_forms', text: statement }, reports.map(rowOf))

const rowOf = ({ siteId, id, page, form, receivedAt }: FormReport, place: number) => ({
  place,
  site_id: siteId,
  id,
  page,
  name: form.name,
  selector: form.selector,
  email_field: form.email,
  fields: form.fields,
  boxes: form.boxes,
  received_at: receivedAt,
})
