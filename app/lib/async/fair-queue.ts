/**
 * A fair queue: lanes take turns, so someone with a thousand entries doesn't hold up the others for
 * a thousand turns. First in, first out within a lane.
 */

export type FairQueue<Unit> = {
  push: (unit: Unit) => void
  /** Removes up to `maxSize`, lanes in turn; at least one unit if there is any. */
  dequeue: (maxSize: number) => Unit[]
  /** Removes everything that joined at `limit` or earlier. */
  dequeueSince: (limit: number) => Unit[]
  /** When the longest waiting unit joined. */
  oldest: () => number | undefined
  readonly length: number
}

type Options<Unit> = {
  laneOf: (unit: Unit) => unknown
  sizeOf: (unit: Unit) => number
  sinceOf: (unit: Unit) => number
}

export function createFairQueue<Unit>({ laneOf, sizeOf, sinceOf }: Options<Unit>): FairQueue<Unit> {
  // A Map keeps insertion order, so the first lane is next. Contains no empty lanes.
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
    // Removed from the lanes at the end in one go, because shifting arrays is slow.
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

  /** Lanes that were served move to the end. */
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
