/**
 * Shares a bounded room among many: each may hold no more than what is still free. One alone gets at
 * most half, two get a third each, and there is always room for one who comes new. (The rule that
 * network switches share their memory by: Choudhury and Hahne, "Dynamic queue length thresholds for
 * shared-memory packet switches", 1998.)
 */

export type FairShare = {
  /** True while the key may hold more. */
  hasCapacity: (key: string) => boolean
  /** Holds so much for the key until the returned function is called, once. */
  hold: (key: string, amount: number) => () => void
}

export function createFairShare(size: number): FairShare {
  // Only those who hold something are in here.
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
