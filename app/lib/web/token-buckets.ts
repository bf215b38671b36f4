/** Rate limits by key, as token buckets. Knows nothing about requests. */
import { detachString } from '../cache/detach-string.ts'
import { createLru } from '../cache/lru.ts'

export type Allowance = {
  /** Refill rate. */
  perSecond: number
  /** Size of a bucket. */
  burst: number
}

export type TokenBuckets = {
  /**
   * Takes tokens, one by default; more than a bucket holds count as a full one. Zero on success,
   * otherwise the seconds until there are as many (whole, at least 1).
   */
  take: (key: string, tokens?: number) => number
}

type Options = Allowance & {
  /** Beyond this, the least recently seen key is dropped and starts with a full bucket again. */
  maxKeys: number
  /** Monotonic milliseconds. */
  clock?: () => number
}

export function createTokenBuckets(options: Options): TokenBuckets {
  const { perSecond, burst, maxKeys, clock = () => performance.now() } = options
  const buckets = createLru<string, { left: number; at: number }>(maxKeys)

  return {
    take(key, tokens = 1) {
      const wanted = Math.min(tokens, burst)
      const at = clock()
      let bucket = buckets.get(key)
      if (!bucket) {
        bucket = { left: burst, at }
        buckets.set(detachString(key), bucket)
      }
      bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      if (bucket.left >= wanted) {
        bucket.left -= wanted
        return 0
      }
      return Math.max(1, Math.ceil((wanted - bucket.left) / perSecond))
    },
  }
}
