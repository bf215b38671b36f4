/**
 * The whole product as one object that starts and stops. Used by main.ts, development and tests.
 */
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerBuild } from '@remix-run/node'
import { openNats } from '#app/clients/nats/open-nats.server.ts'
import type { Config } from '#app/config.server.ts'
import { startAlone } from '#app/db/start-alone.server.ts'
import { requestEndpointCheck } from '#app/domain/billing/endpoint/check-endpoint.server.ts'
import { followErasures } from '#app/domain/erasures/follow-erasures.server.ts'
import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import { storeClientBuild } from '#app/domain/serving/client-files.server.ts'
import { stopSending } from '#app/domain/push/send-due.server.ts'
import { followWebhooks } from '#app/domain/webhooks/sending.server.ts'
import { jobs } from '#app/jobs/registry.server.ts'
import { tryAgain, type Trying } from '#app/lib/async/try-again.ts'
import type { Tracing } from '#app/lib/tracing/tracing.ts'
import { projectFile } from '#app/lib/project.server.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { Platform } from '#app/platforms/platform.ts'
import type { Services } from '#app/services.ts'
import type { Log } from '#app/lib/log.server.ts'
import { readClientBuild } from './client-files.server.ts'
import { compose } from './compose.server.ts'
import { closeSlowReaders, connectionLimits } from './connections.server.ts'
import { readBuildMeta } from './build-meta.server.ts'
import { createEdge } from './edge/edge.server.ts'
import { exchangeTakings, type TakingsExchange } from './edge/shared-takings.server.ts'
import { createHttpServer, type Middleware } from './http.server.ts'
import { createOperation } from './operation.server.ts'
import { refuseSample } from './start/refuse-sample.server.ts'
import { createPageHandler, type PageHandler } from './remix.server.ts'

export type RunningProduct = {
  /** Its own URL. */
  address: string
  /** For development, which moves its clock. */
  services: Services
  /** Stops accepting requests after `drainMillis`, finishes running ones and closes the database. */
  stop: () => Promise<void>
}

type StartOptions = {
  config: Config
  log: Log
  /** Absent: this machine's clock. */
  now?: () => Date
  /** The built routes, or how to load the newest ones in development. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Development only: serves Vite's files first. */
  before?: Middleware
  /** Asked in turn whose a request is; absent, all that there are. */
  platforms?: readonly Platform[]
}

/** @throws FolderHeld, ConfigError or the driver's error when the database can't be opened */
export async function startProduct({
  config,
  log,
  now,
  build,
  before,
  platforms,
}: StartOptions): Promise<RunningProduct> {
  const tracing = config.traces ? await startTracing(config.traces) : null
  const nats = config.nats ? await openNats(config.nats, { log, dataDir: config.dataDir }) : null
  const {
    services,
    queue,
    engine,
    listen: hear,
    close,
  } = await compose(config, {
    log,
    natsLog: nats?.openLog,
    tracing,
    ...(now ? { now } : {}),
  }).catch(async (error: unknown) => {
    await nats?.close()
    throw error
  })
  const following = services.siteCache.subscribe(hear)
  let sending: ReturnType<typeof followWebhooks> | undefined
  let erasing: ReturnType<typeof followErasures> | undefined
  let sharing: TakingsExchange | undefined
  let storing: Trying | undefined
  let server: Server | undefined
  try {
    await refuseSample(services)
    if (typeof build !== 'function') storing = storeBuild(services, build)
    // Everything has to be ready before the first request.
    await startAlone(config.databaseUrl, () => queue.start(jobs, services))
    sending = followWebhooks(services, hear)
    // A log of events is applied from when the edge exists, and may have those of sites that were erased since.
    await applyErasures(services)
    const edge = createEdge(services)
    const operation = createOperation(services, edge.readFigures)

    server = createHttpServer({
      services,
      edge: edge.answer,
      operation: operation.answer,
      pages: pagesOf(build),
      ...(typeof build === 'function' ? {} : { build: readBuildMeta(build) }),
      ...(before ? { before } : {}),
      ...(platforms ? { platforms } : {}),
    })
    edge.attach(server)
    closeSlowReaders(server, connectionLimits)
    await requestEndpointCheck(services)
    // The embedded database has one node, whose folder has all it erases.
    if (engine === 'postgres') {
      erasing = followErasures(services)
      const { pool, security, now } = services
      sharing = exchangeTakings({ pool, log, listen: hear, now, ...security }, edge.share())
      // Another node may be asked for the files of this one's first page.
      await storing?.tried
    }
    const running = server
    await listen(running, config)
    log.info({ engine, address: config.appUrl, version: process.version }, 'started')
    return {
      address: config.appUrl,
      services,
      async stop() {
        operation.startDraining()
        // A proxy sends requests here until it has asked whether this node is ready.
        if (config.drainMillis > 0) await pause(config.drainMillis)
        edge.startDraining()
        await closeServer(running, edge.cut)
        await edge.drain()
        await following.stop()
        stopSending(services)
        await sending?.stop()
        await erasing?.stop()
        await sharing?.stop()
        await storing?.stop()
        await nats?.close()
        await close()
        await tracing?.close()
        log.info('stopped')
      },
    }
  } catch (error) {
    server?.close()
    await following.stop()
    await sending?.stop()
    await erasing?.stop()
    await sharing?.stop()
    await storing?.stop()
    await nats?.close()
    await close()
    await tracing?.close()
    throw error
  }
}

/** Its packages are loaded here, and without a collector not at all. */
async function startTracing(collector: NonNullable<Config['traces']>): Promise<Tracing> {
  const { openTracing } = await import('#app/clients/tracing/open-tracing.server.ts')
  return openTracing(collector)
}

/** The database may be away for a moment while a node starts. */
const storingWaits = [secondMillis, 5 * secondMillis, 30 * secondMillis, 5 * minuteMillis]

/** Without them another node’s pages load again when they miss a file, so the product starts anyway. */
const storeBuild = (services: Services, { assets }: ServerBuild): Trying =>
  tryAgain(
    async () => {
      const build = readClientBuild(assets.version, projectFile('build/client/assets'))
      await storeClientBuild(services, build)
    },
    {
      waits: storingWaits,
      onFailure(error, isLast) {
        const entry = { err: error, isLast }
        services.log.warn(entry, 'the files of this build were not stored for other nodes')
      },
    },
  )

function pagesOf(build: StartOptions['build']): PageHandler {
  if (typeof build !== 'function') return createPageHandler(build, 'production')
  return async (request, context) =>
    createPageHandler(await build(), 'development')(request, context)
}

/**
 * Size of the accept queue. With Node's default of 511, larger bursts lost connections, which
 * clients retried only after 1, 3, 7 and 15 seconds. Linux allows 4,096 (net.core.somaxconn).
 */
const backlog = 4_096

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // "localhost" can be IPv4 or IPv6. Without a host both are served.
    const place = host === 'localhost' ? { port } : { port, host }
    server.listen({ ...place, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** How long running requests can take once nothing is accepted, before their connections are closed. */
const finishMillis = 10_000

function closeServer(server: Server, cutOthers: () => void): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections()
      cutOthers()
    }, finishMillis)
    cut.unref()
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
