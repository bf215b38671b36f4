/**
 * Activities that only a page reported (docs/threats.md T23). Stored in quarantine, or approved if
 * the owner approves those of the site's pages automatically. Never approved when their page is
 * unknown. Never overwrites a report of the shop itself.
 */
import { createHash } from 'node:crypto'
import { storeReports } from '#app/db/store-reports.server.ts'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { PageActivity } from '#app/contract/page-activities.ts'
import { defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { createReportQueue, type ReportQueue } from '#app/lib/async/report-queue.ts'
import { dayOf } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { emailIn, fingerprintOfHash } from './email-fingerprint.server.ts'
import { plainPageActivity } from './plain-fact.ts'

export type PageReport = {
  siteId: number
  activity: PageActivity
  /** `origin`: from a page on the site's host, according to a header. */
  trust: 'origin' | 'unknown'
  /** Also the time of the activity, because pages report immediately. */
  receivedAt: Date
}

/**
 * - `accepted`: stored, can be shown.
 * - `quarantined`: stored; needs approval, or hidden by an exclusion.
 * - `duplicate`: known before, from any source; nothing changed.
 * - `unknown_site`: not stored.
 * - `too_many`: not stored; the site's pages have reported enough for a day.
 */
export type PageActivityOutcome =
  | 'accepted'
  | 'quarantined'
  | 'duplicate'
  | 'unknown_site'
  | 'too_many'

export type PageActivities = ReportQueue<PageReport, PageActivityOutcome>

/** Larger than other reports. */
const maxBytes = 16 * 1024 * 1024

/**
 * New activities that a site's pages can report in a day (UTC), in each process. More than any shop
 * has, and few enough to look through and delete.
 */
const maxPerSiteAndDay = 20_000

export function createPageActivities(
  { pool, security: { secrets } }: Pick<Services, 'pool' | 'security'>,
  maxToday = maxPerSiteAndDay,
): PageActivities {
  const queue = createReportQueue<PageReport, PageActivityOutcome>(
    (reports) =>
      storeReports(
        pool,
        { name: 'store_page_activities', text: statement },
        reports.map((report, place) => rowOf(secrets, report, place)),
      ),
    { maxBytes },
  )
  let countedDay = ''
  const stored = new Map<number, number>()

  /** How many the site has stored on the day of that report. */
  function storedToday({ siteId, receivedAt }: PageReport): number {
    const day = dayOf(receivedAt)
    if (day !== countedDay) stored.clear()
    countedDay = day
    return stored.get(siteId) ?? 0
  }

  return {
    async record(reports, since) {
      const [first] = reports
      // All of them come from one page.
      if (first && storedToday(first) + reports.length > maxToday) {
        return reports.map(() => 'too_many')
      }
      const outcomes = await queue.record(reports, since)
      const isNew = (outcome: PageActivityOutcome) =>
        outcome === 'accepted' || outcome === 'quarantined'
      if (first) stored.set(first.siteId, storedToday(first) + outcomes.filter(isNew).length)
      return outcomes
    },
    drain: queue.drain,
  }
}

const ruleOf = {
  purchase: 'preApprovePurchases',
  signup: 'preApproveSignups',
  review: 'preApproveReviews',
} as const satisfies Record<ActivityKind, keyof SiteOptions>

/**
 * Sorted by key, so that two statements with the same ids wait for each other instead of
 * deadlocking.
 */
const statement = `
with given as (
  select row.*, sites.team_id, excluding.id as exclusion_id,
    case when excluding.id is not null then 'hidden'
      when row.trust = 'origin' and coalesce((sites.options ->> row.rule)::boolean, row.is_approved)
      then 'approved' else 'quarantined' end as approval
  from json_to_recordset($1::json) as row (
    place int, site_id bigint, kind text, external_id text, trust text, rule text,
    is_approved boolean, first_name text, email_hash text, city text, country text, product_title text,
    product_url text, product_image text, stars int, body text, body_hash text, at timestamptz
  )
  left join sites on sites.id = row.site_id
  left join lateral (
    select exclusions.id from exclusions
    where exclusions.site_id = row.site_id and (
      (exclusions.field = 'country' and exclusions.value = row.country)
      or (exclusions.field = 'product' and lower(exclusions.value) = lower(row.product_title))
    )
    order by exclusions.id
    limit 1
  ) excluding on true
),
chosen as materialized (
  select distinct on (site_id, kind, external_id) *
  from given
  where team_id is not null
  order by site_id, kind, external_id, place
),
stored as (
  insert into activities
    (team_id, site_id, kind, external_id, source, trust, approval, exclusion_id, first_name,
      email_hash, city, country, product_title, product_url, product_image, stars, body, state,
      is_test, is_showable, body_hash, occurred_at, received_at)
  select team_id, site_id, kind, external_id, 'pixel', trust, approval, exclusion_id, first_name,
    email_hash, city, country, product_title, product_url, product_image, stars, body, 'confirmed',
    false, true, body_hash, at, at
  from chosen
  where not exists (
    -- A connected shop reported it before.
    select from activities as theirs
    where theirs.site_id = chosen.site_id and theirs.kind = chosen.kind
      and theirs.external_id = chosen.external_id and theirs.account <> ''
  ) and not exists (
    select from activities as theirs
    where theirs.site_id = chosen.site_id and theirs.kind = chosen.kind
      and theirs.order_number = chosen.external_id
  )
  -- As the rows of programs are sorted, whatever the collation of the database.
  order by site_id, kind collate "C", external_id collate "C"
  on conflict (site_id, kind, external_id, account) do nothing
  returning site_id, kind, external_id
)
select place, case approval when 'approved' then 'accepted' else 'quarantined' end as fate
from chosen
where (site_id, kind, external_id) in (select site_id, kind, external_id from stored)
union all
select place, 'unknown_site' from given where team_id is null`

const rowOf = (
  secrets: Secrets,
  { siteId, activity: sent, trust, receivedAt }: PageReport,
  place: number,
) => {
  const activity = plainPageActivity(sent)
  return {
    place,
    site_id: siteId,
    kind: activity.kind,
    ...personOf(secrets, activity),
    trust,
    rule: ruleOf[activity.kind],
    is_approved: defaultSiteOptions[ruleOf[activity.kind]],
    first_name: activity.first_name,
    city: activity.city,
    country: activity.country,
    product_title: activity.product?.title,
    product_url: activity.product?.url,
    product_image: activity.product?.image,
    stars: activity.kind === 'review' ? activity.stars : undefined,
    body: activity.kind === 'review' ? activity.body : undefined,
    body_hash: createHash('sha256')
      .update(JSON.stringify(withoutEmail(activity)))
      .digest('hex'),
    at: receivedAt,
  }
}

/**
 * Two sign-ups with one address are one, for example after a double click. Stores a keyed
 * fingerprint instead of the page's hash, which others could test addresses against.
 */
const personOf = (secrets: Secrets, activity: PageActivity) => {
  const idEmail = emailIn(activity.id)
  const sent = activity.kind === 'signup' ? activity.email_hash : null
  const hash = sent || (idEmail && createHash('sha256').update(idEmail).digest('hex'))
  if (!hash) return { external_id: activity.id, email_hash: null }
  const fingerprint = fingerprintOfHash(secrets, hash)
  return { external_id: `address ${fingerprint}`, email_hash: fingerprint }
}

const withoutEmail = (activity: PageActivity) => {
  const { id, ...facts } = activity
  const rest = emailIn(id) === null ? { ...facts, id } : facts
  return activity.kind === 'signup' ? { ...rest, email_hash: undefined } : rest
}
