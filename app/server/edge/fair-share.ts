/**
 * Shares a bounded amount fairly: each key can hold no more than what is still free. A single key
 * gets at most half, two get a third each, and there is always room for a newcomer. (Network
 * switches share memory like this: Choudhury and Hahne, "Dynamic queue length thresholds for
 * shared-memory packet switches", 1998.)
 */

export type FairShare = {
  /** True while the key can hold more. */
  hasCapacity: (key: string) => boolean
  /** Holds an amount for the key until the returned function is called, once. */
  hold: (key: string, amount: number) => () => void
}

export function createFairShare(size: number): FairShare {
  // Contains only keys that hold something.
  const held = new Map<string, number>()
  let total = 0

  function add(key: string, amount: number): void {
    const sum = (held.get(key) ?? 0) + amount
    if (sum === 0) held.delete(key)
    else held.set(key, sum)
    total += amount
  }

  return {
    hasCapacity: (key) => (held.get(key) ?? 0) < size - total,
    hold(key, amount) {
      add(key, amount)
      return () => {
        add(key, -amount)
      }
    },
  }
}
