/** Opens the log that is configured. */
import path from 'node:path'
import type { Services } from '#app/services.ts'
import type { EventLog } from './event-log.ts'
import { openFileLog } from './file/file-log.server.ts'
import { openPostgresLog } from './postgres/postgres-log.server.ts'
import { shareStreams } from './shared-streams.server.ts'

/** @throws the system's error; RangeError while events are stored without a log */
export function openEventLog(
  services: Pick<Services, 'config' | 'pool' | 'now' | 'natsLog'>,
): EventLog {
  const { eventLog, dataDir } = services.config
  switch (eventLog) {
    case 'file':
      return openFileLog(path.join(dataDir, 'event-log'))
    case 'postgres':
      return openPostgresLog(services)
    case 'nats':
      if (!services.natsLog) throw new RangeError('NATS is not connected.')
      return services.natsLog((onLost) => shareStreams(services, onLost))
    case 'off':
      throw new RangeError('EVENT_LOG=off keeps no log.')
  }
}
