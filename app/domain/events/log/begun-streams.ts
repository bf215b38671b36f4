/** Streams that this process began, and what of them isn't applied yet. */
import type { BegunStream, GroupPlace, LogLag, NumberedGroup } from './event-log.ts'

type Waiting = { n: number; events: number; bytes: number; at: number }

export type BegunStreams = {
  /** Its groups follow those of the streams before. */
  begin: (stream: string) => void
  /** Notes the next group of the last stream. */
  note: (group: Omit<NumberedGroup, 'body'>, bytes: number) => GroupPlace
  /** Nothing is appended to the last stream any more. */
  end: () => void
  /** It was removed, or belongs to another process. */
  forget: (stream: string) => void
  has: (stream: string) => boolean
  list: () => readonly BegunStream[]
  /** Number of its last group that is kept; undefined for a stream of another process. */
  keptOf: (stream: string) => number | undefined
  noteApplied: (stream: string, n: number) => void
  lag: () => LogLag
}

export function createBegunStreams(): BegunStreams {
  const begun: (BegunStream & { waiting: Waiting[] })[] = []
  const held = { events: 0, bytes: 0 }
  const find = (stream: string) => begun.find((one) => one.stream === stream)

  function noteApplied(stream: string, n: number): void {
    const waiting = find(stream)?.waiting ?? []
    const left = waiting.findIndex((group) => group.n > n)
    for (const { events, bytes } of waiting.splice(0, left === -1 ? waiting.length : left)) {
      held.events -= events
      held.bytes -= bytes
    }
  }

  return {
    begin(stream) {
      begun.push({ stream, kept: 0, hasEnded: false, waiting: [] })
    },
    note({ n, events, at }, bytes) {
      const current = begun.at(-1)
      if (!current) throw new Error('There is no stream.')
      current.kept = n
      current.waiting.push({ n, events, bytes, at })
      held.events += events
      held.bytes += bytes
      return { stream: current.stream, n }
    },
    end() {
      const last = begun.at(-1)
      if (last) last.hasEnded = true
    },
    forget(stream) {
      noteApplied(stream, Infinity)
      const at = begun.findIndex((one) => one.stream === stream)
      if (at !== -1) begun.splice(at, 1)
    },
    has: (stream) => find(stream) !== undefined,
    list: () => begun.map(({ stream, kept, hasEnded }) => ({ stream, kept, hasEnded })),
    keptOf: (stream) => find(stream)?.kept,
    noteApplied,
    /** Asked for each report, so nothing is summed here. */
    lag() {
      const oldest = begun.find(({ waiting }) => waiting.length > 0)?.waiting[0]
      return { events: held.events, bytes: held.bytes, since: oldest?.at ?? null }
    },
  }
}
