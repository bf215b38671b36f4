/** Keeps what was read for some seconds, so that many who ask at once cost one reading. */
import { createRecentMap } from './lru-map.ts'

export type ShortMemory<Value> = {
  /** What is kept under the key, else what `read` gives now. A failed reading is not kept. */
  of: (key: string, at: Date, read: () => Promise<Value>) => Promise<Value>
}

type Options = {
  keptMillis: number
  /** What was asked for longest ago leaves first. */
  maxEntries: number
}

export function createShortMemory<Value>({ keptMillis, maxEntries }: Options): ShortMemory<Value> {
  type Entry = { at: number; value: Promise<Value> }
  const kept = createRecentMap<string, Entry>({ maxWeight: maxEntries })

  return {
    of(key, at, read) {
      const known = kept.get(key)
      // A clock that was set back must not keep anything for longer.
      if (known && Math.abs(at.getTime() - known.at) < keptMillis) return known.value

      const entry: Entry = { at: at.getTime(), value: read() }
      kept.set(key, entry)
      entry.value.catch(() => {
        if (kept.peek(key) === entry) kept.delete(key)
      })
      return entry.value
    },
  }
}
