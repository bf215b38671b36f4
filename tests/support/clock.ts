/** A clock that only moves on request. */
export type Clock = {
  now: () => Date
  /** Moves forward, and back by a negative number. */
  advance: (millis: number) => void
}

/** A Monday morning in UTC. No test depends on which one. */
const beginning = Date.UTC(2026, 2, 2, 10)

export function createClock(): Clock {
  let at = beginning
  return {
    now: () => new Date(at),
    advance(millis) {
      at += millis
    },
  }
}
