/**
 * Bounds how much the dashboard and the API do at once. They share one thread with what shops' pages
 * ask: whatever waits here keeps nobody else waiting, and what has no room is refused for next to nothing.
 */
import { Refusal } from '#app/lib/errors.ts'
import { createFairShare } from './edge/fair-share.ts'

/** A login costs a password's hash and a whole page: one after the other, and no long line. */
const lanes = {
  login: { atOnce: 1, inLine: 24 },
  page: { atOnce: 16, inLine: 400 },
} as const
export type Lane = keyof typeof lanes

export const laneOf = (method: string | undefined, path: string | undefined): Lane =>
  method === 'POST' && path?.startsWith('/auth/') ? 'login' : 'page'

export const busySentence = 'Too many people are here at once. Try again in a moment.'

export type PageRoom = {
  /** @param sender of whom there may be many: none takes more of the line than is still free */
  hasRoom: (lane: Lane, sender: string) => boolean
  /**
   * Does the work when it is its turn. Call it with the whole request in hand: nobody may hold a place
   * by sending slowly.
   *
   * @throws Refusal `unavailable` when there is no room
   */
  run: <Value>(lane: Lane, sender: string, work: () => Promise<Value>) => Promise<Value>
}

export function createPageRoom(): PageRoom {
  const open = { login: createLane(lanes.login), page: createLane(lanes.page) }

  return {
    hasRoom: (lane, sender) => open[lane].hasRoom(sender),
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

function createLane({ atOnce, inLine }: { atOnce: number; inLine: number }) {
  const line = createFairShare(inLine)
  const waiting: (() => void)[] = []
  let running = 0

  const isFree = () => running < atOnce && waiting.length === 0

  return {
    hasRoom: (sender: string) => isFree() || line.hasCapacity(sender),

    async enter(sender: string): Promise<void> {
      if (!isFree()) {
        if (!line.hasCapacity(sender)) {
          throw new Refusal('unavailable', busySentence, { retryAfterSeconds: 5 })
        }
        const giveBack = line.hold(sender, 1)
        await new Promise<void>((resolve) => waiting.push(resolve))
        giveBack()
        return
      }
      running += 1
    },

    leave(): void {
      // Whatever else has come meanwhile is answered before the next one begins.
      setImmediate(() => {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      })
    },
  }
}
