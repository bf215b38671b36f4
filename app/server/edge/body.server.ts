/** Reads the body of a report up to a limit. The connection stays usable when the limit is exceeded. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Refusal } from '#app/lib/errors.ts'
import { receiveBody } from '../received-body.server.ts'
import type { FairShare } from './fair-share.ts'

/** How much more is read and dropped before the sender is disconnected. */
const maxDroppedBytes = 1024 * 1024

export type Body = { text: string; bytes: number }

/** Bounds for the bytes of all bodies that arrive. */
export type BodyBounds = {
  maxBytes: number
  /** Bytes of bodies that are still arriving, by sender. */
  arriving: FairShare
  sender: string
}

/**
 * @throws Refusal `too_large` when it exceeds `maxBytes`, `malformed` when it isn't UTF-8 or its
 * sender disconnected, `unavailable` when too much is arriving
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, arriving, sender }: BodyBounds,
): Promise<Body> {
  const sentence = tooLarge(maxBytes)
  const bounds = { maxBytes, sentence, maxDroppedBytes, shares: arriving, sender }
  const { body, release } = await receiveBody(request, bounds)
  // The queue that the events go to has its own bounds.
  release()
  return bodyOf(body, maxBytes)
}

/** @throws Refusal `too_large` when it exceeds `maxBytes`, `malformed` when it isn't UTF-8 */
export function bodyOf(body: Buffer, maxBytes: number): Body {
  if (body.length > maxBytes) throw new Refusal('too_large', tooLarge(maxBytes))
  if (!isUtf8(body)) throw new Refusal('malformed', 'The body is not UTF-8.')
  return { text: body.toString('utf8'), bytes: body.length }
}

const tooLarge = (maxBytes: number) => `The body is larger than ${String(maxBytes / 1024)} KiB.`
