/** Gathers the groups of a stream in batches. */
import { LogGap, type NumberedGroup, type StreamReader } from './event-log.ts'

type Groups = {
  /**
   * The next group in the order of their numbers. Null when nothing more is kept, so far.
   *
   * @throws LogGap, at each further call too
   */
  next: () => Promise<NumberedGroup | null>
  close: () => Promise<void>
}

export function createBatchReader({ next, close }: Groups): StreamReader {
  /** A group that was already read and belongs to the next batch. */
  let ahead: NumberedGroup | null = null
  return {
    async read(most) {
      const groups: NumberedGroup[] = []
      let isFull = false
      for (let events = 0; !isFull;) {
        try {
          ahead ??= await next()
        } catch (error) {
          // Groups in front of a gap are whole. The next call throws it again.
          if (error instanceof LogGap && groups.length > 0) break
          throw error
        }
        if (!ahead) break
        events += ahead.events
        isFull = events >= most
        if (events > most && groups.length > 0) break
        groups.push(ahead)
        ahead = null
      }
      const last = groups.at(-1)
      if (!last) return null
      return { from: last.n - groups.length, to: last.n, groups, isFull }
    },
    close,
  }
}
