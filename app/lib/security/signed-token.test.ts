import { createHmac, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { BadRecord, ForgedDelivery } from '../web/provider-errors.ts'
import { sharedSecretClaims, verifiedClaims } from './signed-token.ts'

const secret = 'a secret that both sides know'
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (header: object, by = secret) => {
  const content = `${encoded(header)}.${encoded({ sub: 'stores/linen' })}`
  return `${content}.${createHmac('sha256', by).update(content).digest('base64url')}`
}

test('a token that the secret signed is read', () => {
  expect(sharedSecretClaims(signed({ alg: 'HS256' }), secret)).toEqual({ sub: 'stores/linen' })
})

test.each([
  ['another secret', signed({ alg: 'HS256' }, 'another')],
  ['another algorithm in its header', signed({ alg: 'HS512' })],
  ['no algorithm', signed({ alg: 'none' })],
  ['no algorithm named', signed({})],
  ['a header that is no JSON', signed({ alg: 'HS256' }).replace(/^[^.]+/, 'abc')],
  ['a signature that is cut', signed({ alg: 'HS256' }).slice(0, -4)],
])('a token with %s is forged', (_fault, text) => {
  expect(() => sharedSecretClaims(text, secret)).toThrow(ForgedDelivery)
})

test.each(['', 'abc', 'a.b', 'a.b.', '.b.c', 'a.b.c.d'])('%s is no token', (text) => {
  expect(() => sharedSecretClaims(text, secret)).toThrow(BadRecord)
})

test('neither kind of key is taken for the other', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

  expect(() => verifiedClaims(signed({ alg: 'HS256' }, pem), publicKey)).toThrow(ForgedDelivery)
  expect(() => sharedSecretClaims(signed({ alg: 'RS256' }, pem), pem)).toThrow(ForgedDelivery)
})
