/** Logs in NATS with servers of their own, without a database. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { ensureEventStream } from '#app/clients/nats/event-stream.server.ts'
import { connectNats, type NatsAccount, type NatsLink } from '#app/clients/nats/nats-link.server.ts'
import { openNatsLog } from '#app/clients/nats/nats-log.server.ts'
import type { EventLog } from '#app/domain/events/log/event-log.ts'
import type { SharedStreams } from '#app/domain/events/log/shared-streams.ts'
import { makeFolder, removeFolder } from '../folders.ts'
import { startNats, type NatsServers } from './nats-servers.ts'

type LogEntry = { level: 'info' | 'warn' | 'error'; message: string; fields: object }

/** Remembers entries instead of writing them. */
export function createNotes() {
  const entries: LogEntry[] = []
  const write =
    (level: LogEntry['level']) =>
    (...given: unknown[]) => {
      const [first, second] = given
      const message = typeof first === 'string' ? first : second
      entries.push({
        level,
        message: String(message),
        fields: typeof first === 'object' && first !== null ? first : {},
      })
    }
  return { entries, info: write('info'), warn: write('warn'), error: write('error') }
}

export const accountOf = (
  { servers }: Pick<NatsServers, 'servers'>,
  wanted: Partial<NatsAccount> = {},
): NatsAccount => ({
  servers: servers.map(({ address }) => address),
  user: undefined,
  needsTls: false,
  stream: `t${randomUUID().replaceAll('-', '').slice(0, 20)}`,
  replicas: servers.length,
  maxBytes: 8 * 1024 ** 2,
  // Debian's is older than those that may be used.
  allowsOld: true,
  syncsAlways: true,
  ...wanted,
})

/** Ended after the test. */
export function useFolder(): string {
  const folder = makeFolder()
  onTestFinished(() => {
    removeFolder(folder)
  })
  return folder
}

/** Servers for one test file. */
export async function openServers(options: Parameters<typeof startNats>[1]) {
  const folder = makeFolder()
  const started = await startNats(folder, options)
  return {
    ...started,
    async stop() {
      await started.stop()
      removeFolder(folder)
    },
  }
}

/**
 * Streams that several logs share, in memory. A log that has ended leaves its streams.
 *
 * @param finished streams that are applied to their end
 */
export function createShares(finished: ReadonlySet<string> = new Set()) {
  const holders = new Map<string, string>()
  return (): SharedStreams => {
    const holder = randomUUID()
    return {
      holder,
      join: () => Promise.resolve(),
      begin(stream) {
        holders.set(stream, holder)
        return Promise.resolve()
      },
      offer(streams) {
        for (const stream of streams) if (!holders.has(stream)) holders.set(stream, '')
        return Promise.resolve()
      },
      share(_fixed, unreadable) {
        for (const [stream, known] of holders) {
          if (known === '' && !unreadable.includes(stream)) holders.set(stream, holder)
        }
        return Promise.resolve(
          [...holders].flatMap(([stream, known]) => (known === holder ? [stream] : [])),
        )
      },
      remove(stream) {
        holders.delete(stream)
        return Promise.resolve()
      },
      leave() {
        for (const [stream, known] of holders) if (known === holder) holders.set(stream, '')
        return Promise.resolve()
      },
      findEnds: (streams) =>
        Promise.resolve(new Map(streams.map((stream) => [stream, finished.has(stream)]))),
      hasWaited: () => Promise.resolve(false),
      keepFrom: () => Promise.resolve(),
      isKept: () => Promise.resolve(false),
      setAside: () => Promise.resolve(),
    }
  }
}

export type NatsNode = {
  log: EventLog
  link: NatsLink
  notes: ReturnType<typeof createNotes>
  /** Holds its copies. */
  folder: string
  end: () => Promise<void>
}

/** A process with its connection, ended after the test. */
export async function openNode(
  account: NatsAccount,
  share: () => SharedStreams,
  {
    folder: given,
    ...times
  }: { folder?: string; patienceMillis?: number; recoverMillis?: number } = {},
): Promise<NatsNode> {
  const notes = createNotes()
  const link = await connectNats(account, { log: notes })
  const stream = await ensureEventStream(link, account)
  const folder = given ?? path.join(useFolder(), 'copies')
  const log = openNatsLog(
    { link, stream, share, log: notes, folder },
    { retryMillis: 0, patienceMillis: 200, ...times },
  )
  let ended: Promise<void> | undefined
  const end = () =>
    (ended ??= (async () => {
      await log.end()
      await log.close()
      await link.close()
    })())
  onTestFinished(end)
  return { log, link, notes, folder, end }
}
