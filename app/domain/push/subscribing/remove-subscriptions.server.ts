/** Ends subscriptions. */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { pushSubscriptions } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { countDay } from '../counts.server.ts'
import { recordSubscriber } from '../subscriber-events.server.ts'

type Removal = { ids: readonly number[]; reason: 'visitor' | 'gone' | 'owner'; at: Date }

/**
 * Deletes them with all they have, and counts that they left.
 *
 * @param site theirs
 * @returns how many there were
 */
export async function removeSubscriptions(
  tx: Queries,
  site: Pick<SiteScope, 'teamId' | 'siteId'>,
  { ids, reason, at }: Removal,
): Promise<number> {
  if (ids.length === 0) return 0
  const gone = await tx
    .delete(pushSubscriptions)
    .where(sql`${pushSubscriptions.id} = any(${sql.param([...ids])}::bigint[])`)
    .returning({ uuid: pushSubscriptions.uuid, kinds: pushSubscriptions.kinds })
  const column = reason === 'gone' ? 'gone' : 'unsubscribed'
  await countDay(tx, site, { at, [column]: gone.length })
  for (const { uuid, kinds } of gone) {
    await recordSubscriber(tx, site, { type: 'push.unsubscribed', uuid, kinds, reason, at })
  }
  return gone.length
}
