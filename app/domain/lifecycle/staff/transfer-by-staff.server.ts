/** Staff transfer a team to another member, or a site to another team, as merchants do themselves. */
import { notifyOfStaffAct } from '#app/domain/accounts/staff/notify-of-staff-act.server.ts'
import {
  actOnTeam,
  requireOthersTeam,
  type StaffCause,
} from '#app/domain/billing/staff/staff-gift.server.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeOwner } from '../ownership.server.ts'
import { moveSite } from '../transfer-site.server.ts'
import { readTeamOwner } from './team-owner.server.ts'

/**
 * Makes a member the owner. Both get an email.
 *
 * @throws Refusal `invalid` at `member`, `forbidden`, `not_found`; and what `runStaffAct` throws
 */
export const transferTeamByStaff = (
  services: Services,
  scope: TeamScope,
  { member, cause }: { member: number; cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'team.transferred',
    details: { member },
    work: () =>
      services.db.transaction(async (tx) => {
        await lockTeam(tx, scope.teamId)
        const { userId: from, team } = await readTeamOwner(tx, scope)
        if (member === from) throw refuseField('member', 'This user is already the owner.')
        const actor = { id: from, impersonator: { id: cause.actor.staffId } }
        await changeOwner(tx, services, {
          team: scope,
          from,
          to: member,
          actor,
          at: services.now(),
        })
        await notifyOfStaffAct(tx, services, { userId: from, event: 'team-left', team })
        await notifyOfStaffAct(tx, services, { userId: member, event: 'team-received', team })
      }),
  })

type WantedSite = {
  site: number
  /** Id or slug of the receiving team. */
  to: string
  cause: StaffCause
}

/**
 * Transfers a site. Both owners get an email.
 *
 * @throws Refusal `invalid` at `site` or `team`, `forbidden`, `not_found`; and what `runStaffAct` throws
 */
export const transferSiteByStaff = (
  services: Services,
  scope: TeamScope,
  { site, to, cause }: WantedSite,
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'site.transferred',
    details: { site },
    async work() {
      const moving = await findSite(services, scope, site)
      const receiver = await findTeamForStaff(services, to)
      if (!receiver) throw refuseField('team', 'Organization not found. Enter its ID or slug.')
      // Otherwise staff could give themselves what belongs to a merchant.
      await requireOthersTeam(services, receiver, cause.actor)
      const [from, next] = await Promise.all([
        readTeamOwner(services.db.system, scope),
        readTeamOwner(services.db.system, receiver),
      ])
      const actor = { id: from.userId, impersonator: { id: cause.actor.staffId } }
      await moveSite(services, {
        site: moving,
        to: receiver.teamId,
        actor,
        manager: null,
        async onMoved(tx, name) {
          const left = { userId: from.userId, event: 'site-left', team: from.team } as const
          await notifyOfStaffAct(tx, services, { ...left, site: name })
          const received = { userId: next.userId, event: 'site-received', team: next.team } as const
          await notifyOfStaffAct(tx, services, { ...received, site: name })
        },
      })
    },
  })

/** @throws Refusal `invalid` at `site` */
async function findSite({ db }: Services, scope: TeamScope, id: number): Promise<SiteScope> {
  const site = await findSiteScope(db.system, id)
  if (site?.teamId === scope.teamId) return site
  throw refuseField('site', 'Choose one of the organization’s sites.')
}
