/** T08 and T46 (security.md): how often one account, and one address, may be tried or written to. */
import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimits } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** Tries within so many seconds. */
const limits = {
  login: { account: 10, address: 100, seconds: 15 * 60 },
  /** Mails that anybody can have sent to anybody. */
  mail: { account: 3, address: 20, seconds: 60 * 60 },
  /** Accounts that are made. */
  register: { account: 5, address: 20, seconds: 60 * 60 },
  /** To one address, whoever asks it in; from one network address. */
  invitation: { account: 3, address: 50, seconds: 24 * 60 * 60 },
  /** The second step of a login, over all its logins: five tries each are counted there. */
  code: { account: 10, address: 100, seconds: 60 * 60 },
  emergency: { account: 3, address: 30, seconds: 60 },
  /** Text messages for one account, and to one number whoever asks. */
  text: { account: 5, address: 20, seconds: 60 * 60 },
  textNumber: { account: 5, address: 20, seconds: 60 * 60 },
  /** Questions for passkeys; the account is the address. */
  passkey: { account: 60, address: 60, seconds: 15 * 60 },
  /** Requests for help, each of which is a mail to us. */
  support: { account: 5, address: 30, seconds: 60 * 60 },
  /** Looks at a site's page from our side. */
  verify: { account: 20, address: 60, seconds: 10 * 60 },
  /** The installation code by mail: by who sends it, and to one address whoever does. */
  installCode: { account: 10, address: 30, seconds: 24 * 60 * 60 },
  installCodeTo: { account: 3, address: 30, seconds: 24 * 60 * 60 },
} as const

type Kind = keyof typeof limits

export type RateLimits = {
  /**
   * @param account an email address in lower case
   * @param address the client's network address
   * @throws Refusal `too_many` with the time to wait
   */
  consume: (kind: Kind, account: string, address: string) => Promise<void>
  /** A right password gives the account its tries back. */
  reset: (kind: Kind, account: string) => Promise<void>
}

/** Kept in the database, so that a restart or a second process forgets nothing. */
export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiter = (kind: Kind, by: 'account' | 'address') =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `${kind}-${by}`,
      points: limits[kind][by],
      duration: limits[kind].seconds,
    })
  const limitersOf = (kind: Kind) => ({
    byAccount: limiter(kind, 'account'),
    byAddress: limiter(kind, 'address'),
  })
  const limiters = Object.fromEntries(
    (Object.keys(limits) as Kind[]).map((kind) => [kind, limitersOf(kind)]),
  ) as Record<Kind, ReturnType<typeof limitersOf>>

  return {
    async consume(kind, account, address) {
      const { byAccount, byAddress } = limiters[kind]
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
    async reset(kind, account) {
      await limiters[kind].byAccount.delete(keyOf(account))
    },
  }
}

/** Anybody may type anybody's address: what is kept of it names nobody. */
const keyOf = (account: string) => createHash('sha256').update(account).digest('base64url')

/** Removes counters that have run out; a job calls it. */
export async function sweepRateLimits({ db, now }: Services): Promise<void> {
  await db.system.delete(rateLimits).where(lt(rateLimits.expire, now().getTime()))
}
