/** The only way to replace a password. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { passkeyChallenges, twoFactors } from '#app/db/schema/accounts.ts'
import { users } from '#app/db/schema/ground.ts'
import { endShopLogins } from './end-shop-logins.server.ts'
import { endPendingLogins } from './login/pending-logins.server.ts'
import { endSessions } from './login/sessions.server.ts'

export type NewPassword = {
  userId: number
  passwordHash: string
  at: Date
  /** Session of the browser that stays logged in. Absent: none does. */
  sessionToken?: string
  /** Like `sessionToken`, for a session in an admin's frame. */
  frameSessionId?: string | null
  /** Organization of the shop in whose admin the password is being changed. The login through that shop stays. */
  shopTeamId?: number | null
}

/**
 * Ends all other sessions, pending logins, and passkeys and second factors whose setup isn't complete,
 * since someone who knew the old password may have started them. Factors that are set up stay.
 *
 * Logins through shops' admins end as well: the person may have accepted a stranger's link. Only a first
 * password ends none, because it's set by such a login.
 *
 * @param tx has locked the account (lock-user.server.ts)
 * @returns how many logins through shops' admins ended
 */
export async function storePassword(
  tx: Queries,
  { userId, passwordHash, at, sessionToken, frameSessionId = null, shopTeamId = null }: NewPassword,
): Promise<number> {
  const shopLogins = await endShopLogins(tx, { userId, exceptTeamId: shopTeamId })
  await tx
    .update(users)
    .set({ passwordHash, passwordCreatedAt: at, updatedAt: at })
    .where(eq(users.id, userId))
  const ending = { userId, at, exceptToken: sessionToken, exceptFrame: frameSessionId }
  await endSessions(tx, ending)
  await endPendingLogins(tx, userId)
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
  await tx
    .delete(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNull(twoFactors.confirmedAt)))
  return shopLogins.length
}
