/**
 * The one statement that stores events and counts them, so that raw rows and sums are equal at every
 * moment. Hand-written: it runs for every event that a page reports.
 */
import type pg from 'pg'
import type { PixelEvent } from '../../contract/pixel.ts'

export type ReceivedEvent = {
  siteId: number
  event: PixelEvent
  outcome: 'accepted' | 'bot' | 'quarantined'
  /** The server's clock: a browser's own says nothing. */
  receivedAt: Date
}

/** What the database made of a row. The unknown ones are not stored. */
export type Fate = 'stored' | 'duplicate' | 'unknown_site' | 'unknown_nudge' | 'unknown_claim'

/**
 * Both inserts go in the order of their keys: two statements that meet wait for each other instead
 * of deadlocking.
 */
const statement = `
with given as (
  select * from unnest(
    $1::bigint[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
    $8::timestamptz[]
  ) with ordinality
    as row (site_id, id, type, nudge_uuid, claim_id, page, outcome, received_at, place)
),
judged as (
  select given.*, sites.team_id, nudges.id as nudge_id,
    case
      when sites.id is null then 'unknown_site'
      when given.nudge_uuid is not null and nudges.id is null then 'unknown_nudge'
      when given.claim_id is not null and claims.id is null then 'unknown_claim'
    end as reason
  from given
  left join sites on sites.id = given.site_id
  left join nudges on nudges.uuid = given.nudge_uuid and nudges.site_id = given.site_id
  left join claims on claims.id = given.claim_id and claims.nudge_id = nudges.id
),
stored as (
  insert into pixel_events
    (site_id, id, team_id, type, nudge_id, claim_id, page, outcome, received_at)
  select distinct on (site_id, id)
    site_id, id, team_id, type, nudge_id, claim_id, page, outcome, received_at
  from judged
  where reason is null
  order by site_id, id, place
  on conflict (site_id, id) do nothing
  returning site_id, id, team_id, type, nudge_id, outcome, received_at
),
counted as (
  insert into hourly_events (site_id, team_id, hour, nudge_id, type, total)
  select site_id, team_id, date_trunc('hour', received_at, 'UTC'), coalesce(nudge_id, 0), type,
    count(*)
  from stored
  where outcome = 'accepted'
  group by 1, 2, 3, 4, 5
  order by 1, 3, 4, 5
  on conflict (site_id, hour, nudge_id, type)
    do update set total = hourly_events.total + excluded.total
)
select site_id, id, null::int as place, null as reason from stored
union all
select null, null, place::int, reason from judged where reason is not null`

type Row = { site_id: string; id: string; reason: null } | { place: number; reason: Fate }

/** Longer than any healthy batch takes; the server's own limit does not help when it hangs. */
const answerMillis = 5_000

/** @returns the fate of each event, in the order given */
export async function storeEvents(pool: pg.Pool, events: ReceivedEvent[]): Promise<Fate[]> {
  const query = {
    name: 'store_events',
    text: statement,
    values: columnsOf(events),
    query_timeout: answerMillis,
  }
  let rows: Row[]
  try {
    rows = (await pool.query<Row>(query)).rows
  } catch (error) {
    if (!isWorthRepeating(error)) throw error
    rows = (await pool.query<Row>(query)).rows
  }
  return fatesOf(events, rows)
}

function columnsOf(events: readonly ReceivedEvent[]): unknown[][] {
  return [
    events.map(({ siteId }) => siteId),
    events.map(({ event }) => event.id),
    events.map(({ event }) => event.type),
    events.map(({ event }) => event.nudge ?? null),
    events.map(({ event }) => event.claim ?? null),
    events.map(({ event }) => event.page),
    events.map(({ outcome }) => outcome),
    events.map(({ receivedAt }) => receivedAt.toISOString()),
  ]
}

function fatesOf(events: readonly ReceivedEvent[], rows: readonly Row[]): Fate[] {
  const stored = new Set<string>()
  const unknown = new Map<number, Fate>()
  for (const row of rows) {
    if (row.reason === null) stored.add(`${row.site_id} ${row.id}`)
    else unknown.set(row.place, row.reason)
  }
  return events.map(({ siteId, event }, index) => {
    // Taken out when found: a second event with the same id is its duplicate.
    return (
      unknown.get(index + 1) ??
      (stored.delete(`${String(siteId)} ${event.id}`) ? 'stored' : 'duplicate')
    )
  })
}

/**
 * A deadlock, a serialisation failure, or a site that was deleted between the look-up and the
 * insert (PostgreSQL appendix A). The statement did nothing: the next one sees the new state.
 */
function isWorthRepeating(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === '40P01' || error.code === '40001' || error.code === '23503')
  )
}
