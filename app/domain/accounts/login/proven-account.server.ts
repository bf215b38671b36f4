/** The account of a proof that answers a single request, without a session of ours. */
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { hasPasswordOf } from '../account-with-email.server.ts'
import { describeSuspension } from './suspension.server.ts'
import { requireIssued, type VerifiedShopSession } from './login-proof.server.ts'

/**
 * Null when the account was deleted in between. Its second factor counts as not given.
 *
 * @throws Refusal `forbidden` when the person is suspended
 */
export async function findProvenAccount(
  services: Services,
  proof: VerifiedShopSession,
): Promise<Account | null> {
  const { userId } = requireIssued(proof)
  const [row] = await services.db.system
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      hasPassword: hasPasswordOf(users),
      photoId: users.photoId,
      currentTeamId: users.currentTeamId,
      currentSiteId: users.currentSiteId,
      suspendedAt: users.suspendedAt,
      notice: users.suspensionNotice,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) return null
  const { emailVerifiedAt, suspendedAt, notice, ...account } = row
  if (suspendedAt) throw new Refusal('forbidden', describeSuspension(services, notice))
  return {
    ...account,
    isVerified: emailVerifiedAt !== null,
    // A shop's admin opens no door to the kiosk.
    isStaff: false,
    shopProof: proof,
    frameSessionId: null,
    secondFactorAt: null,
    impersonator: null,
  }
}
