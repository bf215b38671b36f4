/** Which activities nudges have shown, as far as it can be known: those that have claims. */
import { and, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { claims } from '#app/db/schema/nudges.ts'
import type { Corrections } from '#app/domain/activities/correct-activities.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { keptClaimDays } from './sweep-claims.server.ts'

/**
 * An activity counts as shown from the first payload with it on: pages get payloads from caches, so
 * a missing impression doesn't prove that no one saw it. Counts name no activity, and are right again
 * with the next payload.
 */
export const correctionsOf = ({ now, config }: Services): Corrections => ({
  // Claims are kept this long after their last use, so all of those of a newer activity exist.
  knownSince: new Date(now().getTime() - keptClaimDays(config) * dayMillis),
  async findShown(tx, site, ids) {
    // Waits for payloads that are being compiled, and the next ones wait for the correction.
    await tx.execute(sql`select pg_advisory_xact_lock(${payloadKey(site)})`)
    const rows = await tx
      .selectDistinct({ activityId: claims.activityId })
      .from(claims)
      .where(and(inSite(claims, site), inArray(claims.activityId, [...ids])))
    return new Set(rows.flatMap(({ activityId }) => activityId ?? []))
  },
})

/**
 * Called first in the transaction that compiles a payload: what it reads can't be corrected before
 * its claims are stored.
 */
export const holdCorrections = (tx: Queries, site: SiteScope) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${payloadKey(site)})`)

const payloadKey = ({ siteUuid }: SiteScope) => sql`hashtextextended(${`payload ${siteUuid}`}, 0)`
