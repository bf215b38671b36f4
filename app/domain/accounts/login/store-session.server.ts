/** Stores the session of a completed login. An import rule keeps everything else away from here. */
import Bowser from 'bowser'
import type { Queries } from '#app/db/db.ts'
import { sessions } from '#app/db/schema/accounts.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { requireIssued, type CompletedLogin } from './login-proof.server.ts'
import { sessionDays } from './sessions.server.ts'

type NewSession = {
  proof: CompletedLogin
  /** User-Agent header, for the list of devices. */
  userAgent: string | null
  at: Date
}

/** Returns the token for the cookie, which isn't stored. */
export async function storeSession(
  queries: Queries,
  { proof, userAgent, at }: NewSession,
): Promise<string> {
  const { userId, by } = requireIssued(proof)
  const hasTwoFactor = by === 'code' || by === 'passkey'
  const token = newSessionToken()
  await queries.insert(sessions).values({
    userId,
    tokenHash: tokenHash(token),
    deviceName: nameDevice(userAgent),
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + sessionDays * dayMillis),
    secondFactorAt: hasTwoFactor ? at : null,
  })
  return token
}

/** `Firefox on Linux`, from the User-Agent header; null when it isn't recognized. */
export function nameDevice(userAgent: string | null): string | null {
  // The library rejects an empty one, and scans the whole of a long one.
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512))
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.length === 0 ? null : known.join(' on ').slice(0, 100)
}
