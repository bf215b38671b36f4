/**
 * The job queue: pg-boss over our pool. It runs on both databases, and jobs are part of the same
 * backup.
 */
import { sql, type SQL } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { z } from 'zod'
import type {
  FailedJob,
  FailedJobPlace,
  JobFigures,
  JobSignature,
  QueueFigures,
} from '#app/lib/job-signature.ts'
import type { Log } from '#app/lib/log.server.ts'
import { traced, type Tracing } from '#app/lib/tracing/tracing.ts'
import type { Services } from '#app/services.ts'
import type { FailedJobs, Job, JobQueue, JobSubject, QueueTransaction } from './job.ts'
import { asStatement } from './as-statement.ts'
import { createQueuePoll } from './queue-poll.ts'
import { readPrepared, retries } from './prepare-queues.server.ts'
import { createTrackedWork, stopMillis, type Statements } from './tracked-work.server.ts'

/**
 * Jobs whose attempts all failed stay in their own queue for this time, with their name, payload
 * and error. Staff can run them again. The library's default is twelve hours.
 */
const failedSeconds = 14 * 24 * 60 * 60

/**
 * One statement asks for all queues every two seconds; each worker of the library would ask for its
 * own as often, also while nothing waits. Its own polling is what is left if that statement fails.
 */
const fallbackPolling = { pollingIntervalSeconds: 60 }

/** The condition is that of the library's index, in whose order of states these are created and retry. */
const queuesWithWork = `select name from pgboss.job
  where state < 'active' and start_after <= now() group by name`

type Stored<Payload> = {
  payload: Payload
  tx: QueueTransaction | undefined
  /** Seconds. */
  startAfter?: number
}

export type RunningQueue = JobQueue & {
  /**
   * Creates the queues and starts working. Each slot of a schedule runs once across all processes.
   */
  start: (jobs: readonly Job[], services: Services) => Promise<void>
  /** Looks for work immediately, instead of within two seconds. */
  wake: () => void
  /** Finishes running jobs. */
  stop: () => Promise<void>
}

/** @param tracing absent: jobs aren't traced */
export function createJobQueue(
  pool: Statements,
  log: Log,
  tracing: Tracing | null = null,
): RunningQueue {
  const work = createTrackedWork(pool, log)
  const boss = new PgBoss({
    archiveFailedAfterSeconds: failedSeconds,
    db: { executeSql: (text: string, values?: unknown[]) => work.executeSql(text, values) },
  })
  boss.on('error', (error) => {
    log.error({ err: error }, 'job queue')
  })
  /** Ids of the library's workers, by the job's name. */
  const workers = new Map<string, string>()
  const wakeWorkers = async () => {
    const { rows } = await work.executeSql(queuesWithWork)
    for (const { name } of rows as { name: string }[]) {
      const worker = workers.get(name)
      if (worker !== undefined) boss.notifyWorker(worker)
    }
  }
  const poll = createQueuePoll(wakeWorkers, (error) => {
    log.error({ err: error }, 'job queue')
  })
  let isStarted = false

  async function store<Payload extends object>(
    { name, payload: shape, isCoalesced }: JobSignature<Payload>,
    { payload, tx, startAfter }: Stored<Payload>,
  ): Promise<void> {
    const cause = tracing?.current()
    const data = { ...shape.parse(payload), ...(cause ? { [causeKey]: cause } : {}) }
    const options = startAfter === undefined ? {} : { startAfter }
    if (!tx) {
      await boss.send(name, data, options)
      return
    }
    const executeSql = async (text: string, values: unknown[]) =>
      tx.execute(asStatement(text, values))
    const id = await boss.send(name, data, { ...options, db: { executeSql } })
    if (id === null && !isCoalesced)
      throw new Error(`The job ${name} was not stored: it has no queue.`)
  }

  return {
    async start(jobs, services) {
      await boss.start()
      isStarted = true
      const prepare = await readPrepared(boss)
      for (const job of jobs) {
        await prepare.queue({
          name: job.name,
          ...retries,
          policy: job.isCoalesced ? 'short' : 'standard',
        })
        const worker = await boss.work(job.name, fallbackPolling, async (batch) => {
          for (const one of batch) await work.run(one.id, () => runJob(job, one, services))
          // The next one may be waiting already. A coalesced job handles everything that arrived in
          // between, which is cheaper together than a little at a time.
          if (!job.isCoalesced) boss.notifyWorker(worker)
        })
        workers.set(job.name, worker)
        if (job.schedule) await prepare.schedule(job.name, job.schedule)
      }
      poll.start()
    },
    send: (signature, payload, tx) => store(signature, { payload, tx }),
    sendLater(signature, payload, wait) {
      const { seconds, tx } = typeof wait === 'number' ? { seconds: wait, tx: undefined } : wait
      return store(signature, { payload, tx, startAfter: Math.ceil(seconds) })
    },
    wake: poll.now,
    async hasQueue({ name }, tx) {
      if (!(await hasTable(tx, 'queue'))) return false
      const { rows } = await tx.execute(sql`select 1 from pgboss.queue where name = ${name}`)
      return rows.length > 0
    },
    async readFigures(tx) {
      return (await hasTable(tx, 'job')) ? readJobFigures(tx) : null
    },
    async readQueues(tx) {
      return (await hasTable(tx, 'job')) ? readQueueFigures(tx) : []
    },
    async listFailed(wanted, tx) {
      return (await hasTable(tx, 'job')) ? listFailedJobs(wanted, tx) : { jobs: [], next: null }
    },
    async findFailed(id, tx) {
      return (await hasTable(tx, 'job')) ? findFailedJob(id, tx) : null
    },
    async runAgain(id, tx) {
      if (!(await hasTable(tx, 'job'))) return false
      // Retry and not created: of a coalesced job one may wait already. The attempts begin again.
      const { rows } = await tx.execute(
        sql`update pgboss.job
          set state = 'retry', retry_count = 0, started_on = null, completed_on = null, start_after = now(),
            keep_until = greatest(keep_until, now() + interval '14 days')
          where id = ${id}::uuid and state = 'failed'
          returning id`,
      )
      return rows.length > 0
    },
    async forget(of, tx) {
      for (const table of ['job', 'archive']) {
        if (!(await hasTable(tx, table))) continue
        const name = sql`${sql.identifier('pgboss')}.${sql.identifier(table)}`
        await tx.execute(sql`delete from ${name} where ${isAbout(of)}`)
      }
    },
    async stop() {
      if (!isStarted) return
      isStarted = false
      poll.stop()
      await boss.stop({ graceful: true, wait: true, timeout: stopMillis })
      await work.settle()
    },
  }
}

/** A new database has none of the library's tables until the queue is started. */
async function hasTable(tx: QueueTransaction, table: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 where to_regclass(${`pgboss.${table}`}) is not null`,
  )
  return rows.length > 0
}

async function readJobFigures(tx: QueueTransaction): Promise<JobFigures> {
  const { rows } = await tx.execute(
    sql`select count(*) filter (where is_due)::int as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0)::float8 as late,
      count(*) filter (where state = 'failed')::int as failed
    from (
      select state, start_after, state in ('created', 'retry') and start_after <= now() as is_due
      from pgboss.job
    ) as job`,
  )
  const { waiting, late, failed } = z
    .object({ waiting: z.number(), late: z.number(), failed: z.number() })
    .parse(rows[0])
  return { waiting, lateSeconds: Math.max(0, Math.round(late)), failed }
}

const queueFigures = z.object({
  name: z.string(),
  waiting: z.number(),
  later: z.number(),
  running: z.number(),
  failed: z.number(),
  late: z.number(),
})

/** The queues of our jobs, without the library's. */
async function readQueueFigures(tx: QueueTransaction): Promise<QueueFigures[]> {
  const { rows } = await tx.execute(
    sql`select queue.name,
      count(*) filter (where job.is_open and job.is_due)::int as waiting,
      count(*) filter (where job.is_open and not job.is_due)::int as later,
      count(*) filter (where job.state = 'active')::int as running,
      count(*) filter (where job.state = 'failed')::int as failed,
      coalesce(
        extract(epoch from now() - min(job.start_after) filter (where job.is_open and job.is_due)),
        0
      )::float8 as late
    from pgboss.queue as queue
    left join (
      select name, state, start_after, state in ('created', 'retry') as is_open,
        start_after <= now() as is_due
      from pgboss.job
      where state <> 'completed'
    ) as job on job.name = queue.name
    where not starts_with(queue.name, '__pgboss__')
    group by queue.name
    order by failed desc, late desc, queue.name`,
  )
  return z
    .array(queueFigures)
    .parse(rows)
    .map(({ late, ...figures }) => ({ ...figures, lateSeconds: Math.max(0, Math.round(late)) }))
}

const failedRow = z.object({
  id: z.string(),
  name: z.string(),
  data: z.unknown(),
  output: z.unknown(),
  attempts: z.number(),
  created: z.number(),
  failed: z.number(),
  micros: z.coerce.number().int(),
})

const failedMicros = sql`(extract(epoch from completed_on) * 1000000)::bigint`

const failedColumns = sql`id::text, name, data, output, retry_count + 1 as attempts,
  extract(epoch from created_on)::float8 as created, extract(epoch from completed_on)::float8 as failed,
  ${failedMicros} as micros`

const failedJobOf = (row: unknown): { job: FailedJob; place: FailedJobPlace } => {
  const { micros, output, created, failed, ...job } = failedRow.parse(row)
  const createdAt = new Date(created * 1000)
  return {
    job: { ...job, error: errorOf(output), createdAt, failedAt: new Date(failed * 1000) },
    place: { micros, id: job.id },
  }
}

/** The library keeps what was thrown, a timeout as a value. */
const thrown = z.union([
  z.object({ message: z.string(), name: z.string().optional() }),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value),
])

function errorOf(output: unknown): string {
  const known = thrown.safeParse(output)
  if (!known.success) return ''
  const { message, name } = { name: undefined, ...known.data }
  return name === undefined || name === 'Error' ? message : `${name}: ${message}`
}

async function listFailedJobs(
  { queue, before, most }: FailedJobs,
  tx: QueueTransaction,
): Promise<{ jobs: FailedJob[]; next: FailedJobPlace | null }> {
  const ofQueue = queue === null ? sql`true` : sql`name = ${queue}`
  const isOlder =
    before === null
      ? sql`true`
      : sql`(${failedMicros}, id) < (${before.micros}::bigint, ${before.id}::uuid)`
  const { rows } = await tx.execute(
    sql`select ${failedColumns} from pgboss.job
      where state = 'failed' and ${ofQueue} and ${isOlder}
      order by ${failedMicros} desc, id desc
      limit ${most + 1}`,
  )
  const found = rows.map(failedJobOf)
  const shown = found.slice(0, most)
  return {
    jobs: shown.map(({ job }) => job),
    next: found.length > most ? (shown.at(-1)?.place ?? null) : null,
  }
}

async function findFailedJob(id: string, tx: QueueTransaction): Promise<FailedJob | null> {
  const { rows } = await tx.execute(
    sql`select ${failedColumns} from pgboss.job where id = ${id}::uuid and state = 'failed'`,
  )
  return rows.length > 0 ? failedJobOf(rows[0]).job : null
}

/** Payloads name people by their ids, and some by their addresses. */
function isAbout(of: JobSubject): SQL {
  const payload = sql`coalesce(data, '{}'::jsonb)`
  if ('teamId' in of) return sql`${payload} ->> 'teamId' = ${String(of.teamId)}`
  const { userId, email } = of
  return sql`(${payload} ->> 'userId' = ${String(userId)} or ${payload} ->> 'email' = ${email})`
}

/** Next to the payload: the traceparent under which the job was sent. */
const causeKey = 'traceparent'
const withCause = z.looseObject({ [causeKey]: z.string().optional() })

async function runJob(
  job: Job,
  { id, data }: PgBoss.Job<unknown>,
  services: Services,
): Promise<void> {
  const { [causeKey]: cause, ...payload } = withCause.parse(data ?? {})
  try {
    await traced(
      services.tracing,
      { name: `job ${job.name}`, kind: 'consumer', causes: cause === undefined ? [] : [cause] },
      () => job.run(services, payload),
    )
  } catch (error) {
    services.log.warn({ job: job.name, jobId: id, err: error }, 'a job failed')
    throw error
  }
}
