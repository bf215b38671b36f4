/** The first nudge of a new site. */
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge, type EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { draftPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

type Begun = { type: NudgeType; userId: number }

/** A popup of the type: an existing draft, otherwise a new one. @throws Refusal `conflict` */
export async function createFirstNudge(
  services: Services,
  site: SiteScope,
  { type, userId }: Begun,
): Promise<string> {
  // Concurrent submits take turns there, so only one nudge is created.
  if (type === 'purchase') return (await draftPurchaseNudge(services, site)).uuid
  const begun = await services.db.asTeam(site, (tx) =>
    tx
      .select({ uuid: nudges.uuid })
      .from(nudges)
      .where(and(popupsOf(site), eq(nudges.type, type), eq(nudges.state, 'draft')))
      .orderBy(asc(nudges.id))
      .limit(1),
  )
  const wanted = {
    type,
    surface: 'popup',
    name: nudgeDefinitions[type].labels.name,
    userId,
  } as const
  return begun[0]?.uuid ?? createNudge(services, site, wanted)
}

/**
 * The given one, otherwise the newest draft, otherwise the newest one that is on.
 *
 * @throws Refusal `not_found` for an unknown uuid
 */
export async function findFirstNudge(
  services: Services,
  site: SiteScope,
  named: string | null,
): Promise<EditedNudge | null> {
  if (named !== null) return readNudge(services, site, named)
  const [first] = await services.db.asTeam(site, (tx) =>
    tx
      .select({ uuid: nudges.uuid })
      .from(nudges)
      .where(popupsOf(site))
      // 'draft' sorts before 'paused' and 'published'.
      .orderBy(asc(nudges.state), desc(nudges.id))
      .limit(1),
  )
  return first ? readNudge(services, site, first.uuid) : null
}

const popupsOf = (site: SiteScope) =>
  and(inSite(nudges, site), eq(nudges.surface, 'popup'), isNull(nudges.archivedAt))
