/** Joins chunks that are written in one go. */
import { Transform, type TransformCallback } from 'node:stream'

/** Large enough that the writer never hits back-pressure mid-page. */
const roomBytes = 4 * 1024 * 1024

/**
 * Sends the chunks of one event loop turn as one. React writes a page in pieces of 2 KB, and each
 * piece would pay for the streams behind it, the compression and the socket. Later chunks are sent
 * separately.
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
