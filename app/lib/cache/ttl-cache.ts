/** Caches reads for some seconds, so concurrent callers share one read. */
import { createLru } from './lru.ts'

export type TtlCache<Value> = {
  /** The cached value, or the result of `read`. Failed reads aren't cached. */
  getOrRead: (key: string, at: Date, read: () => Promise<Value>) => Promise<Value>
}

type Options = {
  ttlMillis: number
  /** Drops the least recently used entry first. */
  maxEntries: number
}

export function createTtlCache<Value>({
  ttlMillis: keptMillis,
  maxEntries,
}: Options): TtlCache<Value> {
  type Entry = { at: number; value: Promise<Value> }
  const kept = createLru<string, Entry>(maxEntries)

  return {
    getOrRead(key, at, read) {
      const known = kept.get(key)
      // A clock that was set back must not extend the lifetime.
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
