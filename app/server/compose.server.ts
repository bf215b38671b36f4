/** Builds Services: the one place where the outside world is connected. */
import { createTwilioSms } from '../clients/twilio-sms.server.ts'
import type { Config } from '../config.server.ts'
import { openDatabase, type OpenDatabase } from '../db/open.server.ts'
import { createAttemptLimits } from '../domain/accounts/attempt-limits.server.ts'
import { createPasswordHasher } from '../domain/accounts/passwords.server.ts'
import { createVisitorKeys } from '../domain/events/visitor-key.server.ts'
import { createSiteDirectory } from '../domain/sites/directory.server.ts'
import { createMailer } from '../emails/mailer.server.ts'
import { createOutbox } from '../emails/outbox.server.ts'
import { createJobQueue, type RunningQueue } from '../jobs/queue.server.ts'
import { createGuardedFetch, createGuardedStream } from '../lib/guarded-fetch.server.ts'
import type { Log } from '../lib/log.server.ts'
import { createPictureDrawer } from '../lib/picture-drawer.server.ts'
import { createSecrets } from '../lib/secrets.server.ts'
import type { Services } from '../services.ts'

export type Composition = {
  services: Services
  queue: RunningQueue
  engine: OpenDatabase['engine']
  listen: OpenDatabase['listen']
  close: () => Promise<void>
}

type Outside = {
  log: Log
  now?: () => Date
  /** The command line works on a running product instead of being refused. */
  joinRunning?: boolean
}

/** @throws FolderHeld when another process serves the embedded database */
export async function compose(config: Config, outside: Outside): Promise<Composition> {
  const { log, joinRunning = false } = outside
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    address: config.appUrl,
    template: config.templateFile ?? null,
    joinRunning,
    onIdleError: (error) => {
      log.warn({ err: error }, 'a database connection broke')
    },
  })
  const { services, queue } = composeServices(database, config, outside)
  return {
    services,
    queue,
    engine: database.engine,
    listen: database.listen,
    close: async () => {
      await queue.stop()
      await database.close()
    },
  }
}

/** The same on a database that is open already: tests open one for many worlds. */
export function composeServices(
  { db, pool }: OpenDatabase,
  config: Config,
  { log, now = () => new Date() }: Outside,
): Pick<Composition, 'services' | 'queue'> {
  const queue = createJobQueue(pool, log)
  const secrets = createSecrets(config.appKey, config.previousKeys)
  const services: Services = {
    config,
    db,
    pool,
    log,
    now,
    jobs: queue,
    mailer: createMailer({ config, log, now }),
    outbox: createOutbox(config),
    sms: config.twilio ? createTwilioSms(config.twilio) : null,
    secrets,
    passwords: createPasswordHasher(),
    attempts: createAttemptLimits(pool),
    directory: createSiteDirectory({ db, log, now, appUrl: config.appUrl }),
    visitorKeys: createVisitorKeys({ db, secrets }),
    pictures: createPictureDrawer(),
    fetchOutside: createGuardedFetch(),
    streamOutside: createGuardedStream(),
  }
  return { services, queue }
}
