/** When the log takes nothing more: a database that is away must not fill the disk. */
import { secondMillis } from '#app/lib/time.ts'
import type { EventLog } from './event-log.ts'

const bounds = {
  /** Age of the oldest event that isn't applied. */
  ageMillis: 60 * secondMillis,
  /** Bytes that aren't applied. */
  bytes: 1024 ** 3,
  /** That have to stay free on the disk. */
  freeBytes: 1024 ** 3,
}

export function createLogBounds(
  log: Pick<EventLog, 'lag' | 'freeBytes'>,
  now: () => Date,
): { areExceeded: () => boolean; stop: () => void } {
  let isDiskFull = false
  const measure = () => {
    log.freeBytes().then(
      (free) => {
        isDiskFull = free < bounds.freeBytes
      },
      // A disk that doesn't answer can't keep anything either, which the next write shows.
      () => undefined,
    )
  }
  measure()
  const timer = setInterval(measure, secondMillis)
  timer.unref()
  return {
    areExceeded() {
      if (isDiskFull) return true
      const { bytes, since } = log.lag()
      return bytes > bounds.bytes || (since !== null && now().getTime() - since > bounds.ageMillis)
    },
    stop() {
      clearInterval(timer)
    },
  }
}
