/** Staff have the data about a person, or of a team, sent to them. Staff never get the file. */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { actOnUser, type UserActRequest } from '#app/domain/accounts/staff/act-on-user.server.ts'
import { actOnTeam, type StaffCause } from '#app/domain/billing/staff/staff-gift.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { readTeamOwner } from './team-owner.server.ts'

/**
 * Sends the person an email with a link to the file.
 *
 * @throws Refusal `conflict` when the email address isn't verified; `not_found`
 */
export const sendUserExport = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'user.export-sent',
    work: () =>
      services.db.transaction(async (tx) => {
        const { userId } = request
        const [user] = await tx
          .select({ verifiedAt: users.emailVerifiedAt })
          .from(users)
          .where(eq(users.id, userId))
        await sendLink(tx, services, { userId, teamId: null, isVerified: !!user?.verifiedAt })
      }),
  })

/**
 * Sends the owner an email with a link to the file.
 *
 * @throws Refusal `conflict` when the owner's email address isn't verified; `forbidden`, `not_found`
 */
export const sendTeamExport = (
  services: Services,
  scope: TeamScope,
  { cause }: { cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'team.export-sent',
    details: {},
    work: () =>
      services.db.transaction(async (tx) => {
        const { userId, isVerified } = await readTeamOwner(tx, scope)
        await sendLink(tx, services, { userId, teamId: scope.teamId, isVerified })
      }),
  })

type Receiver = { userId: number; teamId: number | null; isVerified: boolean }

async function sendLink(
  tx: Queries,
  { jobs }: Services,
  { userId, teamId, isVerified }: Receiver,
): Promise<void> {
  // Nothing proves that an unverified address belongs to the person.
  if (!isVerified) {
    throw new Refusal('conflict', 'The email address isn’t verified, so it gets no data.')
  }
  await jobs.send(accountEmailJobs.dataExport, { userId, teamId }, tx)
}
