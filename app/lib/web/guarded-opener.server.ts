/**
 * Opens HTTP requests to URLs that others chose. Only public addresses are reached: a name is resolved
 * once, each of its addresses is checked, and the connection goes to the address that was checked, so
 * DNS rebinding has no effect. Every redirect is checked the same way.
 */
import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.server.ts'
import { maxOpenedAddress, parseWebAddress } from './web-address.ts'

type Reason = 'address' | 'connection' | 'redirects' | 'answer' | 'size' | 'time'

/** Gives the reason, and nothing that the other side sent. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'

  constructor(readonly why: Reason) {
    super(`An outside address was not fetched: ${why}.`)
  }
}

/** The network as the opener sees it; tests replace parts of it. */
export type Internet = {
  resolve: (name: string) => Promise<LookupAddress[]>
  isAllowed: (address: string) => boolean
  ports: readonly number[]
  /**
   * Origins that may also resolve to this machine, on any port: doubles of providers, in development and
   * tests. Empty in production.
   */
  doubles: readonly string[]
}

const realInternet: Internet = {
  resolve: (name) => resolveName(name, { all: true, verbatim: false }),
  isAllowed: isPublicAddress,
  ports: [80, 443],
  doubles: [],
}

export const internetWith = (parts: Partial<Internet>): Internet => ({ ...realInternet, ...parts })

/** Status and headers of a response. */
export type OutsideHead = {
  /** URL after redirects. */
  address: string
  status: number
  headers: IncomingHttpHeaders
}

export type Opening = {
  signal: AbortSignal
  method?: string
  headers: Readonly<Record<string, string>>
  body?: Buffer
  /** Default: every redirect that passes the check of addresses. */
  canFollow?: (from: URL, to: URL) => boolean
  /** Default: three. */
  maxRedirects?: number
}

export type Opened = OutsideHead & { message: IncomingMessage }

/** @returns the first response that is not a redirect @throws NotFetched or the socket's error */
export async function openOutside(
  address: string,
  net: Internet,
  opening: Opening,
): Promise<Opened> {
  const { signal, canFollow = () => true, maxRedirects = 3 } = opening
  const first = parseWebAddress(address, { max: maxOpenedAddress })
  if (!first) throw new NotFetched('address')
  let url = withKnownPort(first, net)
  for (let redirects = 0; ; redirects += 1) {
    const place = await unlessAborted(findPlace(url, net), signal)
    const message = await ask(url, place, opening)
    const location = redirectOf(message)
    if (location === null) {
      const { statusCode = 0, headers } = message
      return { message, address: url.href, status: statusCode, headers }
    }
    message.destroy()
    if (redirects === maxRedirects) throw new NotFetched('redirects')
    const next = parseWebAddress(location, { base: url, max: maxOpenedAddress })
    if (!next || !canFollow(url, next)) throw new NotFetched('redirects')
    url = withKnownPort(next, net)
  }
}

export function asNotFetched(error: unknown, signal: AbortSignal): NotFetched {
  if (error instanceof NotFetched) return error
  return new NotFetched(signal.aborted ? 'time' : 'connection')
}

function withKnownPort(url: URL, { ports, doubles }: Internet): URL {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const hasPort = ports.includes(port) || doubles.includes(url.origin)
  if (!hasPort) throw new NotFetched('address')
  return url
}

/** The address to connect to. A name with a single private address is refused as a whole. */
async function findPlace(url: URL, net: Internet): Promise<LookupAddress> {
  const host = hostOf(url)
  const family = isIP(host)
  const places = family === 0 ? await net.resolve(host) : [{ address: host, family }]
  const isDouble = net.doubles.includes(url.origin)
  const isReachable = ({ address }: LookupAddress) =>
    net.isAllowed(address) || (isDouble && isLoopbackAddress(address))
  const [first] = places
  if (!first || !places.every(isReachable)) throw new NotFetched('address')
  return first
}

/** URLs put IPv6 addresses in brackets, sockets don't. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

function ask(url: URL, place: LookupAddress, opening: Opening): Promise<IncomingMessage> {
  const { signal, method = 'GET', headers, body } = opening
  const lookup: LookupFunction = (_name, { all }, answer) => {
    if (all) answer(null, [place])
    else answer(null, place.address, place.family)
  }
  const options: RequestOptions = {
    method,
    signal,
    lookup,
    // A separate connection: none is reused that was opened for another name.
    agent: false,
    headers: {
      'Accept-Encoding': 'identity',
      'User-Agent': 'Footfall',
      ...headers,
      ...(body ? { 'Content-Length': body.length } : {}),
    },
  }
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    request(url, options, resolve).once('error', reject).end(body)
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode)
  return isRedirect && headers.location !== undefined ? headers.location : null
}

/**
 * The body as it arrives; leaving the loop ends the connection.
 *
 * @param isPackable whether the reader unpacks what a server sent as gzip unasked
 * @throws NotFetched
 */
export async function* limitedPieces(
  { message, headers }: Opened,
  maxBytes: number,
  isPackable = false,
): AsyncGenerator<Buffer> {
  try {
    const packing = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    const isRead = packing === 'identity' || (isPackable && /^(?:x-)?gzip$/.test(packing))
    if (!isRead) throw new NotFetched('answer')
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new NotFetched('size')
    let bytes = 0
    for await (const piece of message as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new NotFetched('size')
      yield piece
    }
  } finally {
    message.destroy()
  }
}

export async function readLimited(opened: Opened, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of limitedPieces(opened, maxBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The first bytes of a body, however long it is: the connection ends after them. */
export async function readBeginning(opened: Opened, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of limitedPieces(opened, Infinity)) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(pieces).subarray(0, maxBytes)
}

/** DNS lookups can't be canceled; waiting for one can. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => {
      reject(new NotFetched('time'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}
