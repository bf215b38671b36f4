/** Calls work again and again, soon or late, and never two at the same moment. */

export type Turns = {
  /** The next turn begins within this time, and not before a pause is over. */
  wakeIn: (millis: number) => void
  /** Holds up turns after a failure, however often they are woken. The next one follows. */
  pause: (millis: number) => void
  /** Runs something else when the turns and works before it have ended. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  isStopped: () => boolean
  /** Resolves when the running work has ended. */
  stop: () => Promise<void>
}

/** @param turn handles its errors */
export function createTurns(turn: () => Promise<void>): Turns {
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity
  let pausedUntil = 0
  let running: Promise<unknown> = Promise.resolve()
  let isStopped = false

  function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = running.then(work)
    running = done.catch(() => undefined)
    return done
  }

  function wakeIn(millis: number): void {
    const now = performance.now()
    const at = Math.max(now + millis, pausedUntil)
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => {
      dueAt = Infinity
      running = running.then(() => (isStopped ? undefined : turn()))
    }, at - now)
    timer.unref()
  }

  return {
    wakeIn,
    pause(millis) {
      pausedUntil = performance.now() + millis
      clearTimeout(timer)
      dueAt = Infinity
      wakeIn(0)
    },
    run,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Calls work that handles its errors. @returns stops it */
export function every(millis: number, work: () => Promise<void>): () => void {
  const timer = setInterval(() => void work(), millis)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
