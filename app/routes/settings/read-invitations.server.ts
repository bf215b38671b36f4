/** Loads the members screen for people who manage members. */
import type { Account } from '#app/domain/accounts/account.ts'
import { listInvitations, readSeats } from '#app/domain/teams/invitations.server.ts'
import { hasSeat } from '#app/domain/teams/members.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import type { Services } from '#app/services.ts'
import { namedSites } from './site-words.ts'

type NamedSite = { id: number; uuid: string; name: string }
type Reader = { account: Account; team: Membership; sites: readonly NamedSite[] }

export type InvitationsView = Awaited<ReturnType<typeof readInvitations>>

export async function readInvitations(services: Services, { account, team, sites }: Reader) {
  const seats = await readSeats(services, team.scope)
  const invitations = await listInvitations(services, team.scope)
  const now = services.now()
  return {
    teamId: team.scope.teamId,
    seats: { ...seats, isFull: !hasSeat(seats.taken, seats.limit) },
    isVerified: account.isVerified,
    mayPay: mayDo(team.role, 'billing:manage'),
    sites: sites.map(({ uuid, name }) => ({ uuid, name })),
    pending: invitations.map(({ siteIds, ...invitation }) => ({
      ...invitation,
      sites: namedSites(siteIds, sites),
      isExpired: invitation.expiresAt <= now,
    })),
  }
}
