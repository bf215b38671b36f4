/**
 * Modules of the core that the other scripts share: the build makes them use the global instead of
 * bundling copies (.config/vite.pixel.ts).
 */
import { findElement } from './page.ts'
import { attempt, later, listen, readClock, guarded, whenTabVisible } from './guard.ts'

export const sharedCore = {
  attempt,
  findElement,
  guarded,
  later,
  listen,
  readClock,
  whenTabVisible,
  /** Milliseconds of main-thread time so far: to start, and to decide what each view shows. */
  mainThreadMillis: -readClock(),
}
