/** Limits concurrency. The rest wait in order of arrival. */
export function limitConcurrency(
  maxRunning: number,
): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let free = maxRunning

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
