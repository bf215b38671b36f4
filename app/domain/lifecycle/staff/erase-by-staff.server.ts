/**
 * Staff delete an account or a team, as the person could themselves. One member of staff asks, the
 * person gets an email, and another one confirms within a day.
 */
import { actOnUser, type UserActRequest } from '#app/domain/accounts/staff/act-on-user.server.ts'
import {
  findAskedAct,
  requireAskedByOther,
  type AskedAct,
} from '#app/domain/accounts/staff/four-eyes.server.ts'
import { notifyOfStaffAct } from '#app/domain/accounts/staff/notify-of-staff-act.server.ts'
import type { StaffSubject } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { actOnTeam, type StaffCause } from '#app/domain/billing/staff/staff-gift.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { eraseTeam } from '../erase-team.server.ts'
import { eraseUser, listBelongings } from '../erase-user.server.ts'
import { readTeamOwner } from './team-owner.server.ts'

const userErasure = { asked: 'user.erasure-asked', done: 'user.erased' } as const
const teamErasure = { asked: 'team.erasure-asked', done: 'team.erased' } as const

/** The deletion that waits for a second member of staff. Null: none does. */
export const findAskedErasure = (
  services: Services,
  subject: StaffSubject,
): Promise<AskedAct | null> =>
  findAskedAct(services, subject, 'userId' in subject ? userErasure : teamErasure)

/** @throws Refusal `conflict` naming the teams that the person owns; `not_found` */
export const askForUserErasure = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: userErasure.asked,
    async work() {
      const { userId } = request
      const { ownedTeams } = await listBelongings(services, userId)
      if (ownedTeams.length > 0) {
        const names = ownedTeams.map(({ name }) => `“${name}”`).join(', ')
        throw new Refusal('conflict', `Transfer or delete ${names} first.`)
      }
      await services.db.transaction((tx) =>
        notifyOfStaffAct(tx, services, { userId, event: 'erasure-asked' }),
      )
    },
  })

/**
 * The person gets the same last email as after deleting the account themselves.
 *
 * @throws Refusal `conflict` when no one else asked for it within a day; `not_found`
 */
export const confirmUserErasure = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: userErasure.done,
    async work() {
      const { userId, actor } = request
      await requireAskedByOther(services, { userId, actor }, userErasure)
      await eraseUser(services, userId)
    },
  })

/** @throws Refusal `forbidden`, `not_found`; and what `runStaffAct` throws */
export const askForTeamErasure = (
  services: Services,
  scope: TeamScope,
  { cause }: { cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: teamErasure.asked,
    details: {},
    work: () =>
      services.db.transaction(async (tx) => {
        const { userId, team } = await readTeamOwner(tx, scope)
        await notifyOfStaffAct(tx, services, { userId, event: 'team-erasure-asked', team })
      }),
  })

/**
 * Erases the team. Its subscriptions paid by card end with it.
 *
 * @throws Refusal `conflict` when no one else asked for it within a day, or a provider outside keeps
 * charging; `unavailable`, `forbidden`, `not_found`
 */
export const confirmTeamErasure = (
  services: Services,
  scope: TeamScope,
  { cause }: { cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: teamErasure.done,
    details: {},
    async work() {
      const { teamId } = scope
      await requireAskedByOther(services, { teamId, actor: cause.actor }, teamErasure)
      const { userId, team } = await readTeamOwner(services.db.system, scope)
      await eraseTeam(services, teamId, (tx) =>
        notifyOfStaffAct(tx, services, { userId, event: 'team-erased', team }),
      )
    },
  })
