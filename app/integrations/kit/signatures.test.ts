/** Signatures against vectors: of the Standard Webhooks test-suite, of RFC 5849, and computed ones. */
import { expect, test } from 'vitest'
import { ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import bigcommerce from '#tests/payloads/services/bigcommerce.json' with { type: 'json' }
import shopify from '#tests/payloads/services/shopify.json' with { type: 'json' }
import wordpress from '#tests/payloads/services/wordpress.json' with { type: 'json' }
import { oauth1Header, signatureBase } from './oauth1.ts'
import { signatureOf } from './signatures.ts'
import { requireStandardWebhook } from './standard-webhooks.ts'

test.each([
  ['WooCommerce', wordpress.vector, 'x-wc-webhook-signature'],
  ['Shopify', shopify.vector, 'x-shopify-hmac-sha256'],
] as const)('a body is signed as %s signs it', (_name, vector, header) => {
  const scheme = { algorithm: 'sha256', encoding: 'base64' } as const
  const given = (vector as Record<string, string>)[header]

  expect(signatureOf(scheme, vector.secret, vector.body)).toBe(given)
})

const official = {
  key: Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const ofBigCommerce = {
  key: Buffer.from(bigcommerce.vector.client_secret),
  id: bigcommerce.vector['webhook-id'],
  seconds: bigcommerce.vector['webhook-timestamp'],
  body: bigcommerce.vector.body,
  signature: bigcommerce.vector['webhook-signature'],
}

const verified = (vector: typeof official, age = 0) =>
  requireStandardWebhook(
    {
      method: 'POST',
      headers: {
        'webhook-id': vector.id,
        'webhook-timestamp': String(vector.seconds),
        'webhook-signature': vector.signature,
      },
      query: new URLSearchParams(),
      body: Buffer.from(vector.body),
    },
    { key: vector.key, now: new Date((vector.seconds + age) * 1000) },
  )

test.each([
  ['the test-suite', official],
  ['BigCommerce', ofBigCommerce],
])('a Standard Webhook of %s is accepted within five minutes', (_name, vector) => {
  expect(verified(vector).id).toBe(vector.id)
  expect(verified(vector, 300).sentAt.getTime()).toBe(vector.seconds * 1000)
  expect(verified({ ...vector, signature: `v1,AAAA ${vector.signature}` }).id).toBe(vector.id)
  expect(() => verified(vector, 301)).toThrow(ForgedDelivery)
  expect(() => verified(vector, -301)).toThrow(ForgedDelivery)
  expect(() => verified({ ...vector, id: 'msg_other' })).toThrow(ForgedDelivery)
  expect(() => verified({ ...vector, signature: vector.signature.slice(3) })).toThrow(
    ForgedDelivery,
  )
})

test('the OAuth 1.0a signature base matches the example of RFC 5849, 3.4.1.1', () => {
  const parameters = [
    ['b5', '=%3D'],
    ['a3', 'a'],
    ['c@', ''],
    ['a2', 'r b'],
    ['oauth_consumer_key', '9djdj82h48djs9d2'],
    ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131201'],
    ['oauth_nonce', '7d8f3e4a'],
    ['c2', ''],
    ['a3', '2 q'],
  ] as const

  expect(signatureBase({ method: 'post', url: 'http://EXAMPLE.COM:80/request' }, parameters)).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
})

test('the header of OAuth 1.0a names everything that was signed', () => {
  const keys = { consumerKey: 'c', consumerSecret: 's&', token: 't', tokenSecret: 'u' }
  const signed = {
    method: 'GET',
    url: 'https://shop.example/rest/V1/orders',
    query: { 'a[b]': '1 2' },
  }
  const header = oauth1Header(signed, { keys, now: new Date(1_700_000_000_000), nonce: 'n' })
  const base =
    'GET&https%3A%2F%2Fshop.example%2Frest%2FV1%2Forders&a%255Bb%255D%3D1%25202%26oauth_consumer_key%3Dc%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA256%26oauth_timestamp%3D1700000000%26oauth_token%3Dt%26oauth_version%3D1.0'
  const signature = signatureOf({ algorithm: 'sha256', encoding: 'base64' }, 's%26&u', base)

  expect(header).toMatch(/^OAuth oauth_consumer_key="c", oauth_nonce="n", /)
  expect(header).toContain(`oauth_signature="${encodeURIComponent(signature)}"`)
})
