import type { Id } from './shop-state.ts'

/**
 * Ids of what is created while the store runs. They begin with the time, so that the store's next run,
 * which starts from nothing, doesn't give them to something else.
 */
export function createIds(clock: () => Date): () => Id {
  let last = 0n
  return () => {
    const next = BigInt(clock().getTime()) * 10_000n
    last = next > last ? next : last + 1n
    return last
  }
}
