/**
 * A double of browsers and their push service. It gives out endpoints, decrypts what it gets (RFC 8291,
 * https://www.rfc-editor.org/rfc/rfc8291), checks who sent it (RFC 8292,
 * https://www.rfc-editor.org/rfc/rfc8292), and refuses as services publish it
 * (https://mozilla-services.github.io/autopush-rs/errors.html). Written from these, not from what we send.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
  type ECDH,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** As `PushSubscription.toJSON` has it, with the key that it was created with. */
export type BrowserSubscription = {
  endpoint: string
  expirationTime: null
  keys: { p256dh: string; auth: string }
  key: string
}

type ReceivedPush = {
  /** Path of the endpoint. */
  path: string
  topic: string | undefined
  ttl: number
  urgency: string | undefined
  text: string
}

/** How an endpoint, or the whole service, answers instead of taking messages. */
type Behavior =
  | { status: number; headers?: Record<string, string> }
  /** Never answers. */
  | 'hang'
  /** Takes the message and breaks the connection off. */
  | 'lost answer'

export type PushService = {
  origin: string
  /** A browser that subscribes with the site's public key. */
  subscribe: (applicationServerKey: string) => BrowserSubscription
  /** Each message that was taken, oldest first. */
  received: ReceivedPush[]
  /** Answers that were no 201. */
  refused: { path: string; status: number; why: string }[]
  /**
   * Messages that wait for a browser. RFC 8030, section 5.4: a message replaces one with the same topic that
   * wasn't delivered.
   */
  waiting: (path: string) => ReceivedPush[]
  /** The user takes the permission back: from now on the endpoint answers 410. */
  forget: (endpoint: string) => void
  /** @param path an endpoint's; absent: all */
  behave: (behavior: Behavior | null, path?: string) => void
  stop: () => Promise<void>
}

type Browser = {
  ecdh: ECDH
  auth: Buffer
  key: string
  isGone: boolean
  waiting: ReceivedPush[]
}

/** Largest body that autopush takes. */
const maxBytes = 4_096

class Refused extends Error {
  constructor(
    readonly status: number,
    why: string,
  ) {
    super(why)
  }
}

/** @param port any free one by default */
export async function startPushService(port = 0): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const behaviors = new Map<string, Behavior>()
  const received: ReceivedPush[] = []
  const refused: PushService['refused'] = []
  let origin = ''

  function take(path: string, headers: IncomingHttpHeaders, body: Buffer): void {
    const browser = browsers.get(path)
    if (!browser) throw new Refused(404, 'no such endpoint')
    if (browser.isGone) throw new Refused(410, 'the subscription is gone')
    const ttl = Number(headers['ttl'] ?? Number.NaN)
    if (!Number.isInteger(ttl) || ttl < 0) throw new Refused(400, 'TTL')
    const topic = headers['topic'] as string | undefined
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Refused(400, 'Topic')
    checkSender(headers['authorization'] ?? '', { origin, key: browser.key })
    if (body.length > maxBytes) throw new Refused(413, 'too large')
    if (headers['content-encoding'] !== 'aes128gcm') throw new Refused(415, 'Content-Encoding')
    const text = decrypt(body, browser)
    const urgency = headers['urgency'] as string | undefined
    const push = { path, topic, ttl, urgency, text }
    received.push(push)
    browser.waiting = [
      ...browser.waiting.filter((one) => topic === undefined || one.topic !== topic),
      push,
    ]
  }

  function answer(path: string, response: ServerResponse, work: () => void): void {
    const behavior = behaviors.get(path) ?? behaviors.get('')
    if (behavior === 'hang') return
    if (typeof behavior === 'object') {
      refused.push({ path, status: behavior.status, why: 'as the test wants' })
      response.writeHead(behavior.status, behavior.headers).end()
      return
    }
    try {
      work()
      if (behavior === 'lost answer') response.socket?.destroy()
      else response.writeHead(201, { Location: `${origin}/m/${randomUUID()}` }).end()
    } catch (error) {
      const status = error instanceof Refused ? error.status : 400
      refused.push({ path, status, why: String(error) })
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ code: status, errno: 0, message: String(error) }))
    }
  }

  const server = createServer((request, response) => {
    const { url: path = '', headers } = request
    void buffer(request).then(
      (body) => {
        answer(path, response, () => {
          take(path, headers, body)
        })
      },
      () => undefined,
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`

  return {
    origin,
    received,
    refused,
    subscribe(applicationServerKey) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/wpush/v2/${randomBytes(24).toString('base64url')}`
      browsers.set(path, { ecdh, auth, key: applicationServerKey, isGone: false, waiting: [] })
      return {
        endpoint: `${origin}${path}`,
        expirationTime: null,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        key: applicationServerKey,
      }
    },
    waiting: (path) => browsers.get(path)?.waiting ?? [],
    forget(endpoint) {
      const browser = browsers.get(new URL(endpoint).pathname)
      if (browser) browser.isGone = true
    },
    behave(behavior, path = '') {
      if (behavior === null) behaviors.delete(path)
      else behaviors.set(path, behavior)
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** RFC 8292, sections 2, 3 and 4.2. @throws Refused */
function checkSender(header: string, { origin, key }: { origin: string; key: string }): void {
  const [, token, sent] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (token === undefined || sent === undefined) throw new Refused(401, 'no signature')
  if (sent !== key) throw new Refused(403, 'another key than the one that was subscribed with')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(sent, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Refused(401, 'wrong signature')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (read['aud'] !== origin) throw new Refused(401, 'another audience')
  const left = Number(read['exp']) - performance.timeOrigin / 1_000 - performance.now() / 1_000
  if (!(left > 0 && left <= 24 * 3_600)) throw new Refused(401, 'expired, or for too long')
  if (!/^(?:mailto:.+@|https:\/\/)/.test(String(read['sub']))) throw new Refused(401, 'no contact')
}

const hkdf = (salt: Uint8Array, secret: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** RFC 8291, sections 3.3 and 3.4, and RFC 8188, section 2: one record alone. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const idLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const shared = ecdh.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = hkdf(auth, shared, info, 32)
  const key = hkdf(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(salt, secret, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Refused(400, 'padding')
  }
  return padded.subarray(0, end).toString('utf8')
}
