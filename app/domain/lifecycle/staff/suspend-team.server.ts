/** Staff stop everything that a team does outside of its screens, and lift that. Deletes nothing. */
import { and, isNotNull, isNull } from 'drizzle-orm'
import { sites, teams } from '#app/db/schema/ground.ts'
import type { Transaction } from '#app/db/db.ts'
import { notifyOfStaffAct } from '#app/domain/accounts/staff/notify-of-staff-act.server.ts'
import { actOnTeam, type StaffCause } from '#app/domain/billing/staff/staff-gift.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { sendWebhooksJob } from '#app/domain/webhooks/jobs.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { readTeamOwner } from './team-owner.server.ts'

/**
 * Pages show no nudges, the REST API and addresses of connections refuse, webhooks wait. Subscriptions
 * go on.
 *
 * @param wanted.notice why, as members read it
 * @throws Refusal `conflict`, `forbidden`, `not_found`
 */
export const suspendTeam = (
  services: Services,
  scope: TeamScope,
  { notice, cause }: { notice: string; cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'team.suspended',
    details: {},
    work: () =>
      services.db.transaction(async (tx) => {
        const at = services.now()
        const changed = await tx
          .update(teams)
          .set({ suspendedAt: at, suspensionNotice: notice, updatedAt: at })
          .where(and(inTeam(teams, scope), isNull(teams.suspendedAt)))
          .returning({ id: teams.id })
        if (changed.length === 0) {
          throw new Refusal('conflict', 'The organization is already suspended.')
        }
        await invalidateSites(tx, services, scope)
        const { userId, team } = await readTeamOwner(tx, scope)
        await notifyOfStaffAct(tx, services, { userId, event: 'team-suspended', team, notice })
      }),
  })

/** @throws Refusal `conflict`, `forbidden`, `not_found` */
export const reinstateTeam = (
  services: Services,
  scope: TeamScope,
  { cause }: { cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'team.reinstated',
    details: {},
    work: () =>
      services.db.transaction(async (tx) => {
        const changed = await tx
          .update(teams)
          .set({ suspendedAt: null, suspensionNotice: null, updatedAt: services.now() })
          .where(and(inTeam(teams, scope), isNotNull(teams.suspendedAt)))
          .returning({ id: teams.id })
        if (changed.length === 0) throw new Refusal('conflict', 'The organization isn’t suspended.')
        await invalidateSites(tx, services, scope)
        const { userId, team } = await readTeamOwner(tx, scope)
        await notifyOfStaffAct(tx, services, { userId, event: 'team-reinstated', team })
        // Webhooks that waited go out.
        if (await services.jobs.hasQueue(sendWebhooksJob, tx)) {
          await services.jobs.send(sendWebhooksJob, {}, tx)
        }
      }),
  })

/** Pages of this process change with the commit; a trigger notifies the others. */
async function invalidateSites(
  tx: Transaction,
  { siteCache }: Services,
  scope: TeamScope,
): Promise<void> {
  const rows = await tx.select({ uuid: sites.uuid }).from(sites).where(inTeam(sites, scope))
  for (const { uuid } of rows) siteCache.invalidateOnCommit(tx, uuid)
}
