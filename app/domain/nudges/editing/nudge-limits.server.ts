/**
 * How many nudges a site can have. Everything that adds one to the list calls `lockSite` first,
 * before any nudge is locked.
 */
import { and, isNull, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

/** Without archived ones. Every payload compiles all that are live. */
export const maxNudges = 1_000
/** With archived ones, which pages never load. */
export const maxStoredNudges = 10_000

/**
 * Makes sure that a nudge can be created. Where too many are stored, removes the nudge that was
 * archived first, of those without a claim: nothing refers to it any more.
 *
 * @throws Refusal `conflict`
 */
export async function makeRoom(tx: Queries, site: SiteScope): Promise<void> {
  await refuseOverLimit(tx, site, {
    added: 1,
    way: 'Archive or delete one to create another.',
  })
  if ((await tx.$count(nudges, inSite(nudges, site))) < maxStoredNudges) return

  const removed = await tx.execute(sql`
    delete from nudges where id = (
      select id from nudges
      where ${inSite(nudges, site)} and archived_at is not null
        and not exists (select from claims where claims.nudge_id = nudges.id)
      order by archived_at, id limit 1 for update skip locked)`)
  if (removed.rowCount) return
  throw new Refusal(
    'conflict',
    `This site has ${maxStoredNudges.toLocaleString('en')} nudges, including archived ones that visitors have seen recently. Restore one of those instead.`,
  )
}

/**
 * Makes sure that archived nudges can return to the list.
 *
 * @throws Refusal `conflict`
 */
export const refuseRestoring = (tx: Queries, site: SiteScope, added: number): Promise<void> =>
  refuseOverLimit(tx, site, {
    added,
    way: 'Archive or delete one to restore another.',
  })

async function refuseOverLimit(
  tx: Queries,
  site: SiteScope,
  { added, way }: { added: number; way: string },
): Promise<void> {
  const listed = await tx.$count(nudges, and(inSite(nudges, site), isNull(nudges.archivedAt)))
  if (added === 0 || listed + added <= maxNudges) return
  throw new Refusal(
    'conflict',
    `You’ve reached the limit of ${maxNudges.toLocaleString('en')} nudges for this site. ${way}`,
  )
}
