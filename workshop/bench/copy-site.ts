/**
 * Copies a site with its nudges and activities, because creating ten thousand through the domain
 * would take minutes.
 */
import type pg from 'pg'

/** Columns that identify a row or its owner, which get new values. */
const identityColumns = ['id', 'uuid', 'site_id', 'team_id', 'url', 'external_id']

/** Adds this many copies of the given site to the teams in turn. */
export async function copySite(
  pool: pg.Pool,
  siteId: number,
  { count, teamIds }: { count: number; teamIds: number[] },
): Promise<void> {
  if (count < 1) return
  const site = await columnsOf(pool, 'sites')
  const { rows } = await pool.query<{ id: string }>(
    `insert into sites (team_id, url, ${site})
     select ($1::bigint[])[1 + number % $2], 'https://copy-' || gen_random_uuid() || '.example', ${site}
     from sites cross join generate_series(1, $3::int) as number
     where id = $4
     returning id`,
    [teamIds, teamIds.length, count, siteId],
  )
  const copies = [rows.map(({ id }) => id), siteId]
  const nudge = await columnsOf(pool, 'nudges')
  await pool.query(
    `insert into nudges (site_id, team_id, ${nudge})
     select copy.id, copy.team_id, ${nudge}
     from nudges as source cross join (select id, team_id from sites where id = any($1)) as copy
     where source.site_id = $2`,
    copies,
  )
  const activity = await columnsOf(pool, 'activities')
  await pool.query(
    `insert into activities (site_id, team_id, external_id, ${activity})
     select copy.id, copy.team_id, external_id, ${activity}
     from activities as source cross join (select id, team_id from sites where id = any($1)) as copy
     where source.site_id = $2`,
    copies,
  )
}

async function columnsOf(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all($2)`,
    [table, identityColumns],
  )
  return rows.map(({ name }) => name).join(', ')
}
