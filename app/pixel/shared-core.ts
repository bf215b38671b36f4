/**
 * What the core lends to the scripts that it fetches: the build has them take it from the one global
 * instead of each carrying it (.config/vite.pixel.ts).
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
  /** Milliseconds of the main thread so far: to begin, and to decide what each view shows. */
  mainThreadMillis: -readClock(),
}
