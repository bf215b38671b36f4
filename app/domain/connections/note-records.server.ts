/** Counts a connection's records in its row, which says on screens whether data arrives. */
import { eq, sql } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import type { Services } from '#app/services.ts'

export type StoredRecords = { stored: number; skipped: number }

type Noted = StoredRecords & {
  /** Why the last of the skipped ones was skipped, or what else its owner should know. Null: nothing. */
  problem: string | null
}

/** Characters of a sentence for its screen. */
const maxProblem = 300

export async function noteRecords(
  { db, now }: Services,
  connectionId: number,
  { stored, skipped, problem }: Noted,
): Promise<void> {
  if (stored === 0 && skipped === 0 && problem === null) return
  const at = now()
  const first = sql`coalesce(${connections.firstRecordAt}, ${at.toISOString()}::timestamptz)`
  await db.system
    .update(connections)
    .set({
      stored: sql`${connections.stored} + ${stored}`,
      skipped: sql`${connections.skipped} + ${skipped}`,
      ...(problem === null ? {} : { problem: problem.slice(0, maxProblem) }),
      ...(stored > 0 ? { firstRecordAt: first, lastRecordAt: at } : {}),
    })
    .where(eq(connections.id, connectionId))
}
