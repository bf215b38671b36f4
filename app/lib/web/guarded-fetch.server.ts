/**
 * Fetches addresses that others chose (T34, security.md). Only what is public is asked: the name is
 * resolved once, every address of it is checked, and the connection goes to the address that was checked,
 * so that a name which answers differently the next time changes nothing. Each redirect is judged anew.
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
import { isPublicAddress } from './public-address.server.ts'

export type FetchLimits = {
  maxBytes: number
  /** For everything together: names, redirects, the body. */
  maxMillis: number
  /** The Accept header. */
  accept: string
  /** Hears of the answer that was no redirect, whatever comes of its body. */
  onAnswer?: (head: OutsideHead) => void
}

/** What stands before a body. */
export type OutsideHead = {
  /** Of the last redirect. */
  address: string
  status: number
  headers: IncomingHttpHeaders
}

/** @throws NotFetched */
export type GuardedFetch = (address: string, limits: FetchLimits) => Promise<Buffer>

type Why = 'address' | 'connection' | 'redirects' | 'answer' | 'size' | 'time'

/** Says why, and nothing that the other side said. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'

  constructor(readonly why: Why) {
    super(`An outside address was not fetched: ${why}.`)
  }
}

/** What tests put in the place of the internet. */
export type Internet = {
  resolve: (name: string) => Promise<LookupAddress[]>
  isAllowed: (address: string) => boolean
  ports: readonly number[]
}

const realInternet: Internet = {
  resolve: (name) => resolveName(name, { all: true, verbatim: false }),
  isAllowed: isPublicAddress,
  ports: [80, 443],
}

const maxRedirects = 3

export function createGuardedFetch(internet: Partial<Internet> = {}): GuardedFetch {
  const net = { ...realInternet, ...internet }
  return async (address, limits) => {
    const signal = AbortSignal.timeout(limits.maxMillis)
    try {
      return await readBody(await openOutside(address, net, { ...limits, signal }), limits.maxBytes)
    } catch (error) {
      throw asNotFetched(error, signal)
    }
  }
}

/** What is unchanged since an earlier answer is not sent again (RFC 9110, 13.1). */
export type Validators = { etag: string | null; lastModified: string | null }

export type StreamedAnswer =
  | { isUnchanged: true }
  | (Validators & {
      isUnchanged: false
      /** Ends the connection when it is left; throws NotFetched. */
      pieces: AsyncIterable<Buffer>
    })

/** The same, piece by piece: for what is too large for the memory. @throws NotFetched */
export type GuardedStream = (
  address: string,
  limits: FetchLimits,
  known: Validators,
) => Promise<StreamedAnswer>

export function createGuardedStream(internet: Partial<Internet> = {}): GuardedStream {
  const net = { ...realInternet, ...internet }
  return async (address, limits, { etag, lastModified }) => {
    const signal = AbortSignal.timeout(limits.maxMillis)
    const conditions = {
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    }
    try {
      const answer = await openOutside(address, net, { ...limits, signal, headers: conditions })
      if (answer.statusCode === 304) {
        answer.destroy()
        return { isUnchanged: true }
      }
      return {
        isUnchanged: false,
        etag: answer.headers.etag ?? null,
        lastModified: answer.headers['last-modified'] ?? null,
        pieces: piecesOf(answer, limits.maxBytes, signal),
      }
    } catch (error) {
      throw asNotFetched(error, signal)
    }
  }
}

type Opening = Pick<FetchLimits, 'accept' | 'onAnswer'> & {
  signal: AbortSignal
  headers?: Readonly<Record<string, string>>
}

/** The first answer that is no redirect. */
async function openOutside(
  address: string,
  net: Internet,
  { signal, accept, headers = {}, onAnswer }: Opening & Pick<FetchLimits, 'onAnswer'>,
): Promise<IncomingMessage> {
  let wanted = address
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const url = validateUrl(wanted, net)
    const place = await unlessAborted(findPlace(url, net), signal)
    const answer = await ask(url, { place, signal, accept, headers })
    const next = redirectOf(answer)
    if (next === null) {
      onAnswer?.({
        address: url.href,
        status: answer.statusCode ?? 0,
        headers: answer.headers,
      })
      return answer
    }
    answer.destroy()
    wanted = joinUrl(next, url)
  }
  throw new NotFetched('redirects')
}

function asNotFetched(error: unknown, signal: AbortSignal): NotFetched {
  if (error instanceof NotFetched) return error
  return new NotFetched(signal.aborted ? 'time' : 'connection')
}

function validateUrl(text: string, { ports }: Internet): URL {
  if (!URL.canParse(text)) throw new NotFetched('address')
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!isWeb || url.username || url.password || !ports.includes(port)) {
    throw new NotFetched('address')
  }
  return url
}

/** The address to connect to. One that is not public among them, and the name is not to be trusted. */
async function findPlace(url: URL, { resolve, isAllowed }: Internet): Promise<LookupAddress> {
  const host = hostOf(url)
  const family = isIP(host)
  const places = family === 0 ? await resolve(host) : [{ address: host, family }]
  const [first] = places
  if (!first || !places.every(({ address }) => isAllowed(address))) throw new NotFetched('address')
  return first
}

/** URLs put an IPv6 address into brackets; sockets don't. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

function joinUrl(location: string, base: URL): string {
  if (!URL.canParse(location, base)) throw new NotFetched('answer')
  return new URL(location, base).href
}

type Asking = Required<Omit<Opening, 'onAnswer'>> & { place: LookupAddress }

function ask(url: URL, { place, signal, accept, headers }: Asking): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_name, { all }, answer) => {
    if (all) answer(null, [place])
    else answer(null, place.address, place.family)
  }
  const options: RequestOptions = {
    signal,
    lookup,
    // A connection of its own: none is kept that was opened for another name.
    agent: false,
    headers: {
      ...{ Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Footfall' },
      ...headers,
    },
  }
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    request(url, options, resolve).once('error', reject).end()
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode)
  return isRedirect && headers.location !== undefined ? headers.location : null
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of limitedPieces(answer, maxBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* piecesOf(
  answer: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    yield* limitedPieces(answer, maxBytes)
  } catch (error) {
    throw asNotFetched(error, signal)
  }
}

async function* limitedPieces(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  const { statusCode, headers } = answer
  const coding = headers['content-encoding'] ?? 'identity'
  try {
    if (statusCode !== 200 || coding !== 'identity') throw new NotFetched('answer')
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new NotFetched('size')
    let bytes = 0
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new NotFetched('size')
      yield piece
    }
  } finally {
    answer.destroy()
  }
}

/** Resolving a name can't be stopped; waiting for it can. */
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
