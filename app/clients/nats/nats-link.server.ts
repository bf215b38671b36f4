/** The connection to NATS, which comes back after each failure. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream'
import {
  connect,
  errors,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node'
import type { Config } from '#app/config.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import type { Log } from '#app/lib/log.server.ts'
import { secondMillis } from '#app/lib/time.ts'
import { isTooOld, oldestVersion } from './server-version.ts'

export type NatsAccount = NonNullable<Config['nats']>

export type NatsLink = {
  connection: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
  /** Connected to a server that may be used. Nothing is sent otherwise: the client would keep it for later. */
  isReady: () => boolean
  close: () => Promise<void>
}

type Parts = {
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** How long the start waits for a first server. */
  startMillis?: number
}

const times = {
  startMillis: 30 * secondMillis,
  /** For a server to answer when it's connected to. */
  connectMillis: 3 * secondMillis,
  againMillis: 250,
  /** A server that hangs is left after two of these. */
  pingMillis: 3 * secondMillis,
  requestMillis: 5 * secondMillis,
}

/**
 * @throws ConfigError when no server answers, when one refuses the user, or is too old
 */
export async function connectNats(
  account: NatsAccount,
  { log, startMillis = times.startMillis }: Parts,
): Promise<NatsLink> {
  const options = optionsOf(account)
  const connection = await connectFirst(options, startMillis)
  const versions = [
    connection.info?.version ?? '',
    ...(await readVersions(account, connection.getServer())),
  ]
  try {
    checkVersions(versions, account, log)
  } catch (error) {
    await connection.close()
    throw error
  }
  if (!account.needsTls && account.servers.some((server) => !isThisMachine(server))) {
    log.warn('NATS_URL has no tls://: events and its password cross the network unencrypted')
  }
  if (!account.syncsAlways) {
    log.warn(
      'NATS syncs every two minutes by default: set sync_interval: always on each server, then NATS_SYNC_ALWAYS=1',
    )
  }
  let isReady = true
  void follow()

  async function follow(): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        isReady = false
        log.warn({ server: status.server }, 'the connection to NATS broke')
      } else if (status.type === 'reconnect') {
        const version = connection.info?.version ?? ''
        isReady = account.allowsOld || !isTooOld(version)
        if (isReady) log.info({ server: status.server, version }, 'connected to NATS again')
        else log.error({ server: status.server, version }, 'this NATS server is too old to be used')
      } else if (status.type === 'error') {
        log.warn({ err: status.error }, 'NATS refused something')
      }
    }
  }

  return {
    connection,
    js: jetstream(connection, { timeout: times.requestMillis }),
    jsm: await jetstreamManager(connection, { timeout: times.requestMillis, checkAPI: false }),
    isReady: () => isReady && !connection.isClosed(),
    async close() {
      isReady = false
      await connection.close()
    },
  }
}

const optionsOf = ({ servers, user, needsTls }: NatsAccount): NodeConnectionOptions => ({
  servers: [...servers],
  ...(user ? { user: user.name, pass: user.password } : {}),
  // An empty object asks for TLS with the system's authorities.
  ...(needsTls ? { tls: {} } : {}),
  name: 'footfall',
  timeout: times.connectMillis,
  maxReconnectAttempts: -1,
  reconnectTimeWait: times.againMillis,
  reconnectJitter: 100,
  pingInterval: times.pingMillis,
  maxPingOut: 2,
  // By default a client that is refused twice never comes back, for example while a password is changed.
  ignoreAuthErrorAbort: true,
  // Traces of callers cost as much as the rest of a publication.
  noAsyncTraces: true,
})

async function connectFirst(
  options: NodeConnectionOptions,
  startMillis: number,
): Promise<NatsConnection> {
  const giveUpAt = performance.now() + startMillis
  for (;;) {
    try {
      return await connect(options)
    } catch (error) {
      if (isRefusal(error)) {
        throw new ConfigError('NATS refuses the user of NATS_URL.', { cause: error })
      }
      if (performance.now() > giveUpAt) {
        throw new ConfigError('No server of NATS_URL answers.', { cause: error })
      }
      await pause(times.againMillis)
    }
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof errors.AuthorizationError ||
  error instanceof errors.UserAuthenticationExpiredError

/** Versions of the other servers, as far as they answer now. */
async function readVersions(account: NatsAccount, connected: string): Promise<string[]> {
  const others = account.servers.filter((server) => server !== connected)
  const asked = others.map(async (server) => {
    try {
      const connection = await connect({
        ...optionsOf({ ...account, servers: [server] }),
        reconnect: false,
        maxReconnectAttempts: 1,
        ignoreClusterUpdates: true,
      })
      const version = connection.info?.version ?? ''
      await connection.close()
      return [version]
    } catch {
      // One that is away is checked when the connection moves there.
      return []
    }
  })
  return (await Promise.all(asked)).flat()
}

function checkVersions(
  versions: readonly string[],
  { allowsOld }: NatsAccount,
  log: Parts['log'],
): void {
  const old = versions.filter(isTooOld)
  if (old.length === 0) return
  const text = `NATS ${old.join(', ')} is known to lose acknowledged events`
  if (!allowsOld) {
    throw new ConfigError(
      `${text}: use ${oldestVersion} or newer, or NATS_ALLOW_OLD=1 for a trial.`,
    )
  }
  log.warn({ versions: old }, `${text}, and NATS_ALLOW_OLD=1 allows it`)
}

const isThisMachine = (server: string) =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/.test(server)
