/**
 * Everything that a product test needs: an empty database with the run's engine, the real services
 * on it, a fixed clock, and makers for initial data.
 */
import type { AppLoadContext } from '@remix-run/node'
import { expect, inject, onTestFinished } from 'vitest'
import { readConfig, type Config } from '#app/config.server.ts'
import { createPasswordHasher, type PasswordHasher } from '#app/domain/accounts/passwords.server.ts'
import type { RunningQueue } from '#app/jobs/queue.server.ts'
import { createLog, type Log } from '#app/lib/log.server.ts'
import { productName } from '#app/lib/product.ts'
import { availablePlatforms, choosePlatform } from '#app/platforms/registry.server.ts'
import { composeServices } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import { createClock, type Clock } from './clock.ts'
import { emptyDatabase } from './database.ts'
import { createMakers, type Makers } from './makers.ts'
import { serve, type Served, type ServedParts } from './serve.ts'

type LogLine = { level: number; msg?: string; [field: string]: unknown }

export type World = Makers & {
  engine: 'pglite' | 'postgres'
  services: Services
  queue: RunningQueue
  clock: Clock
  /** The product's log so far, oldest first. */
  logged: LogLine[]
  /** Returns the errors logged so far, which the test expects. Any others fail the test. */
  takeErrors: () => LogLine[]
  /** Returns the errors after commits so far, which the test expects. Any others fail the test. */
  takeAfterCommitErrors: () => unknown[]
  /** Returns the errors of transactions that were run again so far. Any others fail the test. */
  takeRanAgain: () => unknown[]
  /** Arguments of a loader or an action, as in Remix. */
  visit: (path: string, visit?: RouteVisit) => VisitArgs
  /** The whole product over HTTP, with this world's services. Stopped after the test. */
  serve: (parts?: ServedParts) => Promise<Served>
}

export type RouteVisit = {
  /** The logged-in person; absent: none. */
  as?: { cookie: string }
  /** An API token, sent as Bearer. */
  token?: string
  method?: string
  /** Makes it a POST. */
  form?: Record<string, string> | URLSearchParams
  /** Makes it a POST. */
  json?: unknown
  params?: Record<string, string>
  headers?: Record<string, string>
  /** Requested by Remix' own client instead of the browser. */
  isDataRequest?: boolean
}

export type VisitArgs = {
  request: Request
  params: Record<string, string>
  context: AppLoadContext
}

type Wanted = {
  /** Passwords of test users are hashed at the lowest cost. */
  passwords?: PasswordHasher
  /** Variables in addition to those of every test. */
  environment?: Record<string, string>
  /** For EVENT_LOG=nats. */
  natsLog?: Services['natsLog']
  /** Absent: nothing is traced. */
  tracing?: Services['tracing']
}

/** The queue of the last world, which asks for work until it is stopped. */
let running: RunningQueue | undefined

/** A new world for one test, which ends with it. One at a time. */
export async function createWorld({
  passwords = createPasswordHasher(leastCost),
  environment = {},
  natsLog = null,
  tracing = null,
}: Wanted = {}): Promise<World> {
  await running?.stop()
  const database = await emptyDatabase()
  const clock = createClock()
  const logged: LogLine[] = []
  const log = collectingLog(logged)
  const config = testConfig(database.url, database.dataDir, environment)
  const outside = { log, now: clock.now, passwords, natsLog: natsLog ?? undefined, tracing }
  const composed = composeServices(database, config, outside)
  const { services } = composed
  const queue = impatient(composed.queue)
  running = queue
  const takeErrors = () => {
    const errors = logged.filter(({ level }) => level >= errorLevel)
    logged.splice(0, logged.length, ...logged.filter(({ level }) => level < errorLevel))
    return errors
  }

  const takeAfterCommitErrors = () => database.afterCommitErrors.splice(0)
  const takeRanAgain = () => database.ranAgain.splice(0)

  onTestFinished(async () => {
    await queue.stop()
    expect(takeAfterCommitErrors(), 'nothing fails after a commit').toEqual([])
    expect(takeRanAgain(), 'no two transactions wait for each other').toEqual([])
    expect(takeErrors(), 'the product logs no error').toEqual([])
  })

  return {
    engine: inject('engine'),
    services,
    queue,
    clock,
    logged,
    takeErrors,
    takeAfterCommitErrors,
    takeRanAgain,
    visit: (address, visit = {}) => visitArgs(services, address, visit),
    serve: (parts) => serve(services, parts),
    ...createMakers(services),
  }
}

const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** The queue looks for work every two seconds, and each test of a job would wait for that. */
function impatient(queue: RunningQueue): RunningQueue {
  let waking: NodeJS.Timeout | undefined
  return {
    ...queue,
    async start(jobs, services) {
      await queue.start(jobs, services)
      clearInterval(waking)
      waking = setInterval(queue.wake, 50)
    },
    stop() {
      clearInterval(waking)
      return queue.stop()
    },
  }
}

/** Pino's levels: 50 is error, 60 fatal. */
const errorLevel = 50

function collectingLog(lines: LogLine[]): Log {
  return createLog('debug', {
    write(line) {
      lines.push(JSON.parse(line) as LogLine)
    },
  })
}

const testConfig = (
  url: string | undefined,
  dataDir: string,
  environment: Record<string, string>,
): Config => ({
  ...readConfig({
    APP_ENV: 'local',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    APP_KEY: Buffer.alloc(32, 7).toString('base64'),
    // Shopify itself is never called: tests that need it have a double.
    SHOPIFY_API_KEY: 'test-client-id-of-the-app',
    SHOPIFY_API_SECRET: 'test-client-secret-of-the-app',
    SHOPIFY_APP_HANDLE: 'footfall',
    ...environment,
  }),
  // A host without a machine: no test reaches another product. Locally it's refused as a variable.
  appUrl: 'http://footfall.test',
  mailFrom: `${productName} <no-reply@footfall.test>`,
})

function visitArgs(services: Services, address: string, visit: RouteVisit): VisitArgs {
  const { as, token, form, json, params = {}, isDataRequest = false } = visit
  const headers = new Headers(visit.headers)
  if (as) headers.set('Cookie', as.cookie)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  const body = form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json)
  const method = visit.method ?? (body === null ? 'GET' : 'POST')

  const request = new Request(new URL(address, services.config.appUrl), { method, headers, body })
  return {
    request,
    params,
    context: {
      services,
      platform: choosePlatform(request, availablePlatforms(services.config)),
      visit: {},
      nonce: 'test-nonce',
      requestId: 'test-request',
      clientAddress: '192.0.2.10',
      isDataRequest,
    },
  }
}
