/** The one way in which a password takes the place of another. */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/index.ts'
import { endPendingLogins } from './login/pending-logins.server.ts'
import { endSessions } from './login/sessions.server.ts'

export type NewPassword = {
  userId: number
  passwordHash: string
  at: Date
  /** Of the browser that stays signed in; none does without it. */
  sessionToken?: string
}

/** Every sign-in with the old one ends, half a sign-in too (T10, security.md). */
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
