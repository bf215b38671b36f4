/** The one reader of request bodies. Bounds each by its limit, and all that arrive by fair shares. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '#app/lib/errors.ts'
import type { FairShare } from './edge/fair-share.ts'
import { headerOf } from './edge/request-head.ts'
import { busySentence } from './request-lanes.ts'

export type BodyBounds = {
  maxBytes: number
  /** Shown with status 413. */
  sentence: string
  /** How much more is read and dropped, so that the connection stays usable. Nothing by default. */
  maxDroppedBytes?: number
  /** Bytes of the bodies that are being received or processed. */
  shares: FairShare
  /** Address group. */
  sender: string
}

export type ReceivedBody = {
  body: Buffer
  /** Call when the request is answered: until then its body counts. */
  release: () => void
}

/** The rest of the body must not be taken for the next request: close the connection. */
export class UnreadBody extends Refusal {}

/** The sender went away, so there is no one to answer. */
export const isBrokenOff = ({ destroyed, complete }: IncomingMessage): boolean =>
  destroyed && !complete

/** @throws UnreadBody `too_large` when the request says that its body exceeds the limit */
export function checkStatedLength(
  request: IncomingMessage,
  { maxBytes, sentence }: Pick<BodyBounds, 'maxBytes' | 'sentence'>,
): void {
  const stated = Number(headerOf(request, 'content-length') ?? 0)
  if (stated > maxBytes) throw new UnreadBody('too_large', sentence)
}

/**
 * The whole body, so that a slow sender holds no place among those that are worked on.
 *
 * @throws Refusal `too_large`; `unavailable` when the bodies that are arriving leave no room; `malformed`
 * when the body ended early
 */
export async function receiveBody(
  request: IncomingMessage,
  { maxBytes, sentence, maxDroppedBytes = 0, shares, sender }: BodyBounds,
): Promise<ReceivedBody> {
  checkStatedLength(request, { maxBytes: maxBytes + maxDroppedBytes, sentence })
  const held: (() => void)[] = []
  const release = () => {
    for (const giveBack of held.splice(0)) giveBack()
  }
  const whole = new Promise<Buffer>((resolve, reject) => {
    let chunks: Buffer[] = []
    let bytes = 0
    let isRefused = false
    const leave = (refusal: Refusal) => {
      isRefused = true
      request.pause()
      reject(refusal)
    }
    const endEarly = () => {
      reject(new Refusal('malformed', 'The body ended early.'))
    }

    request.on('data', (chunk: Buffer) => {
      // The rest flows on while the refusal is sent. No one would give back what it holds.
      if (isRefused) return
      bytes += chunk.length
      if (bytes > maxBytes) {
        chunks = []
        release()
        if (bytes > maxBytes + maxDroppedBytes) leave(new UnreadBody('too_large', sentence))
      } else if (shares.hasCapacity(sender)) {
        held.push(shares.hold(sender, chunk.length))
        chunks.push(chunk)
      } else {
        leave(new UnreadBody('unavailable', busySentence, { retryAfterSeconds: 5 }))
      }
    })
    request.on('end', () => {
      const [only] = chunks
      if (bytes > maxBytes) reject(new Refusal('too_large', sentence))
      else resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks, bytes))
    })
    request.on('error', endEarly)
    request.on('close', () => {
      if (!request.readableEnded) endEarly()
    })
    if (request.destroyed) endEarly()
  })
  try {
    return { body: await whole, release }
  } catch (error) {
    release()
    throw error
  }
}
