/** Signs requests with OAuth 1.0a (RFC 5849) and HMAC-SHA256. */
import { randomUUID } from 'node:crypto'
import { signatureOf } from './signatures.ts'

export type OAuth1Keys = {
  consumerKey: string
  consumerSecret: string
  token: string
  tokenSecret: string
}

type Signed = {
  method: string
  /** Without a query. */
  url: string
  query: Readonly<Record<string, string>>
}

/** RFC 3986: everything but letters, digits, `-`, `.`, `_` and `~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The text to sign: section 3.4.1 of the RFC. */
export function signatureBase(
  { method, url }: Omit<Signed, 'query'>,
  parameters: readonly (readonly [name: string, value: string])[],
): string {
  const pairs = parameters
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([name, value], [other, otherValue]) =>
      name === other ? compare(value, otherValue) : compare(name, other),
    )
    .map(([name, value]) => `${name}=${value}`)
  const { origin, pathname } = new URL(url)
  return [method.toUpperCase(), `${origin}${pathname}`, pairs.join('&')].map(encode).join('&')
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** The header `Authorization`. */
export function oauth1Header(
  signed: Signed,
  { keys, now, nonce = randomUUID() }: { keys: OAuth1Keys; now: Date; nonce?: string },
): string {
  const parameters = {
    oauth_consumer_key: keys.consumerKey,
    oauth_nonce: nonce,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(now.getTime() / 1000)),
    oauth_token: keys.token,
    oauth_version: '1.0',
  }
  const base = signatureBase(signed, [
    ...Object.entries(parameters),
    ...Object.entries(signed.query),
  ])
  const secret = `${encode(keys.consumerSecret)}&${encode(keys.tokenSecret)}`
  const signature = signatureOf({ algorithm: 'sha256', encoding: 'base64' }, secret, base)
  const pairs = Object.entries({ ...parameters, oauth_signature: signature })
  return `OAuth ${pairs.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`
}
