/** Moves a nudge one position up or down, as an alternative to dragging. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { nudges } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { moveNudge } from '#app/domain/nudges/editing/bulk-actions.server.ts'

export type NudgeMove = { uuid: string; surface: 'popup' | 'inline'; direction: 'up' | 'down' }

/** Position of a nudge in its list, from 1. */
export type ListPosition = { name: string; position: number; of: number }

/**
 * Swaps with its neighbor. Does nothing at the end of the list.
 *
 * @throws Refusal `not_found`
 */
export async function moveNudgeByOne(
  services: Services,
  site: SiteScope,
  { uuid, surface, direction }: NudgeMove,
): Promise<ListPosition> {
  const listed = await readOrder(services, site, surface)
  const index = listed.findIndex((one) => one.uuid === uuid)
  if (index === -1) throw new Refusal('not_found', 'Nudge not found.')
  const next = direction === 'up' ? index - 1 : index + 1
  if (next >= 0 && next < listed.length) {
    const before = listed[direction === 'up' ? next : next + 1]?.uuid ?? null
    await moveNudge(services, site, { uuid, before })
  }
  return readPosition(services, site, { uuid, surface })
}

/** @throws Refusal `not_found` */
export async function readPosition(
  services: Services,
  site: SiteScope,
  { uuid, surface }: Pick<NudgeMove, 'uuid' | 'surface'>,
): Promise<ListPosition> {
  const listed = await readOrder(services, site, surface)
  const index = listed.findIndex((one) => one.uuid === uuid)
  const found = listed[index]
  if (!found) throw new Refusal('not_found', 'Nudge not found.')
  return { name: found.name, position: index + 1, of: listed.length }
}

const readOrder = ({ db }: Services, site: SiteScope, surface: NudgeMove['surface']) =>
  db.asTeam(site, (tx) =>
    tx
      .select({ uuid: nudges.uuid, name: nudges.name })
      .from(nudges)
      .where(and(inSite(nudges, site), eq(nudges.surface, surface), isNull(nudges.archivedAt)))
      .orderBy(asc(nudges.position), asc(nudges.id)),
  )
