/** Puts together what is written in one go. */
import { Transform, type TransformCallback } from 'node:stream'

/** More than any page: whoever writes is never asked to wait in the middle of one. */
const roomBytes = 4 * 1024 * 1024

/**
 * Chunks of one turn leave as one chunk. A page is written in pieces of 2 KB, and each of them costs a
 * way through the streams behind, the compression and the socket; what comes later leaves by itself.
 */
export function coalesceChunks(): Transform {
  let waiting: Buffer[] = []
  let turn: NodeJS.Immediate | undefined
  const pass = () => {
    turn = undefined
    stream.push(Buffer.concat(waiting))
    waiting = []
  }
  const stream = new Transform({
    writableHighWaterMark: roomBytes,
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      waiting.push(chunk)
      turn ??= setImmediate(pass)
      done()
    },
    flush(done) {
      clearImmediate(turn)
      if (waiting.length > 0) pass()
      done()
    },
    destroy(error, done) {
      clearImmediate(turn)
      done(error)
    },
  })
  return stream
}
