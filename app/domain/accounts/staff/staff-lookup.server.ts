/** What only the operator of the machine does to an account. */
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { storePassword } from '../store-password.server.ts'

/** The account of an address, or null. @param email in lower case */
export async function findAccountId({ db }: Services, email: string): Promise<number | null> {
  const [row] = await db.system.select({ id: users.id }).from(users).where(eq(users.email, email))
  return row?.id ?? null
}

/** The address of an account, or null when there is none of that number. */
export async function findAccountEmail({ db }: Services, userId: number): Promise<string | null> {
  const [row] = await db.system
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return row?.email ?? null
}

/** Makes an account one of the staff. */
export async function grantStaff({ db, now }: Services, userId: number): Promise<void> {
  await db.system.update(users).set({ isStaff: true, updatedAt: now() }).where(eq(users.id, userId))
}

/** Replaces a password; every sign-in of the account ends with the old one. */
export async function replaceAccountPassword(
  { db, passwords, now }: Services,
  userId: number,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction((tx) => storePassword(tx, { userId, passwordHash, at: now() }))
}
