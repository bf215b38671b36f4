/** One run at a time for each key: callers that come meanwhile share its outcome. */
export type SingleFlight = <Outcome>(key: string, run: () => Promise<Outcome>) => Promise<Outcome>

export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>()

  return (key, run) => {
    type Outcome = Awaited<ReturnType<typeof run>>
    const known = running.get(key)
    if (known) return known as Promise<Outcome>
    const started = run().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
