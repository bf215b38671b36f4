/** Ends a complete list of a connection's reviews: those that it lacks were deleted at their source. */
import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { activities } from '#app/db/schema/activities.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { ReviewsListing } from '#app/integrations/integration.ts'
import type { Queries } from '#app/db/db.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

type Finished = { connectionId: number; listing: ReviewsListing }

/** Share of the reviews that may be missing for one list to be believed. */
const believedShare = 0.2

/**
 * Hides reviews that the list lacks. If it lacks many, or has none, the service may have answered by
 * mistake: then the next list has to lack them as well.
 *
 * @returns whether there are such reviews
 */
export async function finishReviews(
  services: Pick<Services, 'db' | 'siteCache' | 'now'>,
  site: SiteScope,
  { connectionId, listing: { since, oldest, listed } }: Finished,
): Promise<boolean> {
  const at = services.now()
  const isCovered = and(
    inSite(activities, site),
    eq(activities.connectionId, connectionId),
    eq(activities.kind, 'review'),
    isNull(activities.unlistedAt),
    oldest ? gt(activities.occurredAt, oldest) : undefined,
  )
  return await changeSite(services, site, async (tx) => {
    if (oldest) await endUnreached(tx, site, { connectionId, since, oldest })
    const missing = await tx
      .select({ id: activities.id, missedAt: activities.missedAt })
      .from(activities)
      .where(and(isCovered, or(isNull(activities.confirmedAt), lt(activities.confirmedAt, since))))
      .orderBy(activities.id)
      .for('no key update')
    if (missing.length === 0) return false
    const total = await tx.$count(activities, isCovered)
    const isBelieved = listed > 0 && missing.length <= Math.max(1, total * believedShare)
    // A list whose end is read again, because a process died, doesn't agree with itself.
    const isGone = ({ missedAt }: { missedAt: Date | null }) =>
      isBelieved || (missedAt !== null && missedAt <= since)
    const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    const gone = idsOf(missing.filter(isGone))
    const doubtful = idsOf(missing.filter((one) => !isGone(one)))
    if (gone.length > 0) {
      await tx.update(activities).set({ unlistedAt: at }).where(inArray(activities.id, gone))
    }
    if (doubtful.length > 0) {
      await tx.update(activities).set({ missedAt: at }).where(inArray(activities.id, doubtful))
    }
    return doubtful.length > 0
  })
}

type Unreached = { connectionId: number; since: Date; oldest: Date }

/**
 * A list that ended at the plan's limit says nothing of older reviews: they may have been edited or deleted. They
 * are shown for a day after they were last listed, and again once they are listed again.
 */
async function endUnreached(
  tx: Queries,
  site: SiteScope,
  { connectionId, since, oldest }: Unreached,
): Promise<void> {
  const until = sql`${activities.confirmedAt} + ${`${String(dayMillis)} milliseconds`}::interval`
  await tx
    .update(activities)
    .set({ keptUntil: sql`least(${activities.keptUntil}, ${until})` })
    .where(
      and(
        inSite(activities, site),
        eq(activities.connectionId, connectionId),
        eq(activities.kind, 'review'),
        isNull(activities.unlistedAt),
        lt(activities.confirmedAt, since),
        lte(activities.occurredAt, oldest),
        gt(activities.keptUntil, until),
      ),
    )
}
