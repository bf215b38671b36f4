/** Streams of a log that all nodes can read: who applies which, and how long they are kept. */
import type { GroupPlace } from './event-log.ts'

export type SharedStreams = {
  /** UUID of this process. */
  holder: string
  /** Shows other processes that this one runs. Repeated calls do nothing. */
  join: () => Promise<void>
  /**
   * Leases a new stream. Its row holds days up before anything can be in it.
   *
   * @param at when its first events were received, in milliseconds since 1970
   */
  begin: (stream: string, at: number) => Promise<void>
  /** Which streams of a list are applied to their end. False: not yet. The database knows no others. */
  findEnds: (streams: readonly string[]) => Promise<ReadonlyMap<string, boolean>>
  /** Shares streams that no process has. */
  offer: (streams: readonly string[]) => Promise<void>
  /**
   * @param fixed streams that this process keeps in any case
   * @param unreadable streams that it leaves to others
   * @returns streams that this process has, of those that ended too
   */
  share: (fixed: readonly string[], unreadable: readonly string[]) => Promise<readonly string[]>
  /** A stream that is removed, or can't be read here, has no holder. */
  remove: (stream: string) => Promise<void>
  /** Leaves all streams to others. */
  leave: () => Promise<void>
  /** Nothing of a stream that isn't applied to its end was received for so long, as far as the database knows. */
  hasWaited: (stream: string, millis: number) => Promise<boolean>
  keepFrom: (stream: string, at: Date) => Promise<void>
  /** It is kept from a moment that isn't before this one, in milliseconds since 1970. */
  isKept: (stream: string, before: number) => Promise<boolean>
  /** Keeps events that the database refuses, with the reason. */
  setAside: (
    place: GroupPlace,
    refused: { reason: string; events: readonly unknown[] },
  ) => Promise<void>
}

/** @param onLost called for a stream that another process has taken, perhaps because this one was paused */
export type ShareStreams = (onLost: (stream: string) => void) => SharedStreams
