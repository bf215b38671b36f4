/** How often the job queue asks the database for work. */

/** Shorter pauses make coalesced jobs do little at a time, which costs deliveries a third of their rate. */
const pollMillis = 2_000

/** Its calls never overlap. */
export type QueuePoll = {
  /** Asks immediately, unless it is asking. */
  now: () => void
  /** Asks every two seconds from now on. */
  start: () => void
  stop: () => void
}

/** @param find asks all queues together, and wakes the workers of those where a job is due */
export function createQueuePoll(
  find: () => Promise<void>,
  onError: (error: unknown) => void,
): QueuePoll {
  let timer: NodeJS.Timeout | undefined
  let isUnderWay = false
  const now = () => {
    if (isUnderWay) return
    isUnderWay = true
    void find()
      .catch(onError)
      .finally(() => {
        isUnderWay = false
      })
  }
  return {
    now,
    start() {
      clearInterval(timer)
      timer = setInterval(now, pollMillis)
    },
    stop() {
      clearInterval(timer)
    },
  }
}
