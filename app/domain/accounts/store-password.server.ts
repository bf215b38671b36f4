/** The only way to replace a password. */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { endPendingLogins } from './login/pending-logins.server.ts'
import { endSessions } from './login/sessions.server.ts'

export type NewPassword = {
  userId: number
  passwordHash: string
  at: Date
  /** Session of the browser that stays logged in. Absent: none does. */
  sessionToken?: string
}

/**
 * Ends all other sessions and pending logins, since someone who knew the old password may have
 * started them.
 */
export async function storePassword(
  tx: Queries,
  { userId, passwordHash, at, sessionToken }: NewPassword,
): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, passwordCreatedAt: at, updatedAt: at })
    .where(eq(users.id, userId))
  await endSessions(tx, { userId, at, exceptToken: sessionToken })
  await endPendingLogins(tx, userId)
}
