/** Reports once a minute that the page is still being viewed. */
import type { Core } from './core.ts'
import { later, listen, readClock } from './guard.ts'

/** Not loaded before the first beat. */
export const beatMillis = 60_000
/** A visitor who is inactive for this long has left, even if the tab is in front. */
const idleMillis = 1_800_000

/** `begunAt` is when the visit started, on the clock of `readClock`. */
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
