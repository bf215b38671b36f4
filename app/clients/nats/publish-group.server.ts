/** Publishes the groups of one stream, one after the other, each until it's known whether it is kept. */
import { setTimeout as pause } from 'node:timers/promises'
import { JetStreamApiError } from '@nats-io/jetstream'
import { secondMillis } from '#app/lib/time.ts'
import { subjectOf } from './event-stream.server.ts'
import type { NatsLink } from './nats-link.server.ts'
import type { StoredGroups } from './stored-groups.server.ts'

/** The servers refuse it, for example because the stream is full. It isn't stored, and another can follow. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
}

/** Another message is where the group would be, or it isn't known. Nothing may follow in this stream. */
export class StreamEnded extends Error {
  override readonly name = 'StreamEnded'
}

type Place = {
  stream: string
  n: number
  /** Sequence of the group before. 0: there is none. */
  after: number
}

type Parts = {
  link: Pick<NatsLink, 'js' | 'isReady'>
  name: string
  stored: Pick<StoredGroups, 'last'>
  times: PublishTimes
}

export const publishTimes = {
  /** For one attempt. */
  attemptMillis: secondMillis,
  /** For all of them. Senders wait for two seconds. */
  allMillis: 3 * secondMillis,
  pauseMillis: 50,
}
export type PublishTimes = typeof publishTimes

/** https://docs.nats.io/reference/reference-protocols/nats_api_reference */
export const wrongSequenceCode = 10_071

/** Another message with this ID is on its way to the servers. The same list has it. */
const inProcessCode = 10_158

/**
 * @returns the group's sequence, when enough servers have it
 * @throws NotStored, StreamEnded
 */
export async function publishGroup(
  { link, name, stored, times }: Parts,
  { stream, n, after }: Place,
  record: Buffer,
): Promise<number> {
  const giveUpAt = performance.now() + times.allMillis
  /** No attempt reached a server, as far as that is known. */
  let isUnsent = true
  let last: unknown
  while (performance.now() < giveUpAt) {
    if (link.isReady()) {
      const isRepeat = !isUnsent
      isUnsent = false
      const answer = await attempt(isRepeat)
      if (answer === 'other' || (answer?.duplicate && !isRepeat)) return confirm()
      // Older servers answer a repeat with the sequence 0 until a quorum has the message.
      if (answer && answer.seq > 0) return answer.seq
    } else if (isUnsent) throw new NotStored('NATS is away.')
    await pause(times.pauseMillis)
  }
  throw new StreamEnded('It is not known whether NATS has the group.', { cause: last })

  /** @returns null when there is no answer; `other` when the group before isn't the last one */
  async function attempt(
    isRepeat: boolean,
  ): Promise<{ seq: number; duplicate: boolean } | 'other' | null> {
    try {
      return await link.js.publish(subjectOf(name, stream), record, {
        msgID: `${stream}:${String(n)}`,
        // No one else may have written to the stream, and nothing of it may be lost.
        expect: { lastSubjectSequence: after },
        timeout: times.attemptMillis,
      })
    } catch (error) {
      last = error
      if (!(error instanceof JetStreamApiError)) return null
      if (error.code === wrongSequenceCode) return 'other'
      // A group before had this number, was refused, and may still be stored.
      if (error.code === inProcessCode && !isRepeat) return 'other'
      // The attempt before may have stored it.
      if (isRepeat) return null
      throw new NotStored(error.message, { cause: error })
    }
  }

  /** An attempt before may have stored it. */
  async function confirm(): Promise<number> {
    const found = await stored.last(stream)
    if (found?.bytes.equals(record)) return found.seq
    throw new StreamEnded('NATS has another message behind the last group.')
  }
}
