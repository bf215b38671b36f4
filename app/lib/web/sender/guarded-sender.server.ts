/**
 * Sends thousands of requests to a few public hosts. Like guarded-post.server.ts, but keeps connections open:
 * opening one for each message would cost more than the message.
 */
import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { asNotFetched, internetWith, NotFetched, type Internet } from '../guarded-opener.server.ts'
import { isLoopbackAddress } from '../public-address.server.ts'
import { parseWebAddress } from '../web-address.ts'

export type SentRequest = {
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** For the name, the connection and the answer together. */
  maxMillis: number
  /** Ends it early, for example because the process stops. */
  signal?: AbortSignal
}

type SentAnswer = {
  status: number
  /** The status line's words; empty in HTTP/2. Few services mean anything by them. */
  phrase: string
  /** Null: the answer has no such header. */
  retryAfter: string | null
}

/** Follows no redirect, and reads no body. @throws NotFetched when there was no answer */
export type GuardedSender = (address: string, request: SentRequest) => Promise<SentAnswer>

/** Connections to one host. Further requests wait for one of them. */
const maxConnections = 64
/** Push services close idle connections after minutes. */
const idleMillis = 20_000
/** Read of an answer's body, to keep the connection. A longer one ends it. */
const maxReadBytes = 16 * 1024

export function createGuardedSender(parts: Partial<Internet> = {}): GuardedSender {
  const net = internetWith({ ports: [443], ...parts })
  const options = { keepAlive: true, maxSockets: maxConnections, timeout: idleMillis }
  const agents = {
    secure: new https.Agent({ ...options, lookup: guardedLookup(net, false) }),
    // Doubles on this machine, each with connections of its own.
    double: new http.Agent({ ...options, lookup: guardedLookup(net, true) }),
    secureDouble: new https.Agent({ ...options, lookup: guardedLookup(net, true) }),
  }

  return async (address, { headers, body, maxMillis, signal: stop }) => {
    const url = parseWebAddress(address)
    const isDouble = url !== null && net.doubles.includes(url.origin)
    if (!url || !isSendable(url, net, isDouble)) throw new NotFetched('address')
    const isSecure = url.protocol === 'https:'
    const agent = isDouble ? (isSecure ? agents.secureDouble : agents.double) : agents.secure
    const late = AbortSignal.timeout(maxMillis)
    const signal = stop ? AbortSignal.any([late, stop]) : late
    try {
      return await ask(
        url,
        {
          method: 'POST',
          agent,
          signal,
          headers: { ...headers, 'User-Agent': 'Footfall', 'Content-Length': body.length },
        },
        body,
      )
    } catch (error) {
      if (isRefusedAddress(error)) throw new NotFetched('address')
      throw asNotFetched(error, late)
    }
  }
}

/** The scheme, the port, and an address that needs no look-up. */
function isSendable(url: URL, net: Internet, isDouble: boolean): boolean {
  if (isDouble) return true
  if (url.protocol !== 'https:' || !net.ports.includes(Number(url.port || '443'))) return false
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 || net.isAllowed(host)
}

const refusedAddress = 'EPRIVATE'

const isRefusedAddress = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === refusedAddress

/**
 * Resolves a name for a new connection, which goes to the address that was checked. A name with a single
 * private address is refused as a whole, so DNS rebinding has no effect.
 */
function guardedLookup(net: Internet, isDouble: boolean): LookupFunction {
  const isReachable = ({ address }: LookupAddress) =>
    net.isAllowed(address) || (isDouble && isLoopbackAddress(address))
  return (name, { all }, answer) => {
    net.resolve(name).then(
      (places) => {
        const [first] = places
        if (!first || !places.every(isReachable)) {
          answer(Object.assign(new Error('Not a public address.'), { code: refusedAddress }), '')
        } else if (all) answer(null, [first])
        else answer(null, first.address, first.family)
      },
      (error: unknown) => {
        answer(error as NodeJS.ErrnoException, '')
      },
    )
  }
}

function ask(url: URL, options: RequestOptions, body: Buffer): Promise<SentAnswer> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    request(url, options, (message) => {
      const { statusCode: status = 0, statusMessage: phrase = '', headers } = message
      drop(message)
      resolve({ status, phrase, retryAfter: headers['retry-after'] ?? null })
    })
      .once('error', reject)
      .end(body)
  })
}

/** The status is the answer. Reading the rest makes the connection usable again. */
function drop(message: IncomingMessage): void {
  let bytes = 0
  message.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > maxReadBytes) message.destroy()
  })
  message.on('error', () => undefined)
}
