/** Lists a site's changes with their days, to be read next to its figures. */
import { sql } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { nudgeExperiments, nudges, nudgeVersions } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayAt, type Span } from '#app/lib/days/counted-days.ts'

type NudgeChange =
  | 'published'
  | 'changed'
  | 'published_again'
  | 'archived'
  | 'experiment_started'
  | 'experiment_ended'

type Found =
  | { at: string; kind: NudgeChange; name: string; uuid: string }
  | { at: string; kind: 'holdout' | 'site_paused'; name: null; uuid: null }

export type SiteChange = {
  /** `2026-03-02`. */
  day: string
  text: string
  /** Path of the screen that has more about it. */
  to: string
}

/** The newest ones. A chart has no room for more. */
const mostChanges = 100

/**
 * Oldest first. Contains only what is stored with its time: the holdout percentage and the pause of
 * the whole site with their newest change, and no pause of a single nudge.
 */
export async function readSiteChanges(
  { db }: Services,
  site: SiteScope,
  { from, to }: Span,
): Promise<SiteChange[]> {
  const { rows } = await db.asTeam(site, (tx) =>
    // By nudge, because that's how both tables are indexed.
    tx.execute<Found>(sql`
      with site_nudges as (
        select id, uuid, name, published_at, archived_at from ${nudges} where ${inSite(nudges, site)}
      ), versions as (
        select nudge_id, created_at as at,
          row_number() over (partition by nudge_id order by version) = 1 as is_first
        from site_nudges join ${nudgeVersions} on nudge_id = site_nudges.id
        where not exists (
          select from ${nudgeExperiments} as experiment
          where experiment.nudge_id = site_nudges.id
            and experiment.version_b = ${nudgeVersions.version})
      ), experiments as (
        select nudge_id, started_at, ended_at
        from site_nudges join ${nudgeExperiments} on nudge_id = site_nudges.id
      ), of_nudges as (
        select nudge_id, at, case when is_first then 'published' else 'changed' end as kind
        from versions
        union all
        select id, published_at,
          case when exists (select from versions where nudge_id = id)
            then 'published_again' else 'published' end
        from site_nudges
        where not exists (select from versions where nudge_id = id and at = published_at)
          and not exists (select from experiments where nudge_id = id and ended_at = published_at)
        union all select id, archived_at, 'archived' from site_nudges
        union all select nudge_id, started_at, 'experiment_started' from experiments
        union all select nudge_id, ended_at, 'experiment_ended' from experiments
      ), changes as (
        select at, kind, name, uuid from of_nudges join site_nudges on site_nudges.id = nudge_id
        union all select holdout_since, 'holdout', null, null from ${sites} where ${inSite(sites, site)}
        union all select paused_at, 'site_paused', null, null from ${sites} where ${inSite(sites, site)}
      )
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, name, uuid
      from changes
      where at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
      order by changes.at desc, kind, name limit ${mostChanges}`),
  )
  return rows.map((found) => describeFound(found, site)).toReversed()
}

function describeFound(found: Found, { timeZone }: SiteScope): SiteChange {
  const day = dayAt(timeZone, new Date(found.at))
  if (found.kind === 'holdout')
    return { day, text: 'The holdout group was changed', to: '/statistics/effect#holdout' }
  if (found.kind === 'site_paused') return { day, text: 'All nudges were paused', to: '/' }
  return {
    day,
    text: `“${found.name}”: ${nudgeWords[found.kind]}`,
    to: `/nudges/${found.uuid}`,
  }
}

const nudgeWords: Record<NudgeChange, string> = {
  published: 'published',
  changed: 'changes published',
  published_again: 'published again',
  archived: 'archived',
  experiment_started: 'experiment started',
  experiment_ended: 'experiment ended',
}
