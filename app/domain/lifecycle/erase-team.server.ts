/** Deletes a team with everything that belongs to it. */
import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { sites, teams, users } from '#app/db/schema/ground.ts'
import { meters } from '#app/db/schema/plans.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import {
  endSubscriptionsElsewhere,
  readEnding,
  sendEnding,
} from '#app/domain/billing/end-subscriptions.server.ts'
import { leaveServicesOfTeam } from '#app/domain/connections/manage-connections.server.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import { removeEventSums } from '#app/domain/events/event-sums.server.ts'
import { hashOfRow, recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { lockMeters } from './retained-usage.server.ts'

/**
 * Deletes the row with its sites, members, tokens, invitations, log and figures. People stay. A job
 * ends subscriptions paid by card at the provider.
 *
 * @throws Refusal `not_found`
 */
export async function eraseTeamRows(
  tx: Transaction,
  services: Services,
  teamId: number,
): Promise<void> {
  const {
    jobs,
    siteCache,
    now,
    security: { secrets },
  } = services
  // No site comes or goes, and events are still stored.
  await lockTeam(tx, teamId)
  // In the order of the statement that stores events, which the cascades don't have: sites, the team, meters, sums.
  const siteRows = await tx
    .select({ id: sites.id, uuid: sites.uuid })
    .from(sites)
    .where(eq(sites.teamId, teamId))
    .orderBy(sites.id)
    .for('update')
  const [team] = await tx
    .select({ id: teams.id, createdAt: teams.createdAt })
    .from(teams)
    .where(eq(teams.id, teamId))
    .for('update')
  if (!team) throw teamNotFound()
  await lockMeters(tx, [teamId])
  await tx.delete(meters).where(eq(meters.teamId, teamId))
  await removeEventSums(
    tx,
    siteRows.map(({ id }) => id),
  )
  await tx
    .update(users)
    .set({ currentTeamId: null, currentSiteId: null })
    .where(eq(users.currentTeamId, teamId))
  const ending = await readEnding(tx, teamId)
  await jobs.forget({ teamId }, tx)
  await tx.delete(teams).where(eq(teams.id, teamId))
  if (ending) await sendEnding(tx, services, ending)

  const erasure = { kind: 'team' as const, hash: hashOfRow(secrets, 'team', team), at: now() }
  await recordErasure(tx, services, erasure)
  for (const { uuid } of siteRows) siteCache.invalidateOnCommit(tx, uuid)
}

const teamNotFound = () => new Refusal('not_found', 'Organization not found.')

/**
 * The same, and its sites leave their services.
 *
 * @param onErased called in the transaction
 * @throws Refusal `not_found`; `unavailable` or `conflict` as `endSubscriptionsElsewhere`
 */
export async function eraseTeam(
  services: Services,
  teamId: number,
  onErased?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const team = await findTeamScope(services.db.system, teamId)
  if (!team) throw teamNotFound()
  await endSubscriptionsElsewhere(services, team)
  await leaveServicesOfTeam(services, team)
  await services.db.longTransaction(async (tx) => {
    await eraseTeamRows(tx, services, teamId)
    await onErased?.(tx)
  })
}
