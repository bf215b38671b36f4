/**
 * Modules of the core that the other scripts share: the build makes them use the global instead of
 * bundling copies (.config/vite.pixel.ts).
 */
import { findElement, isCheckout } from './page.ts'
import { attempt, later, listen, readClock, guarded, whenVisible } from './guard.ts'

export const sharedCore = {
  attempt,
  findElement,
  guarded,
  isCheckout,
  later,
  listen,
  readClock,
  whenVisible,
  /** Milliseconds of main-thread time so far: to start, and to decide what each view shows. */
  millis: -readClock(),
}
