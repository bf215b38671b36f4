/**
 * The lock under which everything changes that opens an account. A request is admitted when it arrives
 * and stores something later. Between the two, the address's owner may have set a new password or proven
 * the address, which ends all earlier access: what is stored after that has to be refused, and what was
 * stored before has to be seen and ended. Hence both sides lock the account first, then look (decision 5).
 */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Account } from './account.ts'

export type LockedUser = {
  email: string
  /** Null: the person has no password. */
  passwordHash: string | null
  /** When the address was proven; null when it wasn't. */
  verifiedAt: Date | null
}

/**
 * Locks the account until the transaction ends, before its other rows and after its team's and site's
 * ("Locks" in docs/architecture.md).
 *
 * @returns the account as of now; null when it no longer exists
 */
export async function lockUser(tx: Queries, userId: number): Promise<LockedUser | null> {
  const [row] = await tx
    .select({
      email: users.email,
      passwordHash: users.passwordHash,
      verifiedAt: users.emailVerifiedAt,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return row ?? null
}

/**
 * Locks the account of an organization's owner, after the organization's row. A proof of the owner's
 * address may end what other people can do there, so who lets one of them in waits for it.
 */
export async function lockOwner(tx: Queries, teamId: number): Promise<void> {
  const [team] = await tx.select({ ownerId: teams.ownerId }).from(teams).where(eq(teams.id, teamId))
  if (team) await lockUser(tx, team.ownerId)
}

/** The person who asks, as of the moment at which the request was admitted. */
export type AdmittedUser = Pick<Account, 'id' | 'isVerified'>

/**
 * Locks the account of a request that leaves something behind which the first proof of the address ends.
 * A request from before the proof is refused after it.
 *
 * @throws Refusal `conflict`
 */
export async function requireSameProof(
  tx: Queries,
  { id, isVerified }: AdmittedUser,
): Promise<void> {
  const user = await lockUser(tx, id)
  if (user && (isVerified || user.verifiedAt === null)) return
  throw new Refusal('conflict', 'Your account has changed. Reload the page and try again.')
}
