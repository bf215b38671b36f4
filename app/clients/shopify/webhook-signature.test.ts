import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedDelivery } from './webhook-signature.server.ts'

const secrets = ['the secret of today', 'the secret of yesterday']
const body = Buffer.from('{"id":9007199254740993,"note":"Grüße"}')

const sign = (
  bytes: Buffer,
  secret = 'the secret of today',
  encoding: 'base64' | 'hex' = 'base64',
) => createHmac('sha256', secret).update(bytes).digest(encoding)

test('a delivery is signed with either secret during a rotation', () => {
  for (const secret of secrets)
    expect(isSignedDelivery(body, sign(body, secret), secrets)).toBe(true)
  expect(isSignedDelivery(body, sign(body, secrets[1]), secrets.slice(0, 1))).toBe(false)
  expect(isSignedDelivery(Buffer.alloc(0), sign(Buffer.alloc(0)), secrets)).toBe(true)
})

test.each<[string, string | null]>([
  ['no signature', null],
  ['an empty one', ''],
  ['that of another app', sign(body, 'another secret')],
  ['hex digits, as addresses have them', sign(body, secrets[0], 'hex')],
  ['a shorter one', sign(body).slice(0, -1)],
  ['a longer one', `${sign(body)}=`],
  [
    'that of the body as it is written again',
    sign(Buffer.from(JSON.stringify(JSON.parse(body.toString())))),
  ],
])('a delivery with %s is forged', (_what, signature) => {
  expect(isSignedDelivery(body, signature, secrets)).toBe(false)
})
