/**
 * Bounds how many requests Remix works on at the same time, by lane. All of them share one thread
 * with what shop pages ask: a request that waits here delays nothing else, and one without a place
 * costs next to nothing.
 */
import { Refusal } from '#app/lib/errors.ts'
import { createFairShare } from './edge/fair-share.ts'
import { lanes, type Lane } from './request-policy.ts'

export const busySentence = 'We’re very busy right now. Try again in a moment.'

export type RequestLanes = {
  /** @param sender address group; no single one takes more of the queue than is still free */
  hasCapacity: (lane: Lane, sender: string) => boolean
  /**
   * Runs the work when its turn comes. Read the whole request first, so a slow sender holds no place.
   *
   * @throws Refusal `unavailable` when the queue has no room
   */
  run: <Value>(lane: Lane, sender: string, work: () => Promise<Value>) => Promise<Value>
}

export function createRequestLanes(): RequestLanes {
  const open = {
    login: createLane(lanes.login),
    hook: createLane(lanes.hook),
    page: createLane(lanes.page),
  } satisfies Record<Lane, unknown>

  return {
    hasCapacity: (lane, sender) => open[lane].hasCapacity(sender),
    async run(lane, sender, work) {
      await open[lane].enter(sender)
      try {
        return await work()
      } finally {
        open[lane].leave()
      }
    },
  }
}

function createLane({ atOnce, queued }: { atOnce: number; queued: number }) {
  const queue = createFairShare(queued)
  const waiting: (() => void)[] = []
  let running = 0

  const isFree = () => running < atOnce && waiting.length === 0

  return {
    hasCapacity: (sender: string) => isFree() || queue.hasCapacity(sender),

    async enter(sender: string): Promise<void> {
      if (!isFree()) {
        if (!queue.hasCapacity(sender)) {
          throw new Refusal('unavailable', busySentence, { retryAfterSeconds: 5 })
        }
        const giveBack = queue.hold(sender, 1)
        await new Promise<void>((resolve) => waiting.push(resolve))
        giveBack()
        return
      }
      running += 1
    },

    leave(): void {
      // Let every other event that has arrived go before the next one in the queue.
      setImmediate(() => {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      })
    },
  }
}
