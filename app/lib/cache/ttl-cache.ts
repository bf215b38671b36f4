/** Keeps what was read for some seconds, so that many who ask at once cost one reading. */
import { createLruMap } from './lru-map.ts'

export type TtlCache<Value> = {
  /** What is kept under the key, else what `read` gives now. A failed reading is not kept. */
  getOrRead: (key: string, at: Date, read: () => Promise<Value>) => Promise<Value>
}

type Options = {
  ttlMillis: number
  /** What was asked for longest ago leaves first. */
  maxEntries: number
}

export function createTtlCache<Value>({
  ttlMillis: keptMillis,
  maxEntries,
}: Options): TtlCache<Value> {
  type Entry = { at: number; value: Promise<Value> }
  const kept = createLruMap<string, Entry>({ maxWeight: maxEntries })

  return {
    getOrRead(key, at, read) {
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
