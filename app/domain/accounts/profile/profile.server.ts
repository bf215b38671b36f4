/**
 * Changes that people make to their account. Changes that could lock the owner out require the
 * password.
 */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { refuseField } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import type { Services } from '#app/services.ts'
import {
  teamOfAdmin,
  type Account,
  type EmailInput,
  type NameInput,
  type PasswordInput,
} from '../account.ts'
import { accountEmailJobs } from '../jobs.ts'
import { markPassword } from '../mail-links/password-mark.server.ts'
import { refuseCommonPassword } from '../common-passwords.server.ts'
import { lockUser } from '../lock-user.server.ts'
import { addressTaken, AddressTaken, findAddressTaken } from '../login/address-probes.server.ts'
import {
  issuePasswordProof,
  requireIssued,
  type VerifiedPassword,
  type VerifiedShopSession,
} from '../login/login-proof.server.ts'
import { requireRecentTwoFactor } from '../two-factor/require-step-up.server.ts'
import { storePassword } from '../store-password.server.ts'

/** Who requests a change, and from which network address. */
export type AccountRequester = { account: Account; address: string }

/** Saves the name. */
export async function renameAccount(
  { db, now }: Services,
  account: Account,
  { name }: NameInput,
): Promise<void> {
  await db.system.update(users).set({ name, updatedAt: now() }).where(eq(users.id, account.id))
}

/**
 * Sends an email to the new address: a link, or to a person who has an account with it that someone entered
 * it. The answer is the same, so it shows no one which addresses have an account. The old address stays until
 * the link is used. A new password ends the link, also before its email is sent.
 *
 * @throws Refusal `invalid` at a field, `too_many`
 */
export async function requestEmailChange(
  services: Services,
  { account, address }: AccountRequester,
  { email, emailPassword }: EmailInput,
): Promise<void> {
  if (email === account.email) throw refuseField('email', 'This is already your email address.')
  const proof = await confirmPerson(services, { account, address }, { emailPassword })
  await services.security.rateLimits.consume('mail', email, address)
  const mark = markPassword(services, proof.by === 'password' ? proof.passwordHash : null)
  const change = { userId: account.id, email, mark }
  await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'emailPassword')
    await services.jobs.send(accountEmailJobs.emailChange, change, tx)
  })
}

/**
 * Replaces the password, or sets the first one. Ends all other sessions, and logins through the admins of
 * other shops than the one in whose admin it's changed. Notifies the person by email.
 *
 * @param sessionToken of the current browser, which stays logged in
 * @throws Refusal `invalid` at a field, also AddressTaken, `too_many`
 */
export async function changePassword(
  services: Services,
  asker: AccountRequester & { sessionToken: string },
  { currentPassword, newPassword }: PasswordInput,
): Promise<void> {
  const { account, sessionToken } = asker
  const proof = await confirmPerson(services, asker, { currentPassword })
  await refuseCommonPassword('newPassword', newPassword, account)

  const passwordHash = await services.security.passwords.hash(newPassword)
  const at = services.now()
  const userId = account.id
  const shopTeamId = teamOfAdmin(account)
  // Only addresses of people with a password are unique.
  const isFirst = proof.by !== 'password'
  const { email } = account
  const isStored = await services.db
    .transaction(async (tx) => {
      await requireStillConfirmed(tx, proof, 'currentPassword')
      if (isFirst && (await findAddressTaken(tx, { email, address: asker.address, at }))) {
        return false
      }
      const { frameSessionId } = account
      const password = { userId, passwordHash, at, sessionToken, frameSessionId, shopTeamId }
      const shopLogins = await storePassword(tx, password)
      const changed = { userId, at: at.getTime(), shopLogins }
      await services.jobs.send(accountEmailJobs.passwordChanged, changed, tx)
      return true
    })
    .catch((error: unknown) => asTaken(error, account))
  if (!isStored) throw refuseTaken(account)
}

/** The address became another account's login at the same moment. */
function asTaken(error: unknown, account: Account): never {
  throw isUniqueViolation(error, 'users_email_key') ? refuseTaken(account) : error
}

/** For the first password of a person who logs in through a shop's admin. */
const refuseTaken = ({ frameSessionId }: Account) =>
  new AddressTaken(
    'newPassword',
    `${addressTaken} ${frameSessionId === null ? toOther : toAnother}`,
  )

const toOther = 'Connect your shop to it instead.'

/** Stores and sites have no way to that account. */
const toAnother = 'Change your email address here first.'

/**
 * Confirms who asks for a sensitive change: by the password, or for people without one by the shop
 * system's proof that came with the request. A password counts as a login attempt. With two-factor
 * authentication, the second factor must be recent as well.
 *
 * @param given the password field's name and value
 * @throws Refusal `invalid` at that field, about the form as a whole or with the ways to confirm it,
 * `too_many`
 */
export async function confirmPerson(
  services: Services,
  { account, address }: AccountRequester,
  given: Record<string, string>,
): Promise<VerifiedPassword | VerifiedShopSession> {
  const {
    db,
    security: { passwords, rateLimits },
  } = services
  const [[field, password] = ['', '']] = Object.entries(given)
  const [user] = await db.system
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, account.id))
  // Read now: the password may have been set since the account was read.
  if (user?.passwordHash === null) {
    const proof = requireShopProof(account)
    await requireRecentTwoFactor(services, account)
    return proof
  }
  if (password === '') throw refuseField(field, 'Enter your password.')

  await rateLimits.consume('login', account.email, address)
  const passwordHash = user?.passwordHash ?? null
  if (passwordHash === null || !(await passwords.verify(passwordHash, password))) {
    throw refuseField(field, wrongPassword)
  }
  await rateLimits.reset('login', account.email)
  await requireRecentTwoFactor(services, account)
  return issuePasswordProof(account.id, passwordHash)
}

const wrongPassword = 'That’s not your current password.'

/**
 * Locks the account until the change that was confirmed is stored, so that a new password either waits
 * or comes first. If it came first, the old one confirms nothing any more.
 *
 * @param tx the transaction of the change; see `lockUser` for what it locks before and after
 * @param field of the password
 * @throws Refusal `invalid` at that field
 */
export async function requireStillConfirmed(
  tx: Queries,
  proof: VerifiedPassword | VerifiedShopSession,
  field: string,
): Promise<void> {
  const user = await lockUser(tx, requireIssued(proof).userId)
  const confirmed = proof.by === 'password' ? proof.passwordHash : null
  if (user?.passwordHash !== confirmed) throw refuseField(field, wrongPassword)
}

/**
 * The same for what protects or replaces a password, so it takes one.
 *
 * @throws Refusal `invalid`, `too_many`
 */
export async function checkPassword(
  services: Services,
  asker: AccountRequester,
  given: Record<string, string>,
): Promise<VerifiedPassword> {
  const proof = await confirmPerson(services, asker, given)
  if (proof.by === 'password') return proof
  throw refuseField('', 'Set a password first, under Account › General.')
}

/** @throws Refusal `invalid` about the form as a whole */
function requireShopProof({ id, shopProof, frameSessionId }: Account): VerifiedShopSession {
  if (shopProof && requireIssued(shopProof).userId === id) return shopProof
  if (frameSessionId !== null) {
    throw refuseField(
      '',
      `Confirm it’s you: open ${productName} from your dashboard again, then do this within 10 minutes.`,
    )
  }
  throw refuseField(
    '',
    `You don’t have a password yet. Open ${productName} in your shop’s admin to do this.`,
  )
}
