/** Erases a person: the account, and their name and email address everywhere else. */
import { and, asc, eq, exists, ne, not } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import { apiTokens, teams, users } from '#app/db/schema/ground.ts'
import { staffActs } from '#app/db/schema/accounts.ts'
import { auditEntries, invitations } from '#app/db/schema/teams.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { hashOfRow, recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { shownAddress, type DeleteAccountInput } from '#app/domain/accounts/account.ts'
import {
  confirmPerson,
  requireStillConfirmed,
  type AccountRequester,
} from '#app/domain/accounts/profile/profile.server.ts'
import { keepErasedStaff } from '#app/domain/shops/tenants/tenant-staff.server.ts'
import { endSessions } from '#app/domain/accounts/login/sessions.server.ts'

/** Has to be transferred or deleted first. */
export type OwnedTeam = { id: number; name: string }

/** Data to show before a person deletes their account. */
export async function listBelongings(
  { db }: Services,
  userId: number,
): Promise<{ ownedTeams: OwnedTeam[]; apiTokens: number }> {
  const ownedTeams = await listOwnedTeams(db.system, userId)
  const apiTokenCount = await db.system.$count(apiTokens, eq(apiTokens.userId, userId))
  return { ownedTeams, apiTokens: apiTokenCount }
}

async function listOwnedTeams(queries: Queries, userId: number): Promise<OwnedTeam[]> {
  return queries
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(eq(teams.ownerId, userId))
    .orderBy(asc(teams.name))
}

/**
 * Associated data of the encrypted address in the last email's payload. The account's row no longer
 * exists by then.
 */
export const farewellSealLabel = (at: Date) => `farewell ${String(at.getTime())}`

/**
 * Deletes the account from the person's own screen, with the address or name typed and the password given.
 *
 * @throws Refusal `invalid` at a field, `too_many`, `conflict` naming the teams that the person
 * owns
 */
export async function deleteAccount(
  services: Services,
  asker: AccountRequester,
  { address, deletePassword }: DeleteAccountInput,
): Promise<void> {
  const { account } = asker
  const shown = shownAddress(account.email)
  if (shown === '' ? address !== account.name : address.toLowerCase() !== shown) {
    const what = shown === '' ? 'name' : 'email address'
    throw refuseField('address', `That’s not this account’s ${what}.`)
  }
  const proof = await confirmPerson(services, asker, { deletePassword })
  await eraseUser(services, account.id, (tx) => requireStillConfirmed(tx, proof, 'deletePassword'))
}

/**
 * Ends all sessions, deletes every row about the person and sends the last email.
 *
 * @param check in the same transaction, before anything is deleted
 * @throws Refusal `not_found`, `conflict` naming the teams that the person owns
 */
export async function eraseUser(
  services: Services,
  userId: number,
  check?: (tx: Queries) => Promise<void>,
): Promise<void> {
  const {
    db,
    jobs,
    security: { secrets },
  } = services
  const at = services.now()
  await db.transaction(async (tx) => {
    await lockForErasure(tx, userId)
    await check?.(tx)
    await endSessions(tx, { userId, at })
    const user = await eraseUserRows(tx, services, userId)
    const hash = hashOfRow(secrets, 'user', user)
    await recordErasure(tx, services, { kind: 'user', hash, at })
    const to = secrets.seal(user.email, farewellSealLabel(at)).toString('base64')
    if (await jobs.hasQueue(accountEmailJobs.farewell, tx)) {
      await jobs.send(accountEmailJobs.farewell, { to, at: at.getTime() }, tx)
    }
  })
}

/**
 * The strongest lock comes first: a transaction that raises its lock can wait for one that shares it and
 * waits for the same row.
 */
const lockForErasure = (tx: Queries, userId: number) =>
  tx
    .select({ id: users.id, name: users.name, email: users.email, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')

/**
 * Erases only the rows, waiting jobs and stored emails. No one is notified.
 *
 * @throws Refusal `not_found`, `conflict` naming the teams that the person owns
 */
export async function eraseUserRows(
  tx: Transaction,
  { jobs, mail: { outbox }, now }: Services,
  userId: number,
) {
  const [user] = await lockForErasure(tx, userId)
  if (!user) throw new Refusal('not_found', 'Account not found.')
  const owned = await listOwnedTeams(tx, userId)
  if (owned.length > 0) {
    const names = owned.map(({ name }) => `“${name}”`).join(', ')
    throw new Refusal('conflict', `Transfer or delete ${names} first.`)
  }

  // An account without a password may share its address with one that logs in.
  const hasOther = exists(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, user.email), ne(users.id, userId))),
  )
  await tx.delete(invitations).where(and(eq(invitations.email, user.email), not(hasOther)))
  // Remarks by staff about the person, and the network addresses of a member of staff.
  await tx.update(staffActs).set({ reason: null }).where(eq(staffActs.userId, userId))
  await tx.update(staffActs).set({ address: '' }).where(eq(staffActs.staffId, userId))
  await redactAuditEntries(tx, user)
  await jobs.forget({ userId, email: user.email }, tx)
  tx.afterCommit(() => outbox.forget(user.email))
  await keepErasedStaff(tx, { userId, at: now() })
  // All other tables refer to this row: their rows are deleted or lose the reference.
  await tx.delete(users).where(eq(users.id, userId))
  return user
}

/**
 * Removes the person's name and address from the log of a team that continues to exist, where names
 * of tokens may contain them.
 */
async function redactAuditEntries(
  tx: Queries,
  { id, name, email }: { id: number; name: string; email: string },
): Promise<void> {
  const rows = await tx
    .select({ id: auditEntries.id, details: auditEntries.details })
    .from(auditEntries)
    .where(eq(auditEntries.userId, id))
  const words = [name, email].map((word) => new RegExp(escapePattern(word), 'giu'))
  for (const row of rows) {
    const redacted = Object.entries(row.details).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? words.reduce((text, word) => text.replace(word, '…'), value)
        : value,
    ])
    const details = Object.fromEntries(redacted) as typeof row.details
    if (JSON.stringify(details) === JSON.stringify(row.details)) continue
    await tx.update(auditEntries).set({ details }).where(eq(auditEntries.id, row.id))
  }
}

/** Like RegExp.escape in later engines. */
const escapePattern = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
