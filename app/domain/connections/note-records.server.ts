/** Counts connections' records in their rows, which say on screens whether data arrives. */
import { sql } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import type { Services } from '#app/services.ts'

type StoredRecords = { stored: number; skipped: number }

export type NotedRecords = StoredRecords & {
  /** Why the last of the skipped ones was skipped, or what else its owner should know. Null: nothing. */
  problem: string | null
}

/** Characters of a sentence for its screen. */
const maxProblem = 300

export const noteRecords = (
  services: Services,
  connectionId: number,
  noted: NotedRecords,
): Promise<void> => noteRecordsOf(services, new Map([[connectionId, [noted]]]))

/** The same for several connections, in one statement. */
export async function noteRecordsOf(
  { db, now }: Services,
  noted: ReadonlyMap<number, readonly NotedRecords[]>,
): Promise<void> {
  const rows = [...noted]
    .map(([id, all]) => ({ id, ...sumOf(all) }))
    .filter(({ stored, skipped, problem }) => stored > 0 || skipped > 0 || problem !== null)
  if (rows.length === 0) return
  const at = sql`${now().toISOString()}::timestamptz`
  // Locked in one order, so that two processes wait for each other instead of deadlocking.
  await db.system.execute(sql`
    with noted as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as noted (id bigint, stored int, skipped int, problem text)
    ),
    locked as materialized (
      select id from ${connections} where id = any(array(select id from noted))
      order by id for no key update
    )
    update ${connections} as here set
      stored = here.stored + noted.stored,
      skipped = here.skipped + noted.skipped,
      problem = coalesce(noted.problem, here.problem),
      first_record_at = case when noted.stored > 0
        then coalesce(here.first_record_at, ${at}) else here.first_record_at end,
      last_record_at = case when noted.stored > 0 then ${at} else here.last_record_at end
    from noted join locked on locked.id = noted.id
    where here.id = noted.id`)
}

function sumOf(noted: readonly NotedRecords[]): NotedRecords {
  const problem = noted.findLast((one) => one.problem !== null)?.problem ?? null
  return {
    stored: noted.reduce((sum, one) => sum + one.stored, 0),
    skipped: noted.reduce((sum, one) => sum + one.skipped, 0),
    problem: problem?.slice(0, maxProblem).toWellFormed().replaceAll('\0', '') ?? null,
  }
}
