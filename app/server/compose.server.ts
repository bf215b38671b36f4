/** Builds Services: the only place that connects the outside world. */
import { createBigCommerceApp } from '#app/clients/bigcommerce/bigcommerce-app.server.ts'
import { createShopify } from '#app/clients/shopify/shopify.server.ts'
import { createCardChannel } from '#app/clients/stripe/card-channel.server.ts'
import { createWixApp } from '#app/clients/wix/wix-app.server.ts'
import { createTwilioSms } from '#app/clients/twilio-sms.server.ts'
import type { Config } from '#app/config.server.ts'
import { openDatabase, type OpenDatabase } from '#app/db/open.server.ts'
import { createRateLimits } from '#app/domain/accounts/login/rate-limits.server.ts'
import { createPasswordHasher, type PasswordHasher } from '#app/domain/accounts/passwords.server.ts'
import { requestPictures } from '#app/domain/activities/page-pictures/request-pictures.server.ts'
import { createVisitorKeys } from '#app/domain/events/visitor-key.server.ts'
import { createSharedBudgets } from '#app/domain/connections/upkeep/provider-budgets.server.ts'
import { createSiteCache } from '#app/domain/serving/site-cache.server.ts'
import { createMailer } from '#app/emails/mailer.server.ts'
import { createOutbox } from '#app/emails/outbox.server.ts'
import { createJobQueue, type RunningQueue } from '#app/jobs/queue.server.ts'
import {
  createGuardedFetch,
  createGuardedStream,
  type GuardedFetch,
} from '#app/lib/web/guarded-fetch.server.ts'
import { createGuardedPost } from '#app/lib/web/guarded-post.server.ts'
import { createGuardedSender } from '#app/lib/web/sender/guarded-sender.server.ts'
import { createPixelVersions } from '#app/lib/web/pixel-versions.ts'
import { createPolicyReports } from '#app/lib/web/policy-reports.ts'
import { createRequestCounts } from '#app/lib/web/request-counts.ts'
import { createProviderClients, type ProviderClients } from '#app/lib/web/provider-client.server.ts'
import type { Log } from '#app/lib/log.server.ts'
import { createImageEncoder } from '#app/lib/image-encoder.server.ts'
import { createSecrets, fingerprintOfKey } from '#app/lib/security/secrets.server.ts'
import type { Services } from '#app/services.ts'

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
  passwords?: PasswordHasher
  /** Lets the command line join a running product instead of being refused. */
  joinRunning?: boolean
  /** Only a process that takes events needs it. */
  natsLog?: NonNullable<Services['natsLog']> | undefined
  tracing?: Services['tracing']
  /** Called in addition to the log entry, when a change is stored and a step after its commit failed. */
  onAfterCommitError?: () => void
}

/** @throws FolderHeld when another process serves the embedded database */
export async function compose(config: Config, outside: Outside): Promise<Composition> {
  const { log, joinRunning = false, onAfterCommitError } = outside
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    address: config.appUrl,
    keyFingerprint: fingerprintOfKey(config.appKey),
    template: config.templateFile ?? null,
    joinRunning,
    onIdleError: (error) => {
      log.warn({ err: error }, 'a database connection broke')
    },
    onRunAgain: (error) => {
      log.warn({ err: error }, 'two transactions waited for each other, and one was run again')
    },
    onAfterCommitError: (error) => {
      log.error({ err: error }, 'a change is stored, but what follows it failed')
      onAfterCommitError?.()
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

/** The same on an open database, which tests share between many worlds. */
export function composeServices(
  { db, pool, engine }: OpenDatabase,
  config: Config,
  {
    log,
    now = () => new Date(),
    passwords = createPasswordHasher(),
    natsLog,
    tracing = null,
  }: Outside,
): Pick<Composition, 'services' | 'queue'> {
  const queue = createJobQueue(pool, log, tracing)
  // The embedded database has one node, whose one session is for others.
  const budgets = engine === 'postgres' ? createSharedBudgets(db) : undefined
  const providers = createProviders(config, now, {
    ...(budgets ? { budgets } : {}),
    onPauseLost: (error) => {
      log.warn({ err: error }, 'the pause that a provider asked for was not noted')
    },
  })
  const secrets = createSecrets(config.appKey, config.previousKeys)
  const services: Services = {
    config,
    db,
    pool,
    log,
    now,
    jobs: queue,
    mail: {
      mailer: createMailer({ config, log, now }),
      outbox: createOutbox(config),
      sms: config.twilio ? createTwilioSms(config.twilio, providers) : null,
    },
    security: {
      secrets,
      passwords,
      rateLimits: createRateLimits(pool, log),
      visitorKeys: createVisitorKeys({ db, secrets }),
    },
    net: {
      fetch: createPageFetch(config),
      // A store that replaces Shopify has its products' images itself.
      images: createGuardedFetch({
        doubles: config.shopify?.double === undefined ? [] : [config.shopify.double],
      }),
      stream: createGuardedStream(),
      providers,
      post: createGuardedPost({
        doubles: config.webhookReceiver === undefined ? [] : [config.webhookReceiver],
      }),
      push: createGuardedSender({
        doubles: config.pushService === undefined ? [] : [config.pushService],
      }),
    },
    shopify: config.shopify
      ? createShopify({
          app: config.shopify,
          appUrl: config.appUrl,
          providers,
          now,
        })
      : null,
    wix: config.wix ? createWixApp({ account: config.wix, providers, now }) : null,
    bigcommerce: config.bigcommerce
      ? createBigCommerceApp({
          account: config.bigcommerce,
          appUrl: config.appUrl,
          providers,
          now,
        })
      : null,
    natsLog: natsLog ?? null,
    tracing,
    billing: { card: config.stripe ? createCardChannel(config.stripe, now) : null },
    siteCache: createSiteCache({
      db,
      log,
      now,
      appUrl: config.appUrl,
      onNewPictures: () => requestPictures({ db, jobs: queue }),
    }),
    images: createImageEncoder(),
    requests: createRequestCounts(),
    pixelVersions: createPixelVersions(),
    policyReports: createPolicyReports({
      now,
      onFirst: (violation) => {
        log.warn(violation, 'a content policy was broken')
      },
    }),
  }
  return { services, queue }
}

/** Reads pages of sites. Outside of production they may be pages of doubles on this machine. */
export const createPageFetch = ({
  isProduction,
  integrationOrigins,
}: Pick<Config, 'isProduction' | 'integrationOrigins'>): GuardedFetch =>
  createGuardedFetch({ doubles: isProduction ? [] : [...integrationOrigins.values()] })

/**
 * Outside of production a configured provider may be a double on this machine.
 *
 * @param parts budgets are in memory by default
 */
export function createProviders(
  {
    isProduction,
    twilio,
    shopify,
    wix,
    bigcommerce,
    integrationOrigins,
  }: Pick<
    Config,
    'isProduction' | 'twilio' | 'shopify' | 'wix' | 'bigcommerce' | 'integrationOrigins'
  >,
  now: () => Date,
  parts: Pick<Parameters<typeof createProviderClients>[0], 'budgets' | 'onPauseLost'> = {},
): ProviderClients {
  const configured = [
    twilio?.url,
    shopify?.double,
    wix?.double,
    bigcommerce?.double,
    ...integrationOrigins.values(),
  ].filter((url) => url !== undefined)
  const doubles = isProduction ? [] : configured
  return createProviderClients({ ...parts, now, internet: { doubles } })
}
