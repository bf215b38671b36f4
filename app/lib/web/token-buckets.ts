/** Rate limits by key, as token buckets. Knows nothing about requests. */
import { detachString } from '../cache/detach-string.ts'
import { createLru } from '../cache/lru.ts'

export type Allowance = {
  /** Refill rate. */
  perSecond: number
  /** Size of a bucket. */
  burst: number
}

/** Tokens that were taken from a bucket. */
type Taking = { key: string; tokens: number }

/** The buckets of one node among several that have one allowance together. */
export type SharedBuckets = {
  /**
   * Takings of this node that weren't reported before, the largest first. Less than a twentieth of a bucket is
   * kept back until there is more.
   *
   * @param most the next ones are reported next time, of twenty times as many; beyond that, the smallest are
   *   forgotten
   */
  report: (most: number) => Taking[]
  /**
   * Takes what another node reports. A bucket can owe tokens after that, which fill up first: up to eight
   * bursts, as much as eight other nodes let through at the same moment.
   *
   * @param taking of up to ten seconds; what a node can't let through in that time isn't believed
   */
  subtract: (taking: Taking) => void
}

export type TokenBuckets = {
  /**
   * Takes tokens, one by default; more than a bucket holds count as a full one. Zero on success,
   * otherwise the seconds until there are as many (whole, at least 1).
   */
  take: (key: string, tokens?: number) => number
  /** Begins to collect takings, which have to be reported again and again from then on. */
  share: () => SharedBuckets
}

type Options = Allowance & {
  /** Beyond this, the least recently seen key is dropped and starts with a full bucket again. */
  maxKeys: number
  /** Monotonic milliseconds. */
  clock?: () => number
}

type Bucket = {
  left: number
  /** When that was so. */
  at: number
  /** Taken since the last report. */
  unreported: number
}

/** The part of a bucket that other nodes hear of. */
const reportedPart = 0.05

/** Reports that a taking waits for while larger ones are before it. It fills up again meanwhile. */
const reportsToWait = 20

const mostOwedBursts = 8

const takingSeconds = 10

export function createTokenBuckets(options: Options): TokenBuckets {
  const { perSecond, burst, maxKeys, clock = () => performance.now() } = options
  const buckets = createLru<string, Bucket>(maxKeys)
  /** Those with something to report. */
  const due = new Map<string, Bucket>()
  let reportedFrom = Infinity

  function fill(key: string): Bucket {
    const at = clock()
    let bucket = buckets.get(key)
    if (!bucket) {
      bucket = { left: burst, at, unreported: 0 }
      buckets.set(detachString(key), bucket)
    }
    bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    return bucket
  }

  return {
    take(key, tokens = 1) {
      const wanted = Math.min(tokens, burst)
      const bucket = fill(key)
      if (bucket.left >= wanted) {
        bucket.left -= wanted
        const before = bucket.unreported
        bucket.unreported += wanted
        if (before < reportedFrom && bucket.unreported >= reportedFrom)
          due.set(detachString(key), bucket)
        return 0
      }
      return Math.max(1, Math.ceil((wanted - bucket.left) / perSecond))
    },
    share() {
      reportedFrom = Math.max(1, burst * reportedPart)
      return {
        report(most) {
          const all = [...due].sort(([, one], [, other]) => other.unreported - one.unreported)
          const reported = all
            .slice(0, most)
            .map(([key, { unreported }]) => ({ key, tokens: unreported }))
          const settled = [...all.slice(0, most), ...all.slice(most * (1 + reportsToWait))]
          for (const [key, bucket] of settled) {
            bucket.unreported = 0
            due.delete(key)
          }
          return reported
        },
        subtract({ key, tokens }) {
          const bucket = fill(key)
          const taken = Math.min(tokens, burst + takingSeconds * perSecond)
          bucket.left = Math.max(bucket.left - taken, -mostOwedBursts * burst)
        },
      }
    },
  }
}
