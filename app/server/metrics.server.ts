/** The metrics at `/metrics`. docs/operate.md explains each, and `workshop/deploy` has alerts about them. */
import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { withTimeout } from '#app/lib/async/with-timeout.ts'
import type { QueueFigures } from '#app/lib/job-signature.ts'
import type { PixelVersions } from '#app/lib/web/pixel-versions.ts'
import type { RequestCounts } from '#app/lib/web/request-counts.ts'
import type { Services } from '#app/services.ts'
import type { EdgeFigures } from './edge/edge-figures.ts'
import { exposeEventLog } from './event-log-metrics.server.ts'

export type Metrics = {
  contentType: string
  /** Prometheus' text format. Without the figures of jobs while the database doesn't answer. */
  read: () => Promise<string>
}

type Parts = { services: Services; readEdge: () => EdgeFigures; isDraining: () => boolean }

/** A scrape waits for ten seconds by default, and asks again after a minute. */
const databaseMillis = 3_000

/** Several monitors, or a short interval, count the jobs no more often. */
const queuesMillis = 15_000

export function createMetrics({ services, readEdge, isDraining }: Parts): Metrics {
  const registry = new Registry()
  // Event loop lag, memory and open handles, which the load tests watch.
  collectDefaultMetrics({ register: registry })
  exposeRequests(registry, services.requests)
  exposePixelVersions(registry, services.pixelVersions)
  exposeEdge(registry, readEdge)
  exposeEventLog(registry, readEdge)
  exposePool(registry, services)
  const showJobs = exposeJobs(registry)
  const readQueues = createQueueReader(services)
  const up = gauge(registry, 'footfall_database_up', '1: the database answered this request.')
  const draining = gauge(registry, 'footfall_draining', '1: the process is stopping.')

  return {
    contentType: registry.contentType,
    async read() {
      const isUp = await answers(services)
      up.set(isUp ? 1 : 0)
      draining.set(isDraining() ? 1 : 0)
      showJobs(isUp ? await readQueues() : [])
      return registry.metrics()
    },
  }
}

async function answers({ db, log }: Services): Promise<boolean> {
  try {
    await withTimeout(db.system.execute(sql`select 1`), databaseMillis)
    return true
  } catch (error) {
    log.warn({ err: error }, 'metrics without the database')
    return false
  }
}

/** Repeats an answer for some seconds. Empty when jobs can't be counted. */
function createQueueReader({ jobs, db, log, now }: Services): () => Promise<QueueFigures[]> {
  let kept: { until: number; queues: QueueFigures[] } | undefined
  return async () => {
    const moment = now().getTime()
    if (kept && moment < kept.until) return kept.queues
    try {
      const queues = await withTimeout(jobs.readQueues(db.system), databaseMillis)
      kept = { until: moment + queuesMillis, queues }
      return queues
    } catch (error) {
      log.warn({ err: error }, 'metrics without jobs')
      return []
    }
  }
}

const gauge = (registry: Registry, name: string, help: string) =>
  new Gauge({ name, help, registers: [registry] })

/** The same counts as the kiosk shows. */
function exposeRequests(registry: Registry, requests: RequestCounts): void {
  new Counter({
    name: 'footfall_requests_total',
    help: 'Answered requests, without those of the pixel.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { all, refused, failed } = requests.read()
      this.reset()
      this.inc({ outcome: 'done' }, all - refused - failed)
      this.inc({ outcome: 'refused' }, refused)
      this.inc({ outcome: 'failed' }, failed)
    },
  })
}

function exposePixelVersions(registry: Registry, versions: PixelVersions): void {
  new Counter({
    name: 'footfall_pixel_part_requests_total',
    help: 'Requests for the part of the pixel that shows nudges, by its version.',
    labelNames: ['version', 'current'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { version, isCurrent, requests } of versions.read()) {
        this.inc({ version: version ?? 'other', current: String(isCurrent) }, requests)
      }
    },
  })
}

function exposeEdge(registry: Registry, readEdge: Parts['readEdge']): void {
  new Counter({
    name: 'footfall_edge_refused_total',
    help: 'Requests of the pixel that were refused, by reason. unavailable: overload, or no database.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      // Always there, so that an alert about their rate has a beginning.
      for (const reason of ['unavailable', 'too_many']) this.inc({ reason }, 0)
      for (const [reason, count] of readEdge().refused) this.inc({ reason }, count)
    },
  })
  const counted = (name: string, help: string, read: (figures: EdgeFigures) => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read(readEdge()))
      },
    })
  counted(
    'footfall_edge_failed_total',
    'Requests of the pixel that failed because of an error.',
    ({ failed }) => failed,
  )
  counted(
    'footfall_event_writes_total',
    'Statements that store events, or writes to their log.',
    ({ events }) => events.writes,
  )
  counted(
    'footfall_event_rows_total',
    'Events in those, repeated ones included.',
    ({ events }) => events.rows,
  )
  new Gauge({
    name: 'footfall_events_waiting',
    help: 'Events that were read and aren’t committed or logged yet.',
    registers: [registry],
    collect() {
      this.set(readEdge().events.waiting)
    },
  })
}

function exposePool(registry: Registry, { pool }: Pick<Services, 'pool'>): void {
  new Gauge({
    name: 'footfall_database_connections',
    help: 'Connections of the pool, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'wanted' }, pool.waitingCount)
    },
  })
  gauge(
    registry,
    'footfall_database_connections_max',
    'Largest number of connections; 1: the embedded database, for which callers often wait.',
  ).set(pool.options.max)
}

/** Jobs are in the database, so every node reports the same. */
function exposeJobs(registry: Registry) {
  const jobs = new Gauge({
    name: 'footfall_jobs',
    help: 'Jobs by queue. due: could run now; later: at a later time; running; failed: gave up.',
    labelNames: ['queue', 'state'],
    registers: [registry],
  })
  const late = new Gauge({
    name: 'footfall_jobs_late_seconds',
    help: 'How late the oldest job of the queue is.',
    labelNames: ['queue'],
    registers: [registry],
  })
  return (queues: readonly QueueFigures[]) => {
    jobs.reset()
    late.reset()
    for (const { name, waiting, later, running, failed, lateSeconds } of queues) {
      jobs.set({ queue: name, state: 'due' }, waiting)
      jobs.set({ queue: name, state: 'later' }, later)
      jobs.set({ queue: name, state: 'running' }, running)
      jobs.set({ queue: name, state: 'failed' }, failed)
      late.set({ queue: name }, lateSeconds)
    }
  }
}
