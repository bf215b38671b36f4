/** Posts to URLs that others chose, and reads only the beginning of the answer. */
import {
  asNotFetched,
  internetWith,
  NotFetched,
  openOutside,
  type Internet,
} from './guarded-opener.server.ts'
import { maxOpenedAddress, parseWebAddress } from './web-address.ts'

export type OutsidePost = {
  headers: Readonly<Record<string, string>>
  body: string
  /** For the name, the connection and the answer together. */
  maxMillis: number
  /** Limit of the response's body. The rest is not read. */
  maxBytes: number
  /** Ends it early, for example because the process stops. */
  signal?: AbortSignal
}

export type PostAnswer = {
  status: number
  /** Null: the answer has no such header. */
  retryAfter: string | null
  /** The beginning of the body. */
  text: string
}

/** Follows no redirect. @throws NotFetched when there was no answer */
export type GuardedPost = (address: string, post: OutsidePost) => Promise<PostAnswer>

/** Ports on which servers offer https. */
const securePorts = [443, 8443]

export function createGuardedPost(parts: Partial<Internet> = {}): GuardedPost {
  const net = internetWith({ ports: securePorts, ...parts })
  return async (address, { headers, body, maxMillis, maxBytes, signal: stop }) => {
    requireSecure(address, net)
    const late = AbortSignal.timeout(maxMillis)
    const signal = stop ? AbortSignal.any([late, stop]) : late
    try {
      const opened = await openOutside(address, net, {
        signal,
        method: 'POST',
        headers,
        body: Buffer.from(body),
        maxRedirects: 0,
      })
      const retryAfter = opened.headers['retry-after'] ?? null
      const text = await readBeginning(opened.message, maxBytes)
      return { status: opened.status, retryAfter, text }
    } catch (error) {
      throw asNotFetched(error, signal)
    }
  }
}

/** The body may be personal, so it must not cross the internet in the clear. */
function requireSecure(address: string, { doubles }: Internet): void {
  const url = parseWebAddress(address, { max: maxOpenedAddress })
  if (url?.protocol === 'https:' || (url && doubles.includes(url.origin))) return
  throw new NotFetched('address')
}

/** The status is the answer. A body that breaks off or never ends doesn't change it. */
async function readBeginning(
  message: AsyncIterable<Buffer> & { destroy: () => void },
  max: number,
) {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of message) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= max) break
    }
  } catch {
    // The part that arrived is enough.
  } finally {
    message.destroy()
  }
  return Buffer.concat(pieces).subarray(0, max).toString('utf8')
}
