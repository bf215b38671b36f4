/** Downloads from URLs that others chose, whole or as a stream. */
import { charsetOf } from '../charset/decode-text.ts'
import {
  asNotFetched,
  internetWith,
  limitedPieces,
  NotFetched,
  openOutside,
  readBeginning,
  readLimited,
  type Internet,
  type Opened,
  type OutsideHead,
} from './guarded-opener.server.ts'

type FetchLimits = {
  maxBytes: number
  /** For names, redirects and the body together. */
  maxMillis: number
  /** The Accept header. */
  accept: string
}

type Cutting = {
  /** The first `maxBytes` of a longer body count. Absent: a longer body isn't fetched. */
  isCut?: boolean
}

type Listening = {
  /** Called with the first response that is not a redirect, before its body is read. */
  onAnswer?: (head: OutsideHead) => void
}

/** @throws NotFetched */
export type GuardedFetch = (
  address: string,
  limits: FetchLimits & Cutting & Listening,
) => Promise<Buffer>

export function createGuardedFetch(parts: Partial<Internet> = {}): GuardedFetch {
  const net = internetWith(parts)
  return async (address, { maxBytes, maxMillis, accept, isCut = false, onAnswer }) => {
    const signal = AbortSignal.timeout(maxMillis)
    try {
      const opened = await openOutside(address, net, { signal, headers: { Accept: accept } })
      const { status, headers } = opened
      onAnswer?.({ address: opened.address, status, headers })
      const read = isCut ? readBeginning : readLimited
      return await read(only200(opened), maxBytes)
    } catch (error) {
      throw asNotFetched(error, signal)
    }
  }
}

/** For a reader that recognizes gzip by its first bytes and bounds what it unpacks. */
type Packing = { isPackable?: boolean }

/** Let the server answer that nothing has changed (RFC 9110, 13.1). */
type Validators = { etag: string | null; lastModified: string | null }

type StreamedAnswer =
  | { isUnchanged: true }
  | (Validators & {
      isUnchanged: false
      /** The encoding that the Content-Type header declares. */
      charset: string | null
      /** Closes the connection when iteration stops. Throws NotFetched. */
      pieces: AsyncIterable<Buffer>
    })

/** The same in pieces, for what is too large for memory. @throws NotFetched */
export type GuardedStream = (
  address: string,
  limits: FetchLimits & Packing,
  known: Validators,
) => Promise<StreamedAnswer>

export function createGuardedStream(parts: Partial<Internet> = {}): GuardedStream {
  const net = internetWith(parts)
  return async (address, { maxMillis, accept, ...limits }, { etag, lastModified }) => {
    const signal = AbortSignal.timeout(maxMillis)
    const headers = {
      Accept: accept,
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    }
    try {
      const opened = await openOutside(address, net, { signal, headers })
      if (opened.status === 304) {
        opened.message.destroy()
        return { isUnchanged: true }
      }
      return {
        isUnchanged: false,
        etag: opened.headers.etag ?? null,
        lastModified: opened.headers['last-modified'] ?? null,
        charset: charsetOf(opened.headers['content-type'] ?? ''),
        pieces: piecesOf(opened, limits, signal),
      }
    } catch (error) {
      throw asNotFetched(error, signal)
    }
  }
}

async function* piecesOf(
  opened: Opened,
  { maxBytes, isPackable }: Pick<FetchLimits, 'maxBytes'> & Packing,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    yield* limitedPieces(only200(opened), maxBytes, isPackable)
  } catch (error) {
    throw asNotFetched(error, signal)
  }
}

function only200(opened: Opened): Opened {
  if (opened.status === 200) return opened
  opened.message.destroy()
  throw new NotFetched('answer')
}
