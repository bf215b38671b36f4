/**
 * A line in which everybody's turn comes: each lane gives one after the other, so that who brings a
 * thousand holds nobody up for a thousand. Within a lane the first is served first.
 */

export type FairQueue<Unit> = {
  push: (unit: Unit) => void
  /** Takes out up to `maxSize`, lanes in turn; at least one unit when there is any. */
  dequeue: (maxSize: number) => Unit[]
  /** Takes out what joined at `limit` or earlier. */
  dequeueSince: (limit: number) => Unit[]
  /** When the one that waits longest joined. */
  oldest: () => number | undefined
  readonly length: number
}

type Options<Unit> = {
  laneOf: (unit: Unit) => unknown
  sizeOf: (unit: Unit) => number
  sinceOf: (unit: Unit) => number
}

export function createFairQueue<Unit>({ laneOf, sizeOf, sinceOf }: Options<Unit>): FairQueue<Unit> {
  // A Map keeps the order of insertion: the first lane's turn is next. No lane is empty.
  const lanes = new Map<unknown, Unit[]>()
  let length = 0
  let size = 0

  function dequeueAll(): Unit[] {
    const all = [...lanes.values()].flat()
    lanes.clear()
    length = 0
    size = 0
    return all
  }

  function dequeueRounds(maxSize: number): Unit[] {
    // Taken from a lane's front at the end, at once: arrays are slow to give one at a time.
    const dequeuedOf = new Map<unknown, number>()
    const dequeued: Unit[] = []
    let room = maxSize
    let open = [...lanes]
    for (let round = 0; open.length > 0; round += 1) {
      for (const [lane, units] of open) {
        const unit = units[round]
        if (unit === undefined) continue
        if (dequeued.length > 0 && sizeOf(unit) > room) {
          removeFronts(dequeuedOf)
          return dequeued
        }
        dequeued.push(unit)
        dequeuedOf.set(lane, round + 1)
        room -= sizeOf(unit)
      }
      open = open.filter(([, units]) => units.length > round + 1)
    }
    removeFronts(dequeuedOf)
    return dequeued
  }

  /** Lanes that gave something go to the end: next time the others begin. */
  function removeFronts(counts: ReadonlyMap<unknown, number>): void {
    for (const [lane, count] of counts) {
      const units = lanes.get(lane) ?? []
      for (const unit of units.splice(0, count)) {
        length -= 1
        size -= sizeOf(unit)
      }
      lanes.delete(lane)
      if (units.length > 0) lanes.set(lane, units)
    }
  }

  return {
    push(unit) {
      const lane = laneOf(unit)
      const units = lanes.get(lane)
      if (units) units.push(unit)
      else lanes.set(lane, [unit])
      length += 1
      size += sizeOf(unit)
    },
    dequeue: (maxSize) => (size <= maxSize ? dequeueAll() : dequeueRounds(maxSize)),
    dequeueSince(limit) {
      const late: Unit[] = []
      const counts = new Map<unknown, number>()
      for (const [lane, units] of lanes) {
        const end = units.findIndex((unit) => sinceOf(unit) > limit)
        const count = end === -1 ? units.length : end
        if (count === 0) continue
        late.push(...units.slice(0, count))
        counts.set(lane, count)
      }
      removeFronts(counts)
      return late
    },
    oldest() {
      let oldest: number | undefined
      for (const [first] of lanes.values()) {
        if (first !== undefined) oldest = Math.min(oldest ?? Infinity, sinceOf(first))
      }
      return oldest
    },
    get length() {
      return length
    },
  }
}
