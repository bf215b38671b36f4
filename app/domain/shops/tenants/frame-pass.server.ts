/**
 * Tokens and tickets of sessions in a frame: signed, short-lived, and for one session alone. Not JSON Web
 * Tokens: a platform whose admin signs those claims every Bearer token of three parts.
 */
import { z } from 'zod'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import type { Services } from '#app/services.ts'
import { readTenantId, type FramedPlatform, type TenantId, type TenantName } from './tenant-name.ts'

/**
 * `token`: given to a page in its document or by a renewal, then in headers, for many requests. `ticket`: in
 * the address of a document, which can't send a header, and for one request. `top-ticket` and `top-visit`: see
 * top-visits.server.ts.
 */
export type PassKind = 'token' | 'ticket' | 'top-ticket' | 'top-visit'

export type Pass = TenantName & {
  /** Id of the row in `frame_sessions`. */
  session: string
  /** Number of the ticket in its session. 0 for tokens. */
  number: number
  expiresAt: Date
}

type Signing = Pick<Services, 'security' | 'config'>

/** Hexadecimal digits of the signature, which ends the text. */
const signatureLength = 64

/** Letters, digits, `-` and `_`: what logs hide as a secret, and no address has to encode. */
const beginningOf = (platform: FramedPlatform) => `frame-${platform}-`

const content = z.object({
  tenant: z
    .string()
    .transform(readTenantId)
    .pipe(z.custom<TenantId>((id) => id !== null)),
  session: z.uuid(),
  number: z.int().min(0),
  /** Milliseconds since 1970. */
  ends: z.int(),
})

/** Whether the text has the form of a platform's token or ticket. It proves nothing. */
export const looksLikePass = (platform: FramedPlatform, text: string): boolean =>
  text.startsWith(beginningOf(platform))

/**
 * Neither kind can be used as the other. The origin of the product is part of what is signed: another
 * installation with the same key, a rehearsal for example, doesn't accept it.
 */
const signatureOf = (
  { security: { secrets }, config }: Signing,
  signed: { kind: PassKind; platform: FramedPlatform; body: string },
) =>
  secrets.fingerprint(
    [signed.kind, config.appUrl, signed.platform, signed.body].join('\n'),
    'pass of a frame',
  )

export function writePass(
  services: Signing,
  kind: PassKind,
  { platform, tenantId, session, number, expiresAt }: Pass,
): string {
  const facts: z.input<typeof content> = {
    tenant: tenantId,
    session,
    number,
    ends: expiresAt.getTime(),
  }
  const body = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return beginningOf(platform) + body + signatureOf(services, { kind, platform, body })
}

/** Null unless we signed it, for this platform and as this kind. It may have expired. */
export function readPass(
  services: Signing,
  kind: PassKind,
  { platform, text }: { platform: FramedPlatform; text: string },
): Pass | null {
  if (!looksLikePass(platform, text)) return null
  const rest = text.slice(beginningOf(platform).length)
  const body = rest.slice(0, -signatureLength)
  const signature = rest.slice(-signatureLength)
  if (!timingSafeEqualText(signature, signatureOf(services, { kind, platform, body }))) return null
  const read = content.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  if (!read.success) return null
  const { tenant: tenantId, session, number, ends } = read.data
  return { platform, tenantId, session, number, expiresAt: new Date(ends) }
}
