/** Reads a request body up to a limit. The connection stays usable when the limit is exceeded. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Refusal } from '#app/lib/errors.ts'
import type { FairShare } from './fair-share.ts'

/** How much more is read and dropped before the sender is disconnected. */
const maxDroppedBytes = 1024 * 1024

export type Body = { text: string; bytes: number }

/** The body is too large to read to its end, so the connection has to be closed. */
export class EndlessBody extends Refusal {}

/** Bounds for the bytes of all bodies that arrive. */
export type BodyBounds = {
  maxBytes: number
  /** Bytes of bodies that are still arriving, by sender. */
  arriving: FairShare
  sender: string
}

/**
 * @throws Refusal `too_large` when it exceeds `maxBytes`, `malformed` when it isn't UTF-8,
 * `unavailable` when too much is arriving
 * @throws Error when the sender disconnected
 */
export async function readBody(request: IncomingMessage, bounds: BodyBounds): Promise<Body> {
  return bodyOf(await collect(request, bounds), bounds.maxBytes)
}

/** @throws Refusal `too_large` when it exceeds `maxBytes`, `malformed` when it isn't UTF-8 */
export function bodyOf(body: Buffer, maxBytes: number): Body {
  if (body.length > maxBytes) throw new Refusal('too_large', tooLarge(maxBytes))
  if (!isUtf8(body)) throw new Refusal('malformed', 'The body is not UTF-8.')
  return { text: body.toString('utf8'), bytes: body.length }
}

const tooLarge = (maxBytes: number) => `The body is larger than ${String(maxBytes / 1024)} KiB.`

async function collect(
  request: IncomingMessage,
  { maxBytes, arriving, sender }: BodyBounds,
): Promise<Buffer> {
  const held: (() => void)[] = []
  const release = () => {
    for (const giveBack of held.splice(0)) giveBack()
  }
  const whole = new Promise<Buffer>((resolve, reject) => {
    let chunks: Buffer[] = []
    let bytes = 0

    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) {
        if (!arriving.hasCapacity(sender)) {
          request.pause()
          reject(new EndlessBody('unavailable', 'Too much is arriving. Send it again in a moment.'))
          return
        }
        held.push(arriving.hold(sender, chunk.length))
        chunks.push(chunk)
        return
      }
      chunks = []
      release()
      if (bytes <= maxBytes + maxDroppedBytes) return
      request.pause()
      reject(new EndlessBody('too_large', tooLarge(maxBytes)))
    })
    request.on('end', () => {
      const [only] = chunks
      if (bytes > maxBytes) reject(new Refusal('too_large', tooLarge(maxBytes)))
      else resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks, bytes))
    })
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('The sender went away.'))
    })
  })
  try {
    return await whole
  } finally {
    release()
  }
}
