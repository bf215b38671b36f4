/** One JSON line per event. Logs ids, never names, addresses, tokens or bodies. */
import pino, { type DestinationStream, type Logger } from 'pino'
import { describeError } from './security/redact.ts'

export type Log = Logger

/** @param destination where the lines go; standard output by default */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeError(error) },
      // A safety net: the code logs none of these on purpose.
      redact: {
        paths: [
          'password',
          'token',
          'authorization',
          'cookie',
          'email',
          '*.password',
          '*.token',
          '*.email',
          '*.authorization',
          '*.cookie',
        ],
        censor: '[removed]',
      },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  )
}
