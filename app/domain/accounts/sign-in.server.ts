/** Registering and signing in. */
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'
import { isUniqueViolation } from '../../lib/database-errors.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Services } from '../../services.ts'
import type { LoginInput, RegisterInput } from './account.ts'

/**
 * Makes an account and returns its id.
 *
 * @throws Refusal `invalid` at the email field when the address is taken
 */
export async function register(
  { db, passwords, now }: Services,
  { name, email, password }: RegisterInput,
): Promise<number> {
  const passwordHash = await passwords.hash(password)
  const at = now()
  try {
    const [row] = await db.system
      .insert(users)
      .values({
        name,
        email,
        passwordHash,
        passwordCreatedAt: at,
        termsAcceptedAt: at,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: users.id })
    if (!row) throw new Error('The account was not stored.')
    return row.id
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    throw new Refusal('invalid', 'This address has an account already.', {
      errors: { email: ['This address has an account already. Log in instead.'] },
    })
  }
}

/**
 * Checks a password and returns the account's id. An unknown address takes as long as a wrong
 * password and reads the same.
 *
 * @param address the client's network address, for the limits
 * @throws Refusal `too_many` after too many tries, `invalid` when the pair does not match
 */
export async function logIn(
  { db, passwords, attempts }: Services,
  { email, password }: LoginInput,
  address: string,
): Promise<number> {
  await attempts.spend(email, address)
  const [user] = await db.system
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))

  const matches = await passwords.verify(user?.passwordHash ?? null, password)
  if (!user || !matches) {
    throw new Refusal('invalid', 'These credentials do not match our records.', {
      errors: { email: ['These credentials do not match our records.'] },
    })
  }
  await attempts.restore(email)
  return user.id
}
