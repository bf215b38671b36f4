/**
 * A double of browsers and their push service. It gives out endpoints, decrypts what it gets (RFC 8291,
 * https://www.rfc-editor.org/rfc/rfc8291), checks who sent it (RFC 8292,
 * https://www.rfc-editor.org/rfc/rfc8292), and refuses as services publish it (push-refusals.ts). Written
 * from these, not from what we send.
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
import {
  pushServiceRules,
  type PublishedAnswer,
  type PushServiceName,
  type RefusalCause,
} from './push-refusals.ts'

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
  /** As the service that it imitates publishes it. */
  | { refuse: RefusalCause }
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
  /** The user revokes the permission: from now on the endpoint answers that it no longer exists. */
  forget: (endpoint: string) => void
  /** The service that it imitates from now on, in rules and refusals. Mozilla's by default. */
  imitate: (name: PushServiceName) => void
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

class Refused extends Error {
  constructor(
    readonly refusal: RefusalCause,
    why: string,
  ) {
    super(why)
  }
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const behaviors = new Map<string, Behavior>()
  const received: ReceivedPush[] = []
  const refused: PushService['refused'] = []
  let origin = ''
  let name: PushServiceName = 'mozilla'

  function take(path: string, headers: IncomingHttpHeaders, body: Buffer): void {
    const rules = pushServiceRules[name]
    const browser = browsers.get(path)
    if (!browser) throw new Refused('unknown', 'no such endpoint')
    if (browser.isGone) throw new Refused('gone', 'the subscription is gone')
    const ttl = Number(headers['ttl'] ?? Number.NaN)
    if (!Number.isInteger(ttl) || ttl < 0 || ttl > rules.maxTtl) throw new Refused('ttl', 'TTL')
    const topic = headers['topic'] as string | undefined
    if (topic !== undefined && !isTopic(topic, rules.decodesTopic)) {
      throw new Refused('topic', 'Topic')
    }
    checkSender(headers['authorization'] ?? '', {
      origin,
      key: browser.key,
      checksContact: rules.checksContact,
    })
    if (body.length > rules.maxBytes) throw new Refused('tooLarge', 'too large')
    if (headers['content-encoding'] !== 'aes128gcm') {
      throw new Refused('encoding', 'Content-Encoding')
    }
    const text = decrypt(body, browser)
    const urgency = headers['urgency'] as string | undefined
    const push = { path, topic, ttl, urgency, text }
    received.push(push)
    browser.waiting = [
      ...browser.waiting.filter((one) => topic === undefined || one.topic !== topic),
      push,
    ]
  }

  function refuse(path: string, response: ServerResponse, answer: Answer): void {
    const { status, phrase, headers, body, why } = answer
    refused.push({ path, status, why })
    if (phrase === undefined) response.writeHead(status, headers)
    else response.writeHead(status, phrase, headers)
    response.end(body)
  }

  function publishedAnswer(refusal: RefusalCause): PublishedAnswer {
    const answer = pushServiceRules[name].refusals[refusal]
    if (!answer) throw new Error(`${name} publishes no refusal “${refusal}”.`)
    return answer
  }

  function answer(path: string, response: ServerResponse, work: () => void): void {
    const behavior = behaviors.get(path) ?? behaviors.get('')
    if (behavior === 'hang') return
    if (typeof behavior === 'object') {
      const wanted = 'refuse' in behavior ? publishedAnswer(behavior.refuse) : behavior
      refuse(path, response, { ...wanted, why: 'as the test wants' })
      return
    }
    try {
      work()
      if (behavior === 'lost answer') response.socket?.destroy()
      else response.writeHead(201, { Location: `${origin}/m/${randomUUID()}` }).end()
    } catch (error) {
      // A body that can't be decrypted is no message of the Web Push protocol.
      const refusal = error instanceof Refused ? error.refusal : 'encoding'
      refuse(path, response, { ...publishedAnswer(refusal), why: String(error) })
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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
    imitate(wanted) {
      name = wanted
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

type Answer = PublishedAnswer & { why: string }

/** RFC 8030, section 5.4: up to 32 characters of base64url, which has no length of 4n + 1. */
const isTopic = (topic: string, isDecoded = false) =>
  /^[\w-]{1,32}$/.test(topic) && !(isDecoded && topic.length % 4 === 1)

type Sender = { origin: string; key: string; checksContact: boolean | undefined }

/** RFC 8292, sections 2, 3 and 4.2. @throws Refused */
function checkSender(header: string, { origin, key, checksContact }: Sender): void {
  const [, token, sent] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (token === undefined || sent === undefined) throw new Refused('unsigned', 'no signature')
  if (sent !== key) throw new Refused('otherKey', 'another key than the one subscribed with')
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (readPart(head)['alg'] !== 'ES256') throw new Refused('unsigned', 'not signed with ES256')
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
  if (!isSigned) throw new Refused('unsigned', 'wrong signature')
  const { aud, exp, sub } = readPart(claims)
  if (aud !== origin) throw new Refused('unsigned', 'another audience')
  const left = Number(exp) - performance.timeOrigin / 1_000 - performance.now() / 1_000
  if (!(left > 0 && left <= 24 * 3_600)) {
    throw new Refused('unsigned', 'expired, or for too long')
  }
  const isContact = /^(?:mailto:.+@|https:\/\/)/.test(String(sub))
  if (!isContact || (checksContact && /@localhost$/.test(String(sub)))) {
    throw new Refused('unsigned', 'no contact')
  }
}

/** A part of a JSON Web Token. */
const readPart = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

const hkdf = (salt: Uint8Array, secret: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** RFC 8291, section 3.1: an uncompressed point on P-256. */
const pointBytes = 65
/** RFC 8188, section 2.1: salt, size of a record, and length of the key's name. */
const headBytes = 21

/**
 * RFC 8291, sections 3.3, 3.4 and 4, and RFC 8188, section 2: one record alone, and the sender's key as its
 * name. @throws Refused
 */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  if (body.length < headBytes) throw new Refused('encoding', 'no header')
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const nameBytes = body[20] ?? 0
  if (nameBytes !== pointBytes) throw new Refused('encoding', 'no key of 65 bytes in the header')
  const sender = body.subarray(headBytes, headBytes + nameBytes)
  const record = body.subarray(headBytes + nameBytes)
  // One of a byte at least: its delimiter, and the tag.
  if (record.length <= 16 || recordSize < 18 || record.length > recordSize) {
    throw new Refused('encoding', 'not one record')
  }
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
    throw new Refused('encoding', 'padding')
  }
  return padded.subarray(0, end).toString('utf8')
}
