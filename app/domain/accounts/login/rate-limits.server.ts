/**
 * Limits how often an account and a network address can try something, or make us send something.
 * Slows down password guessing and keeps us from being used to send spam.
 */
import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimits } from '#app/db/schema/accounts.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Log } from '#app/lib/log.server.ts'
import { addressGroup } from '#app/lib/web/address-group.ts'
import type { Services } from '#app/services.ts'
import { apiLimit, organizationApiLimit } from './api-limit.ts'

/** Attempts per number of seconds. */
const limits = {
  login: { account: 10, address: 100, seconds: 15 * 60 },
  /** Emails that anyone can make us send to anyone. */
  mail: { account: 3, address: 20, seconds: 60 * 60 },
  /** New accounts. */
  register: { account: 5, address: 20, seconds: 60 * 60 },
  /** Per recipient across all teams; per network address of the sender. */
  invitation: { account: 3, address: 50, seconds: 24 * 60 * 60 },
  /** Second steps across all logins of an account; each login also has its own limit of five. */
  code: { account: 10, address: 100, seconds: 60 * 60 },
  emergency: { account: 3, address: 30, seconds: 60 },
  /** Text messages per account, and per recipient's number across all accounts. */
  text: { account: 5, address: 20, seconds: 60 * 60 },
  textNumber: { account: 5, address: 20, seconds: 60 * 60 },
  /** Passkey challenges; the account is the network address. */
  passkey: { account: 60, address: 60, seconds: 15 * 60 },
  /** Support requests, each of which sends us an email. */
  support: { account: 5, address: 30, seconds: 60 * 60 },
  supportAnswer: { account: 20, address: 60, seconds: 60 * 60 },
  /** Our requests to a site's page. */
  verify: { account: 20, address: 60, seconds: 10 * 60 },
  /** Our requests to a service that a person tries again. */
  tryConnection: { account: 10, address: 60, seconds: 10 * 60 },
  /** Our requests to a site's home page during setup. */
  homePage: { account: 10, address: 30, seconds: 10 * 60 },
  /** Installation codes by email: per sender, and per recipient across all senders. */
  installCode: { account: 10, address: 30, seconds: 24 * 60 * 60 },
  installCodeTo: { account: 3, address: 30, seconds: 24 * 60 * 60 },
} as const

/** How many times the attempts of an address an IPv6 network of 48 bits has. */
export const perNetwork = 4

type Kind = keyof typeof limits

/** Limit of an organization's stored answers to requests with idempotency keys. */
const answerLimit = { units: 20_000, unitBytes: 4096, seconds: 24 * 60 * 60 }

/** Downloads by one link to someone's data. Counted for as long as such a link works. */
export const downloadLimit = { downloads: 3, seconds: 7 * 24 * 60 * 60 }

/** Emails to an account's owner that someone entered its address elsewhere. */
const takenNoticeLimit = { notices: 1, seconds: 24 * 60 * 60 }

/** Longer than anything that works once lasts. */
const onceLimit = { uses: 1, seconds: 2 * 60 * 60 }

/** Who sends a request to the REST API. */
export type ApiSender = {
  /** The token, or the network address without a valid one. */
  key: string
  /** The token's organization; null without one. */
  teamId: number | null
}

export type ApiQuota = {
  /** The limit that refused the request. Null: it is allowed. */
  refusedBy: 'sender' | 'team' | null
  sender: ApiLimitState
  /** Null without an organization, and when the sender's limit refused: then it isn't counted. */
  team: ApiLimitState | null
}

export type ApiLimitState = {
  /** Requests that are left until the limit is reset. */
  remaining: number
  /** Whole seconds until then. */
  resetSeconds: number
}

export type RateLimits = {
  /**
   * @param account an email address in lower case
   * @param address the client's network address
   * @throws Refusal `too_many` with the time to wait
   */
  consume: (kind: Kind, account: string, address: string) => Promise<void>
  /** A correct password restores the account's attempts. */
  reset: (kind: Kind, account: string) => Promise<void>
  /** Counts a request to the REST API. One that the sender's limit refuses takes none of the organization's. */
  countApiRequest: (sender: ApiSender) => Promise<ApiQuota>
  /**
   * Counts an answer that is stored for its idempotency key. With a size, what it has beyond one unit.
   *
   * @throws Refusal `too_many` when the organization has stored too much; never with a size
   */
  countStoredAnswer: (teamId: number, bytes?: number) => Promise<void>
  /**
   * Counts an email to an account's owner that someone entered its address elsewhere. False: the owner
   * got one already.
   *
   * @param email in lower case
   */
  countTakenNotice: (email: string) => Promise<boolean>
  /** The email wasn't sent. */
  forgetTakenNotice: (email: string) => Promise<void>
  /** Counts a download by a link to someone's data. False: the link has been used up. */
  countDownload: (link: string) => Promise<boolean>
  /** A download that was counted moments ago failed on our side. */
  giveBackDownload: (link: string) => Promise<void>
  /** Whether a link has a download left, without counting one. */
  hasDownload: (link: string) => Promise<boolean>
  /** Uses up what works once and ends within an hour. False: it was used before. */
  useOnce: (secret: string) => Promise<boolean>
}

/** Stored in the database, so that restarts and other processes keep counting. */
export function createRateLimits(pool: pg.Pool, log: Log): RateLimits {
  const shared = {
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  }
  const limiter = (kind: Kind, by: 'account' | 'address', factor = 1) =>
    new RateLimiterPostgres({
      ...shared,
      keyPrefix: factor === 1 ? `${kind}-${by}` : `${kind}-${by}-48`,
      points: limits[kind][by] * factor,
      duration: limits[kind].seconds,
    })
  const limitersOf = (kind: Kind) => ({
    byAccount: limiter(kind, 'account'),
    byAddress: limiter(kind, 'address'),
    byNetwork: limiter(kind, 'address', perNetwork),
  })
  const limiters = Object.fromEntries(
    (Object.keys(limits) as Kind[]).map((kind) => [kind, limitersOf(kind)]),
  ) as Record<Kind, ReturnType<typeof limitersOf>>

  const apiRequests = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'api',
    points: apiLimit.requests,
    duration: apiLimit.seconds,
    // A sender that goes on is refused without a query.
    inMemoryBlockOnConsumed: apiLimit.requests + 1,
  })
  const teamApiRequests = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'api-team',
    points: organizationApiLimit.requests,
    duration: organizationApiLimit.seconds,
    inMemoryBlockOnConsumed: organizationApiLimit.requests + 1,
  })
  const storedAnswers = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'api-answers',
    points: answerLimit.units,
    duration: answerLimit.seconds,
  })
  const downloads = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'download',
    points: downloadLimit.downloads,
    duration: downloadLimit.seconds,
  })
  const uses = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'once',
    points: onceLimit.uses,
    duration: onceLimit.seconds,
  })
  const takenNotices = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'taken-notice',
    points: takenNoticeLimit.notices,
    duration: takenNoticeLimit.seconds,
  })

  return {
    async consume(kind, account, address) {
      const { byAccount, byAddress, byNetwork } = limiters[kind]
      const network = addressGroup(address, 48)
      try {
        await byAddress.consume(addressGroup(address))
        // Only for IPv6: a company, or someone who uses another /64 for each attempt.
        if (network !== addressGroup(address)) await byNetwork.consume(network)
        await byAccount.consume(keyOf(account))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        log.info({ kind }, 'too many attempts')
        throw refuseTooMany(secondsOf(error))
      }
    },
    async reset(kind, account) {
      await limiters[kind].byAccount.delete(keyOf(account))
    },
    async countApiRequest({ key, teamId }) {
      const ofSender = await settle(apiRequests.consume(key))
      const sender = limitStateOf(ofSender.state)
      if (!ofSender.isAllowed) return { refusedBy: 'sender', sender, team: null }
      if (teamId === null) return { refusedBy: null, sender, team: null }
      const ofTeam = await settle(teamApiRequests.consume(String(teamId)))
      const refusedBy = ofTeam.isAllowed ? null : 'team'
      return { refusedBy, sender, team: limitStateOf(ofTeam.state) }
    },
    async countStoredAnswer(teamId, bytes) {
      const key = String(teamId)
      if (bytes !== undefined) {
        const units = Math.ceil(bytes / answerLimit.unitBytes) - 1
        if (units > 0) await storedAnswers.penalty(key, units)
        return
      }
      const counted = await settle(storedAnswers.consume(key))
      if (counted.isAllowed) return
      throw new Refusal(
        'too_many',
        'Your organization has used too many idempotency keys in 24 hours. Send the request without a key, or try again later.',
        { retryAfterSeconds: secondsOf(counted.state) },
      )
    },
    countTakenNotice: async (email) => (await settle(takenNotices.consume(keyOf(email)))).isAllowed,
    async forgetTakenNotice(email) {
      await takenNotices.delete(keyOf(email))
    },
    countDownload: async (link) => (await settle(downloads.consume(keyOf(link)))).isAllowed,
    async giveBackDownload(link) {
      // The counter lasts longer than any link, so what is given back was counted in it.
      await downloads.reward(keyOf(link))
    },
    useOnce: async (secret) => (await settle(uses.consume(keyOf(secret)))).isAllowed,
    async hasDownload(link) {
      const state = await downloads.get(keyOf(link))
      return state === null || state.consumedPoints < downloadLimit.downloads
    },
  }
}

/** @param seconds until an attempt is possible again */
export const refuseTooMany = (seconds: number): Refusal =>
  new Refusal('too_many', `Too many attempts. Try again in ${formatWait(seconds)}.`, {
    retryAfterSeconds: seconds,
  })

/** In hours from two hours on. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes >= 120) return `${String(Math.ceil(minutes / 60))} hours`
  return `${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** The limiter rejects with its state when there is nothing left. */
async function settle(
  attempt: Promise<RateLimiterRes>,
): Promise<{ isAllowed: boolean; state: RateLimiterRes }> {
  try {
    return { isAllowed: true, state: await attempt }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return { isAllowed: false, state: error }
  }
}

const limitStateOf = (state: RateLimiterRes): ApiLimitState => ({
  remaining: Math.max(0, state.remainingPoints),
  resetSeconds: secondsOf(state),
})

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

/** Anyone can type anyone's address, so only a hash is stored. */
const keyOf = (account: string) => createHash('sha256').update(account).digest('base64url')

/** Removes expired counters. Called by a job. */
export async function sweepRateLimits({ db, now }: Services): Promise<void> {
  await db.system.delete(rateLimits).where(lt(rateLimits.expire, now().getTime()))
}
