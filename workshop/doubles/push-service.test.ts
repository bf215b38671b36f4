/** The double of push services takes what the standards allow, and nothing else. */
import { createPrivateKey, sign } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import webPush from 'web-push'
import { startPushService } from './push-service.ts'

const keys = webPush.generateVAPIDKeys()

type Sent = { headers: Record<string, string>; body: Buffer }

/** A request for a new browser, and its way to the double. */
async function prepare() {
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const browser = service.subscribe(keys.publicKey)
  const { headers, body } = webPush.generateRequestDetails(browser, 'Linen is back', {
    TTL: 60,
    topic: 'linen-is-back-00',
    vapidDetails: { subject: 'https://shop.example', ...keys },
  })
  // Tests send other bodies as well.
  const { 'Content-Length': _length, ...others } = headers as Record<string, string>
  const sent: Sent = { headers: others, body }
  const send = async (change: Partial<Sent> = {}) => {
    const answer = await fetch(browser.endpoint, {
      method: 'POST',
      headers: change.headers ?? sent.headers,
      body: new Uint8Array(change.body ?? sent.body),
    })
    return answer.status
  }
  return { service, browser, sent, send }
}

test('a message as the standards have it is decrypted', async () => {
  const { service, send } = await prepare()

  expect(await send()).toBe(201)

  expect(service.received).toMatchObject([{ text: 'Linen is back', topic: 'linen-is-back-00' }])
})

const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600, sub: 'https://shop.example' }

/** Signed by the site's key, whatever its head says. */
function signedAs(head: object, aud: string): string {
  const point = Buffer.from(keys.publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: keys.privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const parts = [head, { ...claims, aud }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const text = parts.join('.')
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey}`
}

test.each([
  ['ES256', { typ: 'JWT', alg: 'ES256' }, 201],
  ['another algorithm', { typ: 'JWT', alg: 'ES384' }, 401],
  ['none', { typ: 'JWT', alg: 'none' }, 401],
  ['no algorithm', { typ: 'JWT' }, 401],
])('a signature that names %s', async (_name, head, status) => {
  const { service, sent, send } = await prepare()
  const headers = { ...sent.headers, Authorization: signedAs(head, service.origin) }

  expect(await send({ headers })).toBe(status)
})

/** A copy with other bytes at a place. */
function changed(body: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(body)
  copy.set(bytes, at)
  return copy
}

test.each<[string, (body: Buffer) => Buffer]>([
  ['the name of a key of 64 bytes', (body) => changed(body, 20, [64])],
  ['no key', (body) => changed(body, 20, [0])],
  ['records shorter than the message', (body) => changed(body, 16, [0, 0, 0, 18])],
  ['a changed message', (body) => changed(body, body.length - 1, [(body.at(-1) ?? 0) ^ 1])],
  ['nothing but a header', (body) => body.subarray(0, 20)],
])('a body with %s is refused', async (_name, change) => {
  const { service, sent, send } = await prepare()

  expect(await send({ body: change(sent.body) })).toBe(400)
  expect(service.received).toEqual([])
})

test.each([
  ['google', 13, 201],
  ['apple', 13, 400],
  ['apple', 16, 201],
] as const)('%s and a topic of %i characters', async (name, length, status) => {
  const { service, sent, send } = await prepare()
  service.imitate(name)

  const headers = { ...sent.headers, Topic: 'linen-is-back-00'.slice(0, length) }

  expect(await send({ headers })).toBe(status)
})

test('Apple takes no contact that it can’t reach', async () => {
  const { service, browser, sent, send } = await prepare()
  const { Authorization } = webPush.getVapidHeaders(
    new URL(browser.endpoint).origin,
    'mailto:no-reply@localhost',
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
  )
  const headers = { ...sent.headers, Authorization }
  expect(await send({ headers })).toBe(201)
  service.imitate('apple')

  expect(await send({ headers })).toBe(403)
})
