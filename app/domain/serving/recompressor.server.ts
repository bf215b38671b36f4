/**
 * Compresses what proved to last once more, as finely as it goes: one text at a time, beside the main
 * thread, and only what is still told when its turn comes.
 */
import type { Log } from '#app/lib/log.server.ts'
import { recompress, type ServedPayload } from './served-payload.server.ts'

export type Recompressor = {
  /** To be called with every new payload. */
  add: (uuid: string, payload: ServedPayload) => void
}

type Options = {
  log: Log
  /** What is told now. */
  current: (uuid: string) => ServedPayload | undefined
  /** A shop that sells every second would be compressed for nothing. */
  lastsMillis?: number
}

/** The finest takes 8 to 35 ms (performance.md 3.1): more than these are minutes behind. */
const maxWaiting = 10_000

export function createRecompressor({ log, current, lastsMillis = 2_000 }: Options): Recompressor {
  // The newest payload of a site takes the place of the one before it.
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
      // In the order of their times: a replaced one goes to the end.
      waiting.delete(uuid)
      waiting.set(uuid, { payload, from: performance.now() + lastsMillis })
      if (isRunning) return
      isRunning = true
      void run()
    },
  }
}
