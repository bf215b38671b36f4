import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import { requireVerified, verification, type Verification } from './verification.ts'
import { recipes } from './recipes.ts'

type Vector = Record<string, string> & { secret: string; body: string }
const vectors = JSON.parse(readFileSync('tests/payloads/signature_vectors.json', 'utf8')) as Record<
  string,
  Record<string, string | number>
>
const vector = (name: string): Vector => {
  const texts = Object.entries(vectors[name] ?? {}).map(([key, value]) => [key, String(value)])
  const { secret = '', body = '', ...others } = Object.fromEntries(texts) as Record<string, string>
  return { ...others, secret, body }
}
const ruleOf = (id: string) =>
  recipes.find((one) => one.id === id)?.verification ?? { type: 'none' }

type Delivery = {
  rule: Verification
  secret: string
  headers: Record<string, string | undefined>
  body: string
  /** Seconds since 1970. */
  at: number
}
const isAccepted = ({ rule, secret, headers, body, at }: Delivery): boolean => {
  try {
    const now = new Date(at * 1000)
    requireVerified(rule, { headers, body: Buffer.from(body) }, { secret, now })
    return true
  } catch (error) {
    if (error instanceof ForgedDelivery) return false
    throw error
  }
}

const [woo, shop, stripe, standard] = [
  vector('wordpress'),
  vector('shopify_webhook'),
  vector('stripe'),
  vector('standard_webhooks'),
]
const bigcommerce = vector('bigcommerce')
const hmac = (fields: object) => verification.parse({ type: 'hmac', ...fields })
const signed = (body: string, secret = 's3cret') =>
  createHmac('sha1', secret).update(body).digest('hex')
const sha256 = (text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', 's3cret').update(text).digest(encoding)
const standardHeaders = ({ body: _, secret: _secret, ...headers }: Vector) => headers

const deliveries: Record<string, Delivery> = {
  WooCommerce: {
    rule: ruleOf('woocommerce-orders'),
    secret: woo.secret,
    headers: { 'x-wc-webhook-signature': woo['x-wc-webhook-signature'] },
    body: woo.body,
    at: 0,
  },
  Shopify: {
    rule: ruleOf('shopify-orders'),
    secret: shop.secret,
    headers: { 'x-shopify-hmac-sha256': shop['x-shopify-hmac-sha256'] },
    body: shop.body,
    at: 0,
  },
  Stripe: {
    rule: ruleOf('stripe-payments'),
    secret: stripe.secret,
    headers: { 'stripe-signature': stripe.header },
    body: stripe.body,
    at: 1_700_000_000,
  },
  'Standard Webhooks': {
    rule: { type: 'standard_webhooks' },
    secret: standard.secret,
    headers: standardHeaders(standard),
    body: standard.body,
    at: 1_614_265_330,
  },
  'BigCommerce by Standard Webhooks': {
    rule: { type: 'standard_webhooks' },
    secret: Buffer.from(bigcommerce.client_secret ?? '').toString('base64'),
    headers: standardHeaders(bigcommerce),
    body: bigcommerce.body,
    at: 1_561_479_335,
  },
  // As the services' pages say to sign: see the recipes for the sources.
  Typeform: {
    rule: ruleOf('typeform-responses'),
    secret: 's3cret',
    headers: { 'typeform-signature': `sha256=${sha256('{"a":1}', 'base64')}` },
    body: '{"a":1}',
    at: 0,
  },
  Calendly: {
    rule: ruleOf('calendly-bookings'),
    secret: 's3cret',
    headers: {
      'calendly-webhook-signature': `t=1700000000,v1=${sha256('1700000000.{"a":1}', 'hex')}`,
    },
    body: '{"a":1}',
    at: 1_700_000_000,
  },
  'Judge.me': {
    rule: ruleOf('judge-me-reviews'),
    secret: 's3cret',
    headers: { 'judgeme-hmac-sha256': sha256('{"a":1}', 'hex') },
    body: '{"a":1}',
    at: 0,
  },
  'Lemon Squeezy': {
    rule: ruleOf('lemon-squeezy-orders'),
    secret: 's3cret',
    headers: { 'x-signature': sha256('{"a":1}', 'hex') },
    body: '{"a":1}',
    at: 0,
  },
  Paddle: {
    rule: ruleOf('paddle-transactions'),
    secret: 's3cret',
    headers: { 'paddle-signature': `ts=1700000000;h1=${sha256('1700000000:{"a":1}', 'hex')}` },
    body: '{"a":1}',
    at: 1_700_000_000,
  },
  'an HMAC with a prefix': {
    rule: hmac({ header: 'X-Hub-Signature', algorithm: 'sha1', encoding: 'hex', prefix: 'sha1=' }),
    secret: 's3cret',
    headers: { 'x-hub-signature': `sha1=${signed('{"a":1}')}` },
    body: '{"a":1}',
    at: 0,
  },
  'an HMAC with the time in a header': {
    rule: hmac({
      header: 'x-signature',
      algorithm: 'sha1',
      encoding: 'hex',
      timestamp: { header: 'X-Timestamp', separator: ':' },
    }),
    secret: 's3cret',
    headers: { 'x-signature': signed('1700000000:{"a":1}'), 'x-timestamp': '1700000000' },
    body: '{"a":1}',
    at: 1_700_000_000,
  },
  'a header': {
    rule: verification.parse({ type: 'header', header: 'Authorization', prefix: 'Bearer ' }),
    secret: 's3cret',
    headers: { authorization: 'Bearer s3cret' },
    body: '{}',
    at: 0,
  },
  'Basic auth': {
    rule: verification.parse({ type: 'basic', user: 'shop' }),
    secret: 'pä:ss',
    headers: { authorization: `Basic ${Buffer.from('shop:pä:ss').toString('base64')}` },
    body: '{}',
    at: 0,
  },
}
const all = Object.entries(deliveries)
const signedOnes = all.filter(([name]) => !['a header', 'Basic auth'].includes(name))
const timedOnes = all.filter(([, { at }]) => at > 0)

test.each(all)('%s is accepted', (_name, delivery) => {
  expect(isAccepted(delivery)).toBe(true)
})

test.each(all)(
  '%s is refused with another secret, without one and without headers',
  (_name, one) => {
    expect(isAccepted({ ...one, secret: `${one.secret}x2345678` })).toBe(false)
    expect(isAccepted({ ...one, secret: '' })).toBe(false)
    expect(isAccepted({ ...one, headers: {} })).toBe(false)
  },
)

test.each(all)('%s is refused with any other header', (_name, one) => {
  for (const [name, value = ''] of Object.entries(one.headers)) {
    if (!/signature|hmac|authorization/.test(name)) continue
    for (const wrong of [
      '',
      'x',
      `${value}x`,
      value.slice(0, -3),
      value.toUpperCase(),
      `${value.slice(0, -1)}é`,
    ]) {
      expect(isAccepted({ ...one, headers: { ...one.headers, [name]: wrong } })).toBe(false)
    }
  }
})

test.each(signedOnes)('%s is refused with another body, or without one', (_name, one) => {
  expect(isAccepted({ ...one, body: `${one.body} ` })).toBe(false)
  expect(isAccepted({ ...one, body: '' })).toBe(false)
})

test.each(timedOnes)(
  '%s is refused when it was signed more than five minutes ago',
  (_name, one) => {
    expect(isAccepted({ ...one, at: one.at + 300 })).toBe(true)
    expect(isAccepted({ ...one, at: one.at + 301 })).toBe(false)
    expect(isAccepted({ ...one, at: one.at - 301 })).toBe(false)
  },
)

test('a good signature beside a bad one is enough, as when a secret is replaced', () => {
  const one = deliveries.Stripe as Delivery
  const header = `t=1700000000,v1=${'0'.repeat(64)},${stripe.header?.split(',')[1] ?? ''},v0=x`
  const other = deliveries['Standard Webhooks'] as Delivery
  const both = `v1,${'A'.repeat(44)} ${standard['webhook-signature'] ?? ''}`

  expect(isAccepted({ ...one, headers: { 'stripe-signature': header } })).toBe(true)
  expect(isAccepted({ ...other, headers: { ...other.headers, 'webhook-signature': both } })).toBe(
    true,
  )
})

test('without a rule, the address is the secret', () => {
  const headers = {}

  expect(isAccepted({ rule: { type: 'none' }, secret: '', headers, body: '', at: 0 })).toBe(true)
})
