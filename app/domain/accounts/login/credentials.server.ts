/** Registration and login. */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { refuseField, type Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { accountEmailJobs } from '../jobs.ts'
import type { LoginInput, RegisterInput } from '../account.ts'
import type { Attribution } from '../profile/attribution.ts'
import { accountWithEmail } from '../account-with-email.server.ts'
import { refuseCommonPassword } from '../common-passwords.server.ts'
import { termsVersionOf } from '../terms.ts'
import { addressTaken, AddressTaken, findAddressTaken } from './address-probes.server.ts'
import { issuePasswordProof, type VerifiedPassword } from './login-proof.server.ts'

/**
 * Registers a person: creates an account and has the address proven by email. The person who chose
 * the password knows it, so the answer is the proof of it. When the address is taken, its owner gets an
 * email, so no one looks for accounts unnoticed.
 *
 * @param address the client's network address, for the limits
 * @throws AddressTaken at the email field, Refusal `invalid` at the password field when the password is
 * too common, `too_many`
 */
export async function registerAccount(
  services: Services,
  input: RegisterInput,
  address: string,
): Promise<VerifiedPassword> {
  await services.security.rateLimits.consume('register', input.email, address)
  await refuseCommonPassword('password', input.password, input)
  const passwordHash = await services.security.passwords.hash(input.password)
  const stored = await storeRegistered(services, input, { passwordHash, address })
  if (stored) return stored
  await noticeOwner(services, input.email)
  throw refuseTaken()
}

/** Once a day for each account, so that it isn't a way to send email to someone. */
async function noticeOwner(services: Services, email: string): Promise<void> {
  const { db, jobs, now, security } = services
  if (!(await security.rateLimits.countTakenNotice(email))) return
  const [user] = await db.system.select({ id: users.id }).from(users).where(accountWithEmail(email))
  if (!user) return
  const at = now().getTime()
  await jobs.send(accountEmailJobs.registeredAgain, { userId: user.id, at })
}

/** Null: the address is taken. */
async function storeRegistered(
  services: Services,
  input: RegisterInput,
  { passwordHash, address }: { passwordHash: string; address: string },
): Promise<VerifiedPassword | null> {
  const { db, jobs } = services
  const at = services.now()
  return db.transaction(async (tx) => {
    if (await findAddressTaken(tx, { email: input.email, address, at })) return null
    const account = await insertAccount(tx, {
      ...input,
      passwordHash,
      at,
      verifiedAt: null,
      termsVersion: termsVersionOf(services.config),
    })
    await jobs.send(accountEmailJobs.verification, { userId: account.userId }, tx)
    return account
  })
}

/**
 * Creates a verified account for the command line and the demo. The operator vouches for the
 * address, so no email is sent. No one sees a screen, so no terms are accepted.
 *
 * @throws AddressTaken at the email field
 */
export async function createVerifiedAccount(
  { db, now, security: { passwords } }: Services,
  { name, email, password }: Omit<RegisterInput, 'terms'>,
): Promise<VerifiedPassword> {
  const passwordHash = await passwords.hash(password)
  const at = now()
  return insertAccount(db.system, {
    name,
    email,
    passwordHash,
    at,
    verifiedAt: at,
    termsVersion: null,
  })
}

export type NewAccount = {
  name: string
  email: string
  passwordHash: string
  at: Date
  verifiedAt: Date | null
  /** Version of the terms that the person just accepted. Null: they saw none. */
  termsVersion: string | null
}

/**
 * Stores an account whose password the caller was just given.
 *
 * @throws AddressTaken at the email field
 */
export async function insertAccount(
  db: Queries,
  { name, email, passwordHash, at, verifiedAt, termsVersion }: NewAccount,
): Promise<VerifiedPassword> {
  try {
    const [row] = await db
      .insert(users)
      .values({
        name,
        email,
        emailVerifiedAt: verifiedAt,
        passwordHash,
        passwordCreatedAt: at,
        termsAcceptedAt: termsVersion === null ? null : at,
        termsVersion,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: users.id })
    if (!row) throw new Error('The account was not stored.')
    return issuePasswordProof(row.id, passwordHash)
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    throw refuseTaken()
  }
}

const refuseTaken = () => new AddressTaken('email', `${addressTaken} Log in instead.`)

/** Stores where a new account came from. Only once: later links don't change it. */
export async function saveAttribution(
  { db }: Services,
  userId: number,
  attribution: Attribution,
): Promise<void> {
  await db.system
    .update(users)
    .set({ attribution })
    .where(and(eq(users.id, userId), eq(users.attribution, {})))
}

/**
 * Checks a password. An unknown address takes as long as a wrong password and reads the same.
 *
 * @param address the client's network address, for the limits
 * @throws Refusal `too_many` after too many attempts, `invalid` when email and password don't match
 */
export async function verifyCredentials(
  { db, log, security: { passwords, rateLimits } }: Services,
  { email, password }: LoginInput,
  address: string,
): Promise<VerifiedPassword> {
  await rateLimits.consume('login', email, address)
  const [user] = await db.system
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(accountWithEmail(email))

  const matches = await passwords.verify(user?.passwordHash ?? null, password)
  if (!user || user.passwordHash === null || !matches) {
    log.info({ userId: user?.id, by: 'password' }, loginRefused)
    throw refuseCredentials()
  }
  await rateLimits.reset('login', email)
  return issuePasswordProof(user.id, user.passwordHash)
}

/** The log's message. Its entry has the account, unless there is none, and the factor. */
export const loginRefused = 'login refused'

/** The same for a session that begins. */
export const loggedIn = 'logged in'

export const refuseCredentials = (): Refusal =>
  refuseField('email', 'These credentials do not match our records.')
