/** Reads a request's body up to a limit, so that the connection stays usable when it is exceeded. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Refusal } from '#app/lib/errors.ts'

/** So much more is read and dropped; whoever sends still more is cut off. */
const maxDroppedBytes = 1024 * 1024

export type Body = { text: string; bytes: number }

/** The body was too large to be worth reading to its end: the connection has to go. */
export class EndlessBody extends Refusal {}

/**
 * @throws Refusal `too_large` when it exceeds `maxBytes`, `malformed` when it is no UTF-8
 * @throws Error when the sender went away
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const tooLarge = `The body is larger than ${String(maxBytes / 1024)} KiB.`
    let chunks: Buffer[] = []
    let bytes = 0

    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) {
        chunks.push(chunk)
        return
      }
      chunks = []
      if (bytes <= maxBytes + maxDroppedBytes) return
      request.pause()
      reject(new EndlessBody('too_large', tooLarge))
    })
    request.on('end', () => {
      if (bytes > maxBytes) {
        reject(new Refusal('too_large', tooLarge))
        return
      }
      const [only] = chunks
      const body = chunks.length === 1 && only ? only : Buffer.concat(chunks, bytes)
      if (isUtf8(body)) resolve({ text: body.toString('utf8'), bytes })
      else reject(new Refusal('malformed', 'The body is not UTF-8.'))
    })
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('The sender went away.'))
    })
  })
}
