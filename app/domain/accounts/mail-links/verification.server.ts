/**
 * Verifies email addresses: of new accounts, and of addresses that replace an old one. The signed
 * link carries everything, so nothing is stored until it is used.
 */
import { timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Services } from '#app/services.ts'
import { accountWithEmail } from '../account-with-email.server.ts'
import type { Account } from '../account.ts'
import { proveAddress, replaceAddress } from '../address-proof.server.ts'
import { accountEmailJobs } from '../jobs.ts'
import { addressTaken } from '../login/address-probes.server.ts'
import { notifyOfProof } from '../notify-of-proof.server.ts'
import { markPassword } from './password-mark.server.ts'

/** Long enough for greylisting and a weekend. */
const linkDays = 3

const path = '/auth/verify'

/** Content of a link. `from` and `to` are equal when the current address is verified. */
type Claim = {
  userId: number
  from: string
  to: string
  /**
   * When `from` was proven, in milliseconds; 0 when it wasn't. A link that someone had sent to their
   * own address ends with the proof by which the account's owner took it over.
   */
  since: number
  /**
   * Mark of the password that confirmed the request, see `markPassword`. Empty for a link that verifies
   * the current address, which no password has to confirm, and without a password.
   */
  mark: string
  expires: number
}

export type VerificationLink = {
  userId: number
  from: string
  to: string
  /** When `from` was proven; null when it wasn't. */
  provenAt: Date | null
  /** The account's, when the link was read. */
  passwordHash: string | null
  /** Whether it was used already. */
  isDone: boolean
}

/** Sends the email with the link, unless too many were sent. @throws Refusal `too_many` */
export async function requestVerification(
  { jobs, security: { rateLimits } }: Services,
  account: { id: number; email: string },
  address: string,
): Promise<void> {
  await rateLimits.consume('mail', account.email, address)
  await jobs.send(accountEmailJobs.verification, { userId: account.id })
}

/** A link that verifies the account's address; null when it is verified already. */
export async function createVerificationLink(
  services: Services,
  userId: number,
): Promise<{ email: string; link: string } | null> {
  const [user] = await services.db.system
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
  return user
    ? {
        email: user.email,
        link: linkOf(services, { userId, from: user.email, ...unchanged(user) }),
      }
    : null
}

const unchanged = ({ email }: { email: string }) => ({ to: email, since: 0, mark: '' })

type EmailChange = {
  userId: number
  to: string
  /** The password's, when the change was requested. */
  mark: string
}

/** `link` is null when another account has the address, so only its owner learns that. */
export type EmailChangeLink = { link: string | null }

/** A link that changes the account's address; null when there is no such account. */
export async function createEmailChangeLink(
  services: Services,
  { userId, to, mark }: EmailChange,
): Promise<EmailChangeLink | null> {
  const [user] = await services.db.system
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return null
  const [taken] = await services.db.system
    .select({ id: users.id })
    .from(users)
    .where(and(accountWithEmail(to), ne(users.id, userId)))
  if (taken) return { link: null }
  const since = sinceOf(user.verifiedAt)
  return { link: linkOf(services, { userId, from: user.email, to, mark, since }) }
}

/**
 * The specification prescribes a URL within a URL (`verify_url`): the outer one is the screen, the
 * inner one says who and until when, and is signed by us.
 */
function linkOf(
  { config, now, security: { secrets } }: Services,
  about: Omit<Claim, 'expires'>,
): string {
  const claim = { ...about, expires: Math.floor(now().getTime() / 1000) + linkDays * 86_400 }
  const inner = new URL(path, config.appUrl)
  for (const [name, value] of Object.entries(claim)) inner.searchParams.set(name, String(value))
  inner.searchParams.set('signature', sign(secrets, claim))
  const link = new URL(path, config.appUrl)
  link.searchParams.set('verify_url', inner.href)
  return link.href
}

/** Whether an inner URL is ours: our address, with our signature. It may have expired since. */
export const isVerifyUrl = (services: SignedBy, text: string): boolean =>
  readOurClaim(services, text) !== null

type SignedBy = Pick<Services, 'config' | 'security'>

function readOurClaim({ config, security: { secrets } }: SignedBy, text: string): Claim | null {
  const url = parseWebAddress(text)
  return url?.origin === config.appUrl && url.pathname === path ? readClaim(url, secrets) : null
}

/**
 * Content of a link; null when it expired or isn't ours, or when the address has changed since, or the
 * password that a new address was requested with.
 */
export async function readVerificationLink(
  services: Services,
  text: string,
): Promise<VerificationLink | null> {
  const { db, now } = services
  const claim = readOurClaim(services, text)
  if (!claim || claim.expires * 1000 <= now().getTime()) return null

  const { userId, from, to, since, mark } = claim
  const [user] = await db.system
    .select({
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return null
  const { verifiedAt: provenAt, passwordHash } = user
  const link = { userId, from, to, provenAt, passwordHash }
  if (user.email === to && provenAt) return { ...link, isDone: true }
  const isCurrent = user.email === from && sinceOf(provenAt) === since
  const isConfirmed = from === to || mark === markPassword(services, passwordHash)
  return isCurrent && isConfirmed ? { ...link, isDone: false } : null
}

const sinceOf = (verifiedAt: Date | null) => verifiedAt?.getTime() ?? 0

/** The person who opens a link. */
type LinkOpener = {
  /** The account that the browser is logged in to. */
  account: Pick<Account, 'id'> | null
  /** Password of the link's account. Null: not asked yet. Ignored if `account` is the link's. */
  password: string | null
  /** The client's network address, for the limits. */
  address: string
  /** Whether the admin of a store or of a site in Wix opens the link's account, as the page names it. */
  isFramed: boolean
}

/**
 * `password-needed`: the browser isn't logged in to the link's account. `shop-needed`: that account has
 * no password and only logs in through a shop's admin.
 */
export type LinkOutcome = 'done' | 'gone' | 'password-needed' | 'shop-needed'

/**
 * Applies a link and notifies the previous address, if any. Using it twice is fine.
 *
 * The link isn't enough: it may have been sent to someone who never registered, and who would vouch
 * for the stranger who did. The account's login has to come with it, by session or password. An account that
 * only the admin of a store or of a site in Wix opens has neither in this browser, so the page names that
 * store, and the press counts as the word of someone who may never have seen the account.
 *
 * @throws Refusal `conflict` when the address now belongs to another account, `invalid` at the password
 * field, `too_many`
 */
export async function consumeVerificationLink(
  services: Services,
  text: string,
  { account, password, address, isFramed }: LinkOpener,
): Promise<LinkOutcome> {
  const link = await readVerificationLink(services, text)
  if (!link) return 'gone'
  if (link.isDone) return 'done'
  if (account?.id !== link.userId) {
    const { passwordHash: hash } = link
    if (hash === null) return isFramed ? applyLink(services, link, 'mailbox') : 'shop-needed'
    if (password === null) return 'password-needed'
    if (password === '') throw refuseField('password', 'Enter your password.')
    await checkLinkPassword(services, { link, hash }, { password, address })
  }
  return applyLink(services, link, 'login')
}

/** An attempt counts like one to log in. */
async function checkLinkPassword(
  { security: { passwords, rateLimits } }: Services,
  { link: { from }, hash }: { link: VerificationLink; hash: string },
  { password, address }: { password: string; address: string },
): Promise<void> {
  await rateLimits.consume('login', from, address)
  if (!(await passwords.verify(hash, password)))
    throw refuseField('password', 'That’s not the password of this account.')
  await rateLimits.reset('login', from)
}

async function applyLink(
  services: Services,
  { userId, from, to, provenAt, passwordHash }: VerificationLink,
  by: 'login' | 'mailbox',
): Promise<'done' | 'gone'> {
  const at = services.now()
  const proof = { userId, at, by }
  try {
    return await services.db.transaction(async (tx) => {
      const removed =
        from === to
          ? await proveAddress(tx, proof)
          : await replaceAddress(tx, { userId, from, to, provenAt, passwordHash, at, by })
      if (removed === null) return 'gone'
      await notifyOfProof(tx, services, { ...proof, removed })
      if (from === to) return 'done'
      const details = { userId, email: from, at: at.getTime() }
      await services.jobs.send(accountEmailJobs.emailChanged, details, tx)
      return 'done'
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    // Reached by the address's owner alone: the link is only sent to an address without an account.
    throw new Refusal('conflict', addressTaken)
  }
}

function readClaim({ searchParams }: URL, secrets: Services['security']['secrets']): Claim | null {
  const claim: Claim = {
    userId: Number(searchParams.get('userId')),
    from: searchParams.get('from') ?? '',
    to: searchParams.get('to') ?? '',
    since: Number(searchParams.get('since')),
    mark: searchParams.get('mark') ?? '',
    expires: Number(searchParams.get('expires')),
  }
  const expected = Buffer.from(sign(secrets, claim))
  const given = Buffer.from(searchParams.get('signature') ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected) ? claim : null
}

const sign = (
  secrets: Services['security']['secrets'],
  { userId, from, to, since, mark, expires }: Claim,
) =>
  secrets.fingerprint(
    [String(userId), from, to, String(since), mark, String(expires)].join('\0'),
    'verify-email',
  )
