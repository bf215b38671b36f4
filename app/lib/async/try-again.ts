/** Work that others can do without: tried again a few times in the background while it fails. */
export type Trying = {
  /** Resolves after the first attempt, however it ended. */
  tried: Promise<void>
  /** No attempt begins after this. Resolves when the running one has ended. */
  stop: () => Promise<void>
}

type Options = {
  /** Milliseconds before each further attempt: as many attempts as there are waits. */
  waits: readonly number[]
  /** @param isLast no attempt follows */
  onFailure: (error: unknown, isLast: boolean) => void
}

/** Begins immediately. Never fails. */
export function tryAgain(work: () => Promise<void>, { waits, onFailure }: Options): Trying {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  async function attempt(number: number): Promise<void> {
    try {
      await work()
    } catch (error) {
      const wait = waits[number]
      onFailure(error, wait === undefined)
      if (wait === undefined || isStopped) return
      timer = setTimeout(() => {
        running = attempt(number + 1)
      }, wait)
      timer.unref()
    }
  }

  running = attempt(0)
  return {
    tried: running,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
