/** Session tokens (`id_token`): proof of who is looking at the admin, for one minute. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ShopState, Staff } from '../state/shop-state.ts'

/** How long a token is valid, in seconds. */
export const tokenSeconds = 60

const toleranceSeconds = 10

export type AppKeys = { apiKey: string; apiSecret: string }

type TokenOptions = {
  keys: AppKeys
  shop: ShopState
  viewer: Staff
  now: Date
  /** Replaces claims, for tokens that must be refused. */
  claims?: Record<string, unknown>
}

export function createSessionToken({ keys, shop, viewer, now, claims }: TokenOptions): string {
  const seconds = Math.floor(now.getTime() / 1000)
  // Shopify's library checks by this machine's clock, which development's may be ahead of.
  const since = Math.min(seconds, Math.floor(Date.now() / 1000))
  const payload = {
    iss: `https://${shop.domain}/admin`,
    dest: `https://${shop.domain}`,
    aud: keys.apiKey,
    sub: String(viewer.id),
    exp: seconds + tokenSeconds,
    nbf: since,
    iat: since,
    jti: randomUUID(),
    sid: sessionOf(keys, viewer),
    sig: createHmac('sha256', keys.apiSecret).update(shop.domain).digest('hex'),
    ...claims,
  }
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${text}.${signatureOf(keys.apiSecret, text)}`
}

/** The same for all tokens of a member of staff. */
export const sessionOf = ({ apiSecret }: AppKeys, { id }: Staff) =>
  createHmac('sha256', apiSecret)
    .update(`session ${String(id)}`)
    .digest('hex')
    .slice(0, 32)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url')

const header = z.object({ alg: z.literal('HS256') })
const payload = z.object({
  aud: z.string(),
  dest: z.string(),
  sub: z.string().regex(/^\d{1,30}$/),
  exp: z.number(),
  nbf: z.number(),
})

/** Who the token is about. Null for one that the platform didn't sign for this app and shop, or not now. */
export function readSessionToken(
  token: string,
  { keys, shop, now }: { keys: AppKeys; shop: ShopState; now: Date },
): Staff | null {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  const expected = Buffer.from(signatureOf(keys.apiSecret, `${head}.${body}`))
  const given = Buffer.from(signature)
  if (rest.length > 0 || given.length !== expected.length) return null
  if (!timingSafeEqual(given, expected) || !header.safeParse(decode(head)).success) return null

  const claims = payload.safeParse(decode(body)).data
  const seconds = now.getTime() / 1000
  if (claims?.aud !== keys.apiKey || claims.dest !== `https://${shop.domain}`) return null
  if (claims.exp + toleranceSeconds < seconds || claims.nbf - toleranceSeconds > seconds)
    return null
  return shop.staff.find(({ id }) => String(id) === claims.sub) ?? null
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
