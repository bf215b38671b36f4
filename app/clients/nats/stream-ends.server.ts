/** The end of a stream of groups, behind which its writer can't go on, and its removal. */
import { JetStreamApiError } from '@nats-io/jetstream'
import { subjectOf } from './event-stream.server.ts'
import type { NatsLink } from './nats-link.server.ts'
import { findPlace } from './nats-reader.server.ts'
import { wrongSequenceCode } from './publish-group.server.ts'
import { endOf, readEnd, readGroup, type StoredGroups } from './stored-groups.server.ts'

type Target = { link: NatsLink; name: string; stored: StoredGroups; stream: string }

/**
 * Takes the place behind the last group. Its writer, which may only be paused, names the message that it
 * wants to follow, and is refused.
 *
 * @returns false when more than that was stored
 */
export async function sealStream(
  { link, name, stored, stream }: Target,
  n: number,
): Promise<boolean> {
  const last = await stored.last(stream)
  const end = last && readEnd(last.bytes)
  if (end !== null) return end <= n
  const group = last && readGroup(last.bytes)
  if (group && group.n > n) return false
  try {
    await link.js.publish(subjectOf(name, stream), endOf(n), {
      msgID: `${stream}:end`,
      expect: { lastSubjectSequence: last?.seq ?? 0 },
    })
    return true
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === wrongSequenceCode) return false
    throw error
  }
}

/** @param n number of the last group that isn't needed. Infinity: nothing of the stream is, its end included */
export async function removeGroups(
  { link, name, stored, stream }: Target,
  n: number,
): Promise<void> {
  const filter = subjectOf(name, stream)
  if (n === Infinity) {
    await link.jsm.streams.purge(name, { filter })
    return
  }
  const seq = (await findPlace(stored, stream, n)) + 1
  await link.jsm.streams.purge(name, { filter, seq })
}
