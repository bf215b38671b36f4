import { LRUCache } from 'lru-cache'

const one = () => 1

/**
 * Keeps the entries that were used last, as many as `maxSize` or, with `sizeOf`, those whose sizes add up to it. Its memory grows with them: by its option `max` the library reserves
 * room for all entries from the start, which is 10 ms and megabytes for a table that stays empty in most processes.
 */
export const createLru = <
  Key extends string | number,
  Value extends object | string | number | boolean,
>(
  maxSize: number,
  sizeOf: (value: Value, key: Key) => number = one,
) => new LRUCache<Key, Value>({ maxSize, sizeCalculation: sizeOf })
