/**
 * Recompresses payloads that haven't changed for a while at the best quality: one at a time, off
 * the main thread, and only if they are still current.
 */
import type { Log } from '#app/lib/log.server.ts'
import { recompress, type ServedPayload } from './served-payload.server.ts'

export type Recompressor = {
  /** Call with every new payload. */
  add: (uuid: string, payload: ServedPayload) => void
}

type Options = {
  log: Log
  /** The current payload. */
  current: (uuid: string) => ServedPayload | undefined
  /** Avoids recompressing for shops that sell every second. */
  lastsMillis?: number
}

/** Compression at the best quality takes 8 to 35 ms, so a longer queue would be minutes behind. */
const maxWaiting = 10_000

export function createRecompressor({ log, current, lastsMillis = 2_000 }: Options): Recompressor {
  // A site's newest payload replaces the previous one.
  const waiting = new Map<string, { payload: ServedPayload; from: number }>()
  let isRunning = false

  async function run(): Promise<void> {
    for (const [uuid, { payload, from }] of waiting) {
      const wait = from - performance.now()
      if (wait > 0) {
        setTimeout(() => void run(), wait).unref()
        return
      }
      waiting.delete(uuid)
      if (current(uuid) !== payload) continue
      try {
        await recompress(payload.shown)
        if (payload.heldOut) await recompress(payload.heldOut)
        if (payload.variantB) await recompress(payload.variantB.text)
      } catch (error) {
        log.warn({ err: error, site: uuid }, 'a payload could not be compressed finely')
      }
    }
    isRunning = false
  }

  return {
    add(uuid, payload) {
      if (waiting.size >= maxWaiting) return
      // Keeps the queue sorted by time: a replaced entry moves to the end.
      waiting.delete(uuid)
      waiting.set(uuid, { payload, from: performance.now() + lastsMillis })
      if (isRunning) return
      isRunning = true
      void run()
    },
  }
}
