/** How a connection knows who sent a delivery. Everything secret is compared in constant time. */
import { z } from 'zod'
import { ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import type { RawDelivery } from '../integration.ts'
import { isEqualText, requireFresh, requireSignature, signatureOf } from '../kit/signatures.ts'

const header = z
  .string('Enter the name of the header.')
  .trim()
  .toLowerCase()
  .regex(/^[a-z\d-]{1,100}$/, 'Use letters, digits and hyphens.')
const prefix = z.string().max(40, 'Use 40 characters or fewer.').default('')
const part = z.string().regex(/^\w{1,20}$/, 'Use letters and digits.')

export const verification = z.discriminatedUnion('type', [
  /** Anyone who knows the address can send. */
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('header'), header, prefix }),
  z.strictObject({
    type: z.literal('hmac'),
    header,
    algorithm: z.enum(['sha1', 'sha256', 'sha512']),
    encoding: z.enum(['hex', 'base64']),
    prefix,
    /** The time of signing, which is signed as well. Absent: the body alone is signed. */
    timestamp: z
      .union([
        z.strictObject({ header, separator: z.enum(['.', ':']).default('.') }),
        /** In the signature's own header, as in `t=1700000000,v1=…`. */
        z.strictObject({
          key: part,
          signatureKey: part,
          separator: z.enum(['.', ':']).default('.'),
        }),
      ])
      .optional(),
  }),
  /** standardwebhooks.com: `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  z.strictObject({ type: z.literal('standard_webhooks') }),
  z.strictObject({
    type: z.literal('basic'),
    user: z
      .string()
      .min(1, 'Enter a user name.')
      .max(100)
      .regex(/^[^:]+$/, 'Leave out colons.'),
  }),
])
export type Verification = z.output<typeof verification>
type Hmac = Extract<Verification, { type: 'hmac' }>

type Signed = Pick<RawDelivery, 'headers' | 'body'>

/**
 * @param secret what the service and we know; of Standard Webhooks with or without `whsec_`
 * @throws ForgedDelivery
 */
export function requireVerified(
  rule: Verification,
  delivery: Signed,
  { secret, now }: { secret: string; now: Date },
): void {
  if (rule.type === 'none') return
  // An empty secret would let everyone sign.
  if (secret === '') throw new ForgedDelivery()
  switch (rule.type) {
    case 'header':
      requireEqual(delivery.headers[rule.header], `${rule.prefix}${secret}`)
      return
    case 'basic':
      requireBasic(delivery.headers.authorization, `${rule.user}:${secret}`)
      return
    case 'hmac':
      requireBody(delivery)
      requireHmac(rule, delivery, { secret, now })
      return
    case 'standard_webhooks':
      requireBody(delivery)
      requireStandard(delivery, { secret, now })
      return
  }
}

function requireEqual(given: string | undefined, expected: string) {
  if (given === undefined || !isEqualText(given.trim(), expected)) throw new ForgedDelivery()
}

function requireBasic(given: string | undefined, expected: string) {
  const encoded = /^basic +([a-z\d+/]{1,600}={0,2})$/i.exec(given?.trim() ?? '')?.[1]
  if (encoded === undefined) throw new ForgedDelivery()
  requireEqual(Buffer.from(encoded, 'base64').toString('utf8'), expected)
}

/** A signature of nothing would vouch for every query. */
function requireBody({ body }: Signed) {
  if (body.length === 0) throw new ForgedDelivery()
}

function requireHmac(rule: Hmac, { headers, body }: Signed, known: { secret: string; now: Date }) {
  const given = headers[rule.header]?.trim()
  if (given === undefined) throw new ForgedDelivery()
  const { timestamp } = rule
  const { secret, now } = known
  if (timestamp === undefined) {
    requireSignature(rule, { secret, content: body, given: withoutPrefix(given, rule.prefix) })
    return
  }
  const pairs = 'key' in timestamp ? pairsOf(given) : []
  const time =
    'key' in timestamp
      ? pairs.find(([key]) => key === timestamp.key)?.[1]
      : headers[timestamp.header]?.trim()
  const signatures =
    'key' in timestamp
      ? pairs.filter(([key]) => key === timestamp.signatureKey).map(([, value]) => value)
      : [given]
  const content = signedContent(`${requireTime(time, now)}${timestamp.separator}`, body)
  const expected = signatureOf(rule, secret, content)
  requireOne(
    signatures.map((one) => withoutPrefix(one, rule.prefix)),
    expected,
  )
}

function requireStandard(
  { headers, body }: Signed,
  { secret, now }: { secret: string; now: Date },
) {
  const id = headers['webhook-id']
  const given = headers['webhook-signature']
  if (!id || given === undefined) throw new ForgedDelivery()
  const time = requireTime(headers['webhook-timestamp'], now)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) throw new ForgedDelivery()
  const content = signedContent(`${id}.${time}.`, body)
  const expected = signatureOf({ algorithm: 'sha256', encoding: 'base64' }, key, content)
  // While a secret is replaced, the header has a signature by each.
  const signatures = given.split(' ').slice(0, maxSignatures)
  requireOne(
    signatures.flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : [])),
    expected,
  )
}

const maxSignatures = 10

function requireOne(signatures: readonly string[], expected: string) {
  // Compares all of them: how long it takes doesn't depend on which one is right.
  const equal = signatures.slice(0, maxSignatures).filter((one) => isEqualText(one, expected))
  if (equal.length === 0) throw new ForgedDelivery()
}

/** The text as it was signed. @throws ForgedDelivery for one that is missing or too long ago */
function requireTime(given: string | undefined, now: Date): string {
  const time = given?.trim() ?? ''
  if (!/^\d{9,11}$/.test(time)) throw new ForgedDelivery()
  requireFresh(Number(time), now)
  return time
}

const signedContent = (before: string, body: Buffer) => Buffer.concat([Buffer.from(before), body])

const withoutPrefix = (given: string, before: string) =>
  given.startsWith(before) ? given.slice(before.length) : ''

/** `t=1,v1=a` and `ts=1;h1=a`. */
const pairsOf = (text: string): [string, string][] =>
  text
    .split(/[,;]/)
    .slice(0, 20)
    .map((pair) => {
      const [key = '', ...value] = pair.split('=')
      return [key.trim(), value.join('=').trim()]
    })
