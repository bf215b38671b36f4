/** Actions on accounts that are only available to the operator of the server. */
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import { accountWithEmail } from '../account-with-email.server.ts'

/** The account with an email address, or null. @param email in lower case */
export async function findAccountId({ db }: Services, email: string): Promise<number | null> {
  const [row] = await db.system.select({ id: users.id }).from(users).where(accountWithEmail(email))
  return row?.id ?? null
}

/** The email address of an account, or null when the account doesn't exist. */
export async function findAccountEmail({ db }: Services, userId: number): Promise<string | null> {
  const [row] = await db.system
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return row?.email ?? null
}

/** Adds an account to the staff, or removes it. The kiosk asks at each request who is staff. */
export async function setStaff(
  { db, now }: Services,
  userId: number,
  { isStaff }: { isStaff: boolean },
): Promise<void> {
  await db.system.update(users).set({ isStaff, updatedAt: now() }).where(eq(users.id, userId))
}
