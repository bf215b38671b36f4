/** Deletes sends that no one can report about any more. Their sums stay. */
import { sql } from 'drizzle-orm'
import { pushSends } from '#app/db/schema/push.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** As long as claims of nudges: then "Why do I get this?" has no evidence any more. */
const keptDays = 90

/** Sends that one statement deletes. */
const atOnce = 10_000

export async function sweepPushSends({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMillis).toISOString()
  for (;;) {
    const { rowCount } = await db.system.execute(sql`
      with old as materialized (
        select id from ${pushSends}
        where state in ('accepted', 'failed', 'skipped')
          and created_at < ${before}::timestamptz
        order by id limit ${atOnce} for update skip locked)
      delete from ${pushSends} using old where ${pushSends.id} = old.id`)
    if ((rowCount ?? 0) < atOnce) return
  }
}
