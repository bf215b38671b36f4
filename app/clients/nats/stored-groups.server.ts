/**
 * Groups as the stream has them. The leader is asked, since a replica can lack what it acknowledged, and a
 * consumer can be placed on such a replica (docs/decisions/0033-nats.md).
 */
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { Msg } from '@nats-io/transport-node'
import type { NumberedGroup } from '#app/domain/events/log/event-log.ts'
import { decodeGroup, encodeGroup } from '#app/domain/events/log/file/records.ts'
import { secondMillis } from '#app/lib/time.ts'
import { subjectOf } from './event-stream.server.ts'
import type { NatsLink } from './nats-link.server.ts'

export type StoredMessage = {
  /** Its sequence among all messages. Those of one stream of groups rise and have holes. */
  seq: number
  bytes: Buffer
  /** When it was stored, in milliseconds since 1970. */
  at: number
}

export type StoredGroups = {
  /** The message at a sequence. Null: the leader has none of this stream of groups there. */
  at: (stream: string, seq: number) => Promise<StoredMessage | null>
  /** The first one from a sequence on. */
  from: (stream: string, seq: number) => Promise<StoredMessage | null>
  last: (stream: string) => Promise<StoredMessage | null>
  /** The first one from a sequence on that any of the servers has. Answers differ. */
  fromAny: (stream: string, seq: number) => Promise<StoredMessage | null>
  /** Streams of groups of which something is stored. */
  streams: () => Promise<string[]>
}

/** https://docs.nats.io/reference/reference-protocols/nats_api_reference */
const noMessageCode = 10_037

type Answer = {
  error?: { code: number; err_code?: number; description?: string }
  message?: { subject: string; seq: number; data?: string; time: string }
}

const requestMillis = 3 * secondMillis

/** @throws the client's error when the leader doesn't answer */
export function readStored(
  { connection, jsm }: Pick<NatsLink, 'connection' | 'jsm'>,
  name: string,
): StoredGroups {
  const request = (subject: string, query: object): Promise<Msg> =>
    connection.request(subject, JSON.stringify(query), { timeout: requestMillis })

  async function ask(stream: string, query: object): Promise<StoredMessage | null> {
    const answer = (await request(`$JS.API.STREAM.MSG.GET.${name}`, query)).json<Answer>()
    if (answer.error) {
      if (answer.error.err_code === noMessageCode) return null
      throw new Error(`NATS: ${answer.error.description ?? String(answer.error.code)}`)
    }
    const { message } = answer
    if (!message || message.subject !== subjectOf(name, stream)) return null
    const bytes = Buffer.from(message.data ?? '', 'base64')
    return { seq: message.seq, bytes, at: Date.parse(message.time) }
  }

  return {
    at: (stream, seq) => ask(stream, { seq }),
    from: (stream, seq) => ask(stream, { seq, next_by_subj: subjectOf(name, stream) }),
    last: (stream) => ask(stream, { last_by_subj: subjectOf(name, stream) }),
    async fromAny(stream, seq) {
      const query = { seq, next_by_subj: subjectOf(name, stream) }
      const answer = await request(`$JS.API.DIRECT.GET.${name}`, query)
      const found = answer.headers?.get('Nats-Sequence')
      // Without it the answer is an error.
      if (!found) return null
      const at = Date.parse(answer.headers?.get('Nats-Time-Stamp') ?? '')
      return { seq: Number(found), bytes: Buffer.from(answer.data), at }
    },
    async streams() {
      const { state } = await jsm.streams.info(name, { subjects_filter: subjectOf(name, '*') })
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(name.length + 1))
    },
  }
}

/** Nothing follows it in a stream of groups. */
const endMark = 'end '

/** @param n number of the last group */
export const endOf = (n: number) => Buffer.from(`${endMark}${String(n)}`)

/** @returns the number of the last group; null for other messages */
export function readEnd(bytes: Buffer): number | null {
  const text = bytes.length < 64 ? bytes.toString('latin1') : ''
  return /^end \d+$/.test(text) ? Number(text.slice(endMark.length)) : null
}

/** Begins a group that is compressed. A group that isn't begins with a byte above 127. */
const packedMark = Buffer.from('packed ')

/** A server's limit is for the headers as well, which have some two hundred bytes. */
const headersBytes = 4 * 1024

/** Its text has 64 MB at most. */
const maxRecordBytes = 65 * 1024 * 1024

const deflate = promisify(deflateRaw)

/**
 * A group as a message. One report with many visits can reach so many goals that its rows have more than a
 * megabyte. They repeat each other, so compressed they have far less.
 *
 * @param maxPayload bytes that a server takes
 * @returns null when no server takes it
 */
export async function packGroup(group: NumberedGroup, maxPayload: number): Promise<Buffer | null> {
  const most = maxPayload - headersBytes
  const record = encodeGroup(group)
  if (record.length <= most) return record
  const packed = Buffer.concat([packedMark, await deflate(record)])
  return packed.length <= most ? packed : null
}

/** @returns null when it's damaged, or something else */
export function readGroup(bytes: Buffer): NumberedGroup | null {
  const record = unpack(bytes)
  const found = record && decodeGroup(record, 0, true)
  return found?.kind === 'group' && found.bytes === record?.length ? found.group : null
}

function unpack(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, packedMark.length).equals(packedMark)) return bytes
  try {
    return inflateRawSync(bytes.subarray(packedMark.length), { maxOutputLength: maxRecordBytes })
  } catch {
    return null
  }
}
