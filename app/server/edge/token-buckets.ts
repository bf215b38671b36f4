/** Allowances by key that fill up again as time passes. Knows nothing of requests. */
import { detachString } from '#app/lib/cache/detach-string.ts'
import { createLruMap } from '#app/lib/cache/lru-map.ts'

export type Allowance = {
  /** What may be taken in the long run. */
  perSecond: number
  /** What may be taken at once by who took nothing for a while. */
  burst: number
}

export type TokenBuckets = {
  /** Takes one; zero when there was one, else the seconds until there is (whole, 1 or more). */
  take: (key: string) => number
}

type Options = Allowance & {
  /** Whoever was seen longest ago is forgotten, and begins with a full bucket again. */
  maxKeys: number
  /** Milliseconds that only grow. */
  clock?: () => number
}

export function createTokenBuckets(options: Options): TokenBuckets {
  const { perSecond, burst, maxKeys, clock = () => performance.now() } = options
  const buckets = createLruMap<string, { left: number; at: number }>({ maxWeight: maxKeys })

  return {
    take(key) {
      const at = clock()
      let bucket = buckets.get(key)
      if (!bucket) {
        bucket = { left: burst, at }
        buckets.set(detachString(key), bucket)
      }
      bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      if (bucket.left >= 1) {
        bucket.left -= 1
        return 0
      }
      return Math.max(1, Math.ceil((1 - bucket.left) / perSecond))
    },
  }
}
