/** The JetStream stream that keeps events: created when it's missing, and checked when it isn't. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream'
import { keptMillis } from '#app/domain/events/log/trim-log.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { NatsAccount, NatsLink } from './nats-link.server.ts'

export type EventStream = {
  name: string
  /** UUID of the log, in the stream's description. */
  id: string
  /** Something was stored before. */
  hasEarlier: boolean
}

/** A group has up to 250 events of some kilobytes (event-queue.server.ts). The server's default is a megabyte. */
const leastPayload = 1024 * 1024

const millisToNanos = 1_000_000
const againMillis = 250
const defaultStartMillis = 30 * secondMillis

/** How long a message that is published again is known by its ID. A group is tried for seconds. */
const repeatMillis = 2 * minuteMillis

const described = 'Footfall event log '
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Each stream of groups, which has one writer, is a subject. */
export const subjectOf = (name: string, stream: string) => `${name}.${stream}`

/**
 * @param startMillis how long servers have to find each other
 * @throws ConfigError when it can't be created, or isn't the log's
 */
export async function ensureEventStream(
  { connection, jsm }: NatsLink,
  account: NatsAccount,
  startMillis = defaultStartMillis,
): Promise<EventStream> {
  if ((connection.info?.max_payload ?? 0) < leastPayload) {
    throw new ConfigError('NATS: max_payload has to be 1 MB or more.')
  }
  const { stream: name } = account
  const giveUpAt = performance.now() + startMillis
  for (;;) {
    try {
      const info = await jsm.streams.info(name).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (!info) {
        await jsm.streams.add(configOf(account, randomUUID()))
        continue
      }
      const id = idOf(info, account)
      // A stream without a leader takes nothing yet.
      if (!info.cluster || info.cluster.leader) {
        return { name, id, hasEarlier: info.state.last_seq > 0 }
      }
    } catch (error) {
      if (error instanceof ConfigError) throw error
      if (performance.now() > giveUpAt) {
        const why = error instanceof Error ? error.message : String(error)
        throw new ConfigError(
          `NATS can't keep the stream ${name} on ${String(account.replicas)} servers: ${why}.`,
          { cause: error },
        )
      }
    }
    // Its servers may still be looking for each other, or another node creates the stream.
    await pause(againMillis)
  }
}

function configOf(
  { stream, replicas, maxBytes }: NatsAccount,
  id: string,
): Partial<StreamConfig> & { name: string } {
  return {
    name: stream,
    description: `${described}${id}`,
    subjects: [`${stream}.*`],
    storage: StorageType.File,
    num_replicas: replicas,
    retention: RetentionPolicy.Limits,
    // A full stream refuses. Otherwise it would drop the oldest groups, applied or not.
    discard: DiscardPolicy.New,
    max_age: keptMillis * millisToNanos,
    max_bytes: maxBytes,
    duplicate_window: repeatMillis * millisToNanos,
    // A replica can be asked for what the leader lacks.
    allow_direct: true,
  }
}

/** @throws ConfigError naming the first setting with which events could be lost */
function idOf({ config }: StreamInfo, account: NatsAccount): string {
  const { stream: name } = account
  const id = config.description?.startsWith(described)
    ? config.description.slice(described.length)
    : ''
  const wrong = (setting: string) =>
    new ConfigError(`NATS: the stream ${name} ${setting}. Change it there, or set NATS_STREAM.`)
  if (!uuid.test(id)) throw wrong('is not a log of events of this product')
  const [subject, ...others] = config.subjects
  if (subject !== `${name}.*` || others.length > 0) throw wrong('has other subjects')
  if (config.storage !== StorageType.File) throw wrong('is not stored in files')
  if (config.retention !== RetentionPolicy.Limits) throw wrong('removes messages that were read')
  if (config.discard !== DiscardPolicy.New) throw wrong('drops old messages when it is full')
  if (config.num_replicas < account.replicas) {
    throw wrong(
      `keeps ${String(config.num_replicas)} copies instead of ${String(account.replicas)}`,
    )
  }
  if (config.max_age > 0 && config.max_age < keptMillis * millisToNanos) {
    throw wrong('keeps messages for less than 72 hours')
  }
  if (config.max_msgs > 0 || config.max_msgs_per_subject > 0) {
    throw wrong('has a limit of messages')
  }
  return id
}

/** https://docs.nats.io/reference/reference-protocols/nats_api_reference names the codes of errors. */
const missingCode = 10_059

const isMissing = (error: unknown) =>
  error instanceof JetStreamApiError && error.code === missingCode
