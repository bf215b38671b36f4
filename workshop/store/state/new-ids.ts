import type { Id } from './shop-state.ts'

/**
 * Ids of objects that are created while the store runs. They begin with the time, so the store's
 * next run, which starts from nothing, doesn't reuse them for something else.
 */
export function createIds(clock: () => Date): () => Id {
  let last = 0n
  return () => {
    const next = BigInt(clock().getTime()) * 10_000n
    last = next > last ? next : last + 1n
    return last
  }
}
