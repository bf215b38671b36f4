/** Deletes a team with everything that belongs to it. */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teams, users } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import {
  hashOfRow,
  keepErasure,
  recordErasure,
  type Erasure,
} from '#app/domain/erasures/erasure-list.server.ts'

export type ErasedTeam = {
  erasure: Erasure
  /** Sites whose pages must show nothing from now on. */
  siteUuids: string[]
}

/**
 * Deletes sites, members, tokens, invitations, log and statistics with the row. People stay. Call
 * `finishTeamDeletion` once the transaction is committed.
 *
 * @throws Refusal `not_found`
 */
export async function eraseTeamRows(
  tx: Queries,
  { jobs, secrets, now }: Services,
  teamId: number,
): Promise<ErasedTeam> {
  const [team] = await tx
    .select({ id: teams.id, createdAt: teams.createdAt })
    .from(teams)
    .where(eq(teams.id, teamId))
    .for('update')
  if (!team) throw new Refusal('not_found', 'There is no such organization.')

  const siteRows = await tx.select({ uuid: sites.uuid }).from(sites).where(eq(sites.teamId, teamId))
  await tx
    .update(users)
    .set({ currentTeamId: null, currentSiteId: null })
    .where(eq(users.currentTeamId, teamId))
  await jobs.forget({ teamId }, tx)
  await tx.delete(teams).where(eq(teams.id, teamId))

  const erasure = { kind: 'team' as const, hash: hashOfRow(secrets, 'team', team), at: now() }
  await recordErasure(tx, erasure)
  return { erasure, siteUuids: siteRows.map(({ uuid }) => uuid) }
}

/** The rest of the deletion, outside the database. */
export async function finishTeamDeletion(services: Services, erased: ErasedTeam): Promise<void> {
  for (const uuid of erased.siteUuids) services.siteCache.invalidate(uuid)
  await keepErasure(services, erased.erasure)
}

/** @throws Refusal `not_found` */
export async function eraseTeam(services: Services, teamId: number): Promise<void> {
  const erased = await services.db.longTransaction((tx) => eraseTeamRows(tx, services, teamId))
  await finishTeamDeletion(services, erased)
}
