/** An LRU map: drops the least recently used entries once it is full. */

export type LruMap<Key, Value> = {
  /** Counts as a use. */
  get: (key: Key) => Value | undefined
  /** Does not count as a use. */
  peek: (key: Key) => Value | undefined
  set: (key: Key, value: Value) => void
  delete: (key: Key) => void
  readonly size: number
}

type Options<Value> = {
  /** The sum of the weights never exceeds this. */
  maxWeight: number
  /**
   * Defaults to one, so that `maxWeight` is a number of entries. Must return the same weight for
   * the same value.
   */
  weightOf?: (value: Value) => number
}

export function createLruMap<Key, Value>(options: Options<Value>): LruMap<Key, Value> {
  const { maxWeight, weightOf = () => 1 } = options
  // A Map keeps insertion order, so the first key is the least recently used.
  const entries = new Map<Key, Value>()
  let weight = 0

  function remove(key: Key): void {
    const value = entries.get(key)
    if (value === undefined) return
    entries.delete(key)
    weight -= weightOf(value)
  }

  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    peek: (key) => entries.get(key),
    set(key, value) {
      remove(key)
      entries.set(key, value)
      weight += weightOf(value)
      for (const oldest of entries.keys()) {
        if (weight <= maxWeight) return
        remove(oldest)
      }
    },
    delete: remove,
    get size() {
      return entries.size
    },
  }
}
