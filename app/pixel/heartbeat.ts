/** Tells once a minute that the page is still looked at, for as long as it is. */
import type { Core } from './core.ts'
import { later, listen, readClock } from './guard.ts'

/** Nobody needs this script before. */
export const beatMillis = 60_000
/** Who does nothing for so long has gone, even with the tab in front. */
const idleMillis = 1_800_000

/** `begunAt` is when the visitor came, on the clock of `readClock`. */
export const startHeartbeat = (core: Core, begunAt: number) => {
  let dueAt = begunAt + beatMillis
  let activeAt = begunAt
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    clearTimeout(timer)
    if (!document.hidden) timer = later(dueAt - readClock(), beat)
  }

  const beat = () => {
    dueAt = readClock() + beatMillis
    if (readClock() - activeAt <= idleMillis)
      core.report({ type: 'heartbeat', product: core.facts.product?.id })
    schedule()
  }

  const stir = () => {
    activeAt = readClock()
  }

  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const) {
    listen(document, sign, stir)
  }
  listen(document, 'visibilitychange', () => {
    stir()
    schedule()
  })
  schedule()
}
