/** The part of the environment that is about the log of events. Read by config.server.ts. */
import { z } from 'zod'
import { ConfigError } from '#app/lib/config-error.ts'

export const eventLogVariables = {
  EVENT_LOG: z.enum(['off', 'file', 'postgres']).default('off'),
}

type Variables = z.output<z.ZodObject<typeof eventLogVariables>> & {
  DATABASE_URL?: string | undefined
}

/** Where events are kept before they are counted (docs/decisions/0030-event-log.md). */
export type EventLogSettings = {
  /** `off`: nowhere. `file`: in `dataDir`. `postgres`: in the database. */
  eventLog: 'off' | 'file' | 'postgres'
}

/** @throws ConfigError */
export function eventLogOf({ EVENT_LOG, DATABASE_URL }: Variables): EventLogSettings {
  if (EVENT_LOG === 'postgres' && DATABASE_URL === undefined) {
    throw new ConfigError(
      'Configuration: EVENT_LOG=postgres needs DATABASE_URL. The embedded database has EVENT_LOG=file.',
    )
  }
  return { eventLog: EVENT_LOG }
}
