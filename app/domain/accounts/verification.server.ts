/** Proof that an email address is the person's own. */
import { timingSafeEqual } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import { accountMails } from './account-mails.ts'

/** Long enough for a mail that was greylisted, and for a weekend. */
const linkDays = 3

type Facts = { userId: number; email: string; expires: number }

/** Has the mail with the link sent, unless the account wrote too often. @throws Refusal `too_many` */
export async function askForVerification(
  { attempts, jobs }: Services,
  account: { id: number; email: string },
  address: string,
): Promise<void> {
  await attempts.spend('mail', account.email, address)
  await jobs.send(accountMails.verification, { userId: account.id })
}

/**
 * The address to open, or null when there is nothing left to prove. It is an address within an
 * address, as specification section 2 has it (`verify_url`): the outer one is the screen, the inner
 * one says who, until when, and that it is ours.
 */
export async function makeVerificationLink(
  { db, secrets, config, now }: Services,
  userId: number,
): Promise<{ email: string; link: string } | null> {
  const [user] = await db.system
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
  if (!user) return null

  const expires = Math.floor(now().getTime() / 1000) + linkDays * 86_400
  const inner = new URL('/auth/verify', config.appUrl)
  inner.searchParams.set('user', String(userId))
  inner.searchParams.set('expires', String(expires))
  inner.searchParams.set('signature', sign(secrets, { userId, email: user.email, expires }))
  const link = new URL('/auth/verify', config.appUrl)
  link.searchParams.set('verify_url', inner.href)
  return { email: user.email, link: link.href }
}

/** Whether an inner address could be one of ours at all; whether it still holds is another question. */
export function isVerifyUrl({ config }: Pick<Services, 'config'>, text: string | null): boolean {
  if (text === null || !URL.canParse(text)) return false
  const { origin, pathname } = new URL(text)
  return origin === config.appUrl && pathname === '/auth/verify'
}

/** The address that a link proves, or null when it expired, was changed or is not ours. */
export async function readVerificationLink(
  services: Services,
  text: string,
): Promise<{ userId: number; email: string; isVerified: boolean } | null> {
  const { db, secrets, now } = services
  if (!isVerifyUrl(services, text)) return null
  const { searchParams } = new URL(text)
  const userId = Number(searchParams.get('user'))
  const expires = Number(searchParams.get('expires'))
  if (!Number.isSafeInteger(userId) || !(expires * 1000 > now().getTime())) return null

  const [user] = await db.system
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return null
  // With the address in it, a link that went to an old address proves nothing of a new one.
  const expected = Buffer.from(sign(secrets, { userId, email: user.email, expires }))
  const given = Buffer.from(searchParams.get('signature') ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { userId, email: user.email, isVerified: user.verifiedAt !== null }
}

/** Takes the link's proof. False when it holds no longer; twice is no error. */
export async function verifyEmail(services: Services, text: string): Promise<boolean> {
  const proof = await readVerificationLink(services, text)
  if (!proof) return false
  const { userId, email } = proof
  const at = services.now()
  await services.db.system
    .update(users)
    .set({ emailVerifiedAt: at, updatedAt: at })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAt)))
  return true
}

const sign = (
  { fingerprint }: Pick<Services['secrets'], 'fingerprint'>,
  { userId, email, expires }: Facts,
) => fingerprint([String(userId), email, String(expires)].join('\0'), 'verify-email')
