/** Keeps the list of erasures in this node's folder as well, because a restored database lacks the newest. */
import type { Services } from '#app/services.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { mergeErasures } from './erasure-list.server.ts'

type Following = { stop: () => Promise<void> }

/**
 * Copies the erasures of other nodes. An erasure is written to the file of its node alone, which may not have a
 * lasting disk, or may never return.
 */
export function followErasures(services: Services, everyMillis = 10 * minuteMillis): Following {
  const { log } = services
  const ending = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => mergeErasures(services, ending.signal))
      .catch((error: unknown) => {
        if (ending.signal.aborted) return
        log.warn({ err: error }, 'erasures of other nodes were not copied')
      })
  }, everyMillis)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await running
    },
  }
}
