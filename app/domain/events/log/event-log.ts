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

/** `n`: its number within the stream. */
export type NumberedGroup = EventGroup & { n: number }

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
  groups: readonly NumberedGroup[]
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
   * @throws LogGap when the next group is damaged or missing, and no other copy has it
   */
  read: (most: number) => Promise<GroupBatch | null>
  close: () => Promise<void>
}

export type LogIdentity = {
  /** UUID of the log. A database notes it, so that no other database gets its events. */
  id: string
  /** Its ID and streams are from processes before this one. */
  hasEarlier: boolean
  /**
   * UUID under which the database notes what waits in this process. That of the log, unless several processes
   * have the same log at the same time.
   */
  node: string
}

/** A stream that this process began, with the number of its last group that is kept. */
export type BegunStream = { stream: string; kept: number; hasEnded: boolean }

/** `from`: number of the group before the first one that is kept. */
export type KeptStream = { stream: string; from: number }

export type EventLog = {
  /** @throws LogUnavailable when it can't be asked now */
  identify: () => Promise<LogIdentity>
  /** Resolves when the group is kept. @throws LogUnavailable: nothing is acknowledged */
  append: (group: EventGroup) => Promise<GroupPlace>
  /** Groups of events that arrive together are larger and fewer, which costs less than it delays them. */
  paceMillis: number
  /** Events that a group can have. */
  maxEvents: number
  /** Groups that were missing where they should be, and that another copy had. Since the process started. */
  countRepaired: () => number
  /** @param from number of the last group that was applied */
  read: (stream: string, from: number) => StreamReader
  /** Streams of all processes with groups that are kept, whether they are applied or not. */
  kept: () => Promise<KeptStream[]>
  /** Streams of all processes that the database may not know yet. */
  streams: () => string[]
  /** Oldest first. */
  begun: () => readonly BegunStream[]
  /**
   * Streams of processes that ended, as far as this process has them for itself: until it ends, or until
   * another process could think so. A stream that a later call doesn't return belongs to another process.
   */
  adopt: () => Promise<string[]>
  /** Time between two calls of `adopt`. */
  adoptMillis: number
  /**
   * Makes sure that nothing follows a group of a stream whose writer has ended, or seems to.
   *
   * @returns false when more was kept
   */
  seal: (stream: string, n: number) => Promise<boolean>
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
  /** Bytes that are left for the log where it writes. Infinity where only its server can know. */
  freeBytes: () => Promise<number>
  /** Counts the time for which a stream's groups are kept from a moment on. */
  keepFrom: (stream: string, at: Date) => Promise<void>
  /**
   * Removes applied groups of a stream, in pieces as large as the log has them.
   *
   * @param applied number of its last group that was applied, and whether that was its end
   * @param before groups that were written, or are kept from, later stay; in milliseconds since 1970
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
