/** The nudge that a newcomer begins with. */
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge, type EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { typeLabels } from '#app/presenters/nudge-list/words.ts'
import { draftPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'

type Begun = { type: NudgeType; userId: number }

/** A popup of the type: a draft that was begun before, else a new one. @throws Refusal `conflict` */
export async function createFirstNudge(
  services: Services,
  site: SiteScope,
  { type, userId }: Begun,
): Promise<string> {
  // Two submits at once take turns there, so that they make one nudge.
  if (type === 'purchase') return (await draftPurchaseNudge(services, site)).uuid
  const begun = await services.db.asTeam(site, (tx) =>
    tx
      .select({ uuid: nudges.uuid })
      .from(nudges)
      .where(and(popupsOf(site), eq(nudges.type, type), eq(nudges.state, 'draft')))
      .orderBy(asc(nudges.id))
      .limit(1),
  )
  const wanted = { type, surface: 'popup', name: typeLabels[type].name, userId } as const
  return begun[0]?.uuid ?? createNudge(services, site, wanted)
}

/**
 * The one that was named, else the draft that was begun last, else the last one that is on.
 *
 * @throws Refusal `not_found` for a name that is nobody's
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
      // 'draft' stands before 'paused' and 'published'.
      .orderBy(asc(nudges.state), desc(nudges.id))
      .limit(1),
  )
  return first ? readNudge(services, site, first.uuid) : null
}

const popupsOf = (site: SiteScope) =>
  and(
    eq(nudges.teamId, site.teamId),
    eq(nudges.siteId, site.siteId),
    eq(nudges.surface, 'popup'),
    isNull(nudges.archivedAt),
  )
