/** T08 (security.md): how often one account, and one address, may be tried. */
import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimits } from '../../db/schema/index.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Services } from '../../services.ts'

const window = 15 * 60

export type AttemptLimits = {
  /** @throws Refusal `too_many` with the time to wait */
  spend: (account: string, address: string) => Promise<void>
  /** A right password gives the account its tries back. */
  restore: (account: string) => Promise<void>
}

/** Kept in the database, so that a restart or a second process forgets nothing. */
export function createAttemptLimits(pool: pg.Pool): AttemptLimits {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: window,
    })
  const byAccount = limiter('login-account', 10)
  const byAddress = limiter('login-address', 100)

  return {
    async spend(account, address) {
      try {
        await byAddress.consume(address)
        await byAccount.consume(keyOf(account))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        const minutes = Math.ceil(seconds / 60)
        throw new Refusal(
          'too_many',
          `Too many attempts. Try again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
          { retryAfterSeconds: seconds },
        )
      }
    },
    async restore(account) {
      await byAccount.delete(keyOf(account))
    },
  }
}

/** Anybody may type anybody's address: what is kept of it names nobody. */
const keyOf = (account: string) => createHash('sha256').update(account).digest('base64url')

/** Removes counters that have run out; a job calls it. */
export async function sweepAttempts({ db, now }: Services): Promise<void> {
  await db.system.delete(rateLimits).where(lt(rateLimits.expire, now().getTime()))
}
