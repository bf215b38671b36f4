/** The part of the environment that is about the log of events. Read by config.server.ts. */
import { z } from 'zod'
import { flag } from './config-use.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'

export const eventLogVariables = {
  EVENT_LOG: z.enum(['off', 'file', 'postgres', 'nats']).default('off'),
  NATS_URL: z.string().optional(),
  NATS_STREAM: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'must have letters, digits, _ and - only')
    .default('footfall'),
  NATS_REPLICAS: z.coerce
    .number()
    .refine((count) => [1, 3, 5].includes(count), 'must be 1, 3 or 5')
    .default(3),
  NATS_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1024 ** 2)
    .default(10 * 1024 ** 3),
  NATS_ALLOW_OLD: flag.default(false),
  NATS_SYNC_ALWAYS: flag.default(false),
}

type Variables = z.output<z.ZodObject<typeof eventLogVariables>> & {
  DATABASE_URL?: string | undefined
}

/** Servers of one NATS, and the stream there that keeps events. */
type NatsAccount = {
  /** Host and port of each. */
  servers: readonly string[]
  /** Undefined: the servers ask for none. */
  user: { name: string; password: string } | undefined
  /** Refuses servers without TLS. */
  needsTls: boolean
  stream: string
  /** How many servers keep each event. */
  replicas: number
  /** Size of the stream. A full one takes nothing more. */
  maxBytes: number
  /** Also uses servers that are known to lose streams. */
  allowsOld: boolean
  /** The operator has set `sync_interval: always` on each server, which can't be asked. */
  syncsAlways: boolean
}

const serverUrl = z.url({ protocol: /^(?:nats|tls)$/ })

/** Where events are kept before they are counted (docs/decisions/0030-event-log.md). */
export type EventLogSettings = {
  /** `off`: nowhere. `file`: in `dataDir`. `postgres`: in the database. */
  eventLog: 'off' | 'file' | 'postgres' | 'nats'
  /** With `nats` only. */
  nats: NatsAccount | undefined
}

/** @throws ConfigError */
export function eventLogOf(data: Variables): EventLogSettings {
  const { EVENT_LOG, DATABASE_URL } = data
  if ((EVENT_LOG === 'postgres' || EVENT_LOG === 'nats') && DATABASE_URL === undefined) {
    throw new ConfigError(
      `Configuration: EVENT_LOG=${EVENT_LOG} needs DATABASE_URL. The embedded database has EVENT_LOG=file.`,
    )
  }
  return {
    eventLog: data.EVENT_LOG,
    nats: data.EVENT_LOG === 'nats' ? natsOf(data) : undefined,
  }
}

function natsOf(data: Variables): NatsAccount {
  const texts = (data.NATS_URL ?? '').split(',').map((text) => text.trim())
  if (data.NATS_URL === undefined) {
    throw new ConfigError('Configuration: EVENT_LOG=nats needs NATS_URL.')
  }
  // Without the text, which can have a password.
  if (!texts.every((text) => serverUrl.safeParse(text).success)) {
    throw new ConfigError(
      'Configuration: NATS_URL must be one or more of nats://host:4222 or tls://host:4222, separated by commas.',
    )
  }
  const urls = texts.map((text) => new URL(text))
  const [first] = urls
  if (!first || urls.some((url) => !isSameUse(url, first))) {
    throw new ConfigError(
      'Configuration: all URLs of NATS_URL need the same scheme, user and password.',
    )
  }
  return {
    servers: urls.map(({ host, port }) => (port === '' ? `${host}:4222` : host)),
    user:
      first.username === ''
        ? undefined
        : {
            name: decodeURIComponent(first.username),
            password: decodeURIComponent(first.password),
          },
    needsTls: first.protocol === 'tls:',
    stream: data.NATS_STREAM,
    replicas: data.NATS_REPLICAS,
    maxBytes: data.NATS_MAX_BYTES,
    allowsOld: data.NATS_ALLOW_OLD,
    syncsAlways: data.NATS_SYNC_ALWAYS,
  }
}

const isSameUse = (left: URL, right: URL) =>
  left.protocol === right.protocol &&
  left.username === right.username &&
  left.password === right.password
