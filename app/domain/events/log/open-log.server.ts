/** Opens the log that is configured. */
import path from 'node:path'
import type { Services } from '#app/services.ts'
import type { EventLog } from './event-log.ts'
import { openFileLog } from './file/file-log.server.ts'
import { openPostgresLog } from './postgres/postgres-log.server.ts'

/** @throws the system's error; RangeError while events are stored without a log */
export function openEventLog(services: Pick<Services, 'config' | 'pool' | 'now'>): EventLog {
  const { eventLog, dataDir } = services.config
  switch (eventLog) {
    case 'file':
      return openFileLog(path.join(dataDir, 'event-log'))
    case 'postgres':
      return openPostgresLog(services)
    case 'off':
      throw new RangeError('EVENT_LOG=off keeps no log.')
  }
}
