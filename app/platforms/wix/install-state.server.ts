/**
 * Ties Wix’ return after an install to its start: signed by us, for one use within half an hour, and for the
 * person who started. Without it a stranger's address would connect their site to the organization of
 * whoever opens it.
 */
import { randomBytes } from 'node:crypto'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

const lastsMillis = 30 * minuteMillis

/** Hexadecimal digits of the signature, which ends the text. */
const signatureLength = 64

export type Starter = {
  /** Null: no one was logged in, so the site gets its organization in Wix. */
  userId: number | null
  /** The organization that gets the site. Null as well. */
  teamId: number | null
}

type Signing = Pick<Services, 'now' | 'security' | 'config'>

/** The address of the product is signed, too: another installation with the same key doesn't accept it. */
const signatureOf = ({ security: { secrets }, config }: Signing, facts: string) =>
  secrets.fingerprint(`${config.appUrl}\n${facts}`, 'install from outside of Wix')

export function writeInstallState(services: Signing, { userId, teamId }: Starter): string {
  const ends = services.now().getTime() + lastsMillis
  const nonce = randomBytes(16).toString('hex')
  const facts = [userId ?? 0, teamId ?? 0, ends, nonce].join('-')
  return `${facts}-${signatureOf(services, facts)}`
}

/** Uses the state up. Null: it isn't ours, has ended or was used. */
export async function useInstallState(services: Signing, text: string): Promise<Starter | null> {
  const facts = text.slice(0, -signatureLength - 1)
  const signature = text.slice(-signatureLength)
  if (!timingSafeEqualText(signature, signatureOf(services, facts))) return null
  if (text !== `${facts}-${signature}`) return null
  const [userId = 0, teamId = 0, ends = 0] = facts.split('-', 3).map(Number)
  if (ends <= services.now().getTime()) return null
  if (!(await services.security.rateLimits.useOnce(facts))) return null
  return { userId: userId === 0 ? null : userId, teamId: teamId === 0 ? null : teamId }
}
