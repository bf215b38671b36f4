/**
 * The log that keeps events before they are counted (docs/decisions/0030-event-log.md). A group is
 * kept when `append` resolves, and applied to the database later, once.
 */

/** Events that are kept together. */
export type EventGroup = {
  events: number
  /** Their texts as JSON, joined by commas, without brackets. */
  body: string
  /** When they were received, in milliseconds since 1970. */
  at: number
}

/** Where a group is. */
export type GroupPlace = {
  /** UUID. A stream has one writer and ends with it. */
  stream: string
  /** Counts from 1 within the stream, without gaps. */
  n: number
}

/** Groups that follow each other in a stream. */
export type GroupBatch = {
  /** Number of the group before the first one. */
  from: number
  /** Number of the last group. */
  to: number
  groups: readonly (EventGroup & { n: number })[]
  /** It ends here because it has as many events as were wanted. */
  isFull: boolean
}

/** Groups that this process appended and that aren't applied yet. */
export type LogLag = {
  events: number
  bytes: number
  /** When the oldest of it was received, in milliseconds since 1970. Null: nothing waits. */
  since: number | null
}

/** Reads one stream from a group on. */
export type StreamReader = {
  /**
   * @param most events in a batch, unless its first group has more
   * @returns null when nothing more is kept, so far
   * @throws LogGap
   */
  read: (most: number) => Promise<GroupBatch | null>
  close: () => Promise<void>
}

export type EventLog = {
  /** UUID of the log. A database notes it, so that no other database gets its events. */
  id: string
  /** Its ID and streams are from processes before this one. */
  hasEarlier: boolean
  /** Resolves when the group is kept. @throws LogUnavailable: nothing is acknowledged */
  append: (group: EventGroup) => Promise<GroupPlace>
  /** @param from number of the last group that was applied */
  read: (stream: string, from: number) => StreamReader
  /** Streams of all processes whose files are kept. */
  streams: () => string[]
  /** Streams that this process began, oldest first, with the number of the last group that is kept. */
  begun: () => readonly { stream: string; kept: number; hasEnded: boolean }[]
  /** Streams of processes that ended. No other process can adopt them while this one runs. */
  adopt: () => Promise<string[]>
  /** Notes that groups of a stream up to a number are applied. */
  noteApplied: (stream: string, n: number) => void
  /** Nothing more of a stream can be read: ends it, and what waits in it isn't waited for. */
  giveUp: (stream: string) => Promise<void>
  lag: () => LogLag
  /** The last group that was to be kept could not be, a moment ago. */
  isFailing: () => boolean
  /** Keeps events that the database refuses, with the reason, for an operator. */
  setAside: (
    place: GroupPlace,
    refused: { reason: string; events: readonly unknown[] },
  ) => Promise<void>
  /** Bytes that are left for the log where it writes. */
  freeBytes: () => Promise<number>
  /** Counts the time for which a stream's files are kept from a moment on. */
  keepFrom: (stream: string, at: Date) => Promise<void>
  /**
   * Removes files of a stream.
   *
   * @param applied number of its last group that was applied, and whether that was its end
   * @param before files that were written, or are kept from, later stay; in milliseconds since 1970
   * @returns whether nothing of the stream is left
   */
  trim: (
    stream: string,
    applied: { n: number; isFinished: boolean },
    before: number,
  ) => Promise<boolean>
  /** Ends the process' streams. Nothing can be appended afterwards. */
  end: () => Promise<void>
  /** Lets other processes adopt what isn't applied. */
  close: () => Promise<void>
}

/**
 * A group is damaged or missing, and others follow it. Nothing behind it may be applied: it would
 * hide that something acknowledged is lost.
 */
export class LogGap extends Error {
  override readonly name = 'LogGap'
}

/** The log can't keep anything now. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable'
}
