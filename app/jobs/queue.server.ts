/**
 * The job queue: pg-boss over our pool, so that it runs on both databases and jobs are part of the
 * same backup.
 */
import { setImmediate } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { QueryResult } from 'pg'
import PgBoss from 'pg-boss'
import { z } from 'zod'
import type { JobFigures } from '#app/lib/job-signature.ts'
import type { Log } from '#app/lib/log.server.ts'
import type { Services } from '#app/services.ts'
import type { Job, JobQueue, JobSubject, QueueTransaction } from './job.ts'

/** Jobs whose attempts all failed are kept here with the reason. */
const deadLetters = 'dead-letters'

/**
 * Eight attempts, with a pause that doubles from five seconds: outlasts a restart of the other
 * side.
 */
const retries = { retryLimit: 7, retryDelay: 5, retryBackoff: true }

export type RunningQueue = JobQueue & {
  /**
   * Creates the queues and starts working. Each slot of a schedule runs once across all processes.
   */
  start: (jobs: readonly Job[], services: Services) => Promise<void>
  /** Looks for work immediately, instead of within a second. */
  wake: () => void
  /** Finishes running jobs. */
  stop: () => Promise<void>
}

/** What the queue needs of a pool of connections. */
export type Statements = { query: (text: string, values?: unknown[]) => Promise<QueryResult> }

export function createJobQueue(pool: Statements, log: Log): RunningQueue {
  const work = createTrackedWork(pool, log)
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => work.executeSql(text, values) },
  })
  boss.on('error', (error) => {
    log.error({ err: error }, 'job queue')
  })
  /** Ids of the library's workers, by the job's name. */
  const workers = new Map<string, string>()
  const look = createLook({
    async find() {
      const { rows } = await work.executeSql(dueNames)
      for (const { name } of rows as { name: string }[]) {
        const worker = workers.get(name)
        if (worker !== undefined) boss.notifyWorker(worker)
      }
    },
    onError(error) {
      log.error({ err: error }, 'job queue')
    },
  })
  let isStarted = false

  return {
    async start(jobs, services) {
      await boss.start()
      isStarted = true
      const prepare = await readPrepared(boss)
      await prepare.queue({ name: deadLetters, policy: 'standard' })
      for (const job of jobs) {
        await prepare.queue({
          name: job.name,
          ...retries,
          policy: job.isCoalesced ? 'short' : 'standard',
          deadLetter: deadLetters,
        })
        const worker = await boss.work(job.name, fallbackPolling, async (batch) => {
          for (const one of batch) await work.run(one.id, () => runJob(job, one, services))
          // The next one may be waiting already.
          boss.notifyWorker(worker)
        })
        workers.set(job.name, worker)
        if (job.schedule) await prepare.schedule(job.name, job.schedule)
      }
      look.start()
    },
    async send({ name, payload: shape, isCoalesced }, payload, tx) {
      const data = shape.parse(payload)
      if (!tx) {
        await boss.send(name, data)
        return
      }
      const executeSql = async (text: string, values: unknown[]) =>
        tx.execute(asStatement(text, values))
      const id = await boss.send(name, data, { db: { executeSql } })
      if (id === null && !isCoalesced)
        throw new Error(`The job ${name} was not stored: it has no queue.`)
    },
    async sendLater({ name, payload: shape }, payload, seconds) {
      await boss.send(name, shape.parse(payload), { startAfter: Math.ceil(seconds) })
    },
    wake: look.now,
    async hasQueue({ name }, tx) {
      if (!(await hasTable(tx, 'queue'))) return false
      const { rows } = await tx.execute(sql`select 1 from pgboss.queue where name = ${name}`)
      return rows.length > 0
    },
    async readFigures(tx) {
      return (await hasTable(tx, 'job')) ? readJobFigures(tx) : null
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
      look.stop()
      await boss.stop({ graceful: true, wait: true, timeout: stopMillis })
      await work.settle()
    },
  }
}

/**
 * One statement a second asks for all queues; a worker of the library would ask for its own one every
 * two, also when nothing is waiting. Its own polling is what is left if that statement fails.
 */
const lookMillis = 1_000
const fallbackPolling = { pollingIntervalSeconds: 60 }

const dueNames = `select name from pgboss.job
  where state in ('created', 'retry') and start_after <= now() group by name`

function createLook(to: { find: () => Promise<void>; onError: (error: unknown) => void }) {
  let timer: NodeJS.Timeout | undefined
  let isUnderWay = false
  const now = () => {
    if (isUnderWay) return
    isUnderWay = true
    void to
      .find()
      .catch(to.onError)
      .finally(() => {
        isUnderWay = false
      })
  }
  return {
    now,
    start() {
      timer = setInterval(now, lookMillis)
    },
    stop() {
      clearInterval(timer)
    },
  }
}

/**
 * Creates and changes only what differs from the last start: each queue is a table of its own, so
 * asking for all of them again takes longer than everything else at a start.
 */
async function readPrepared(boss: PgBoss) {
  const queues = new Map((await boss.getQueues()).map((one) => [one.name, one]))
  const schedules = new Map((await boss.getSchedules()).map((one) => [one.name, one.cron]))
  return {
    async queue(wanted: PgBoss.Queue) {
      const present = queues.get(wanted.name)
      if (!present) await boss.createQueue(wanted.name, wanted)
      else if (!isLike(present, wanted)) await boss.updateQueue(wanted.name, wanted)
    },
    async schedule(name: string, cron: string) {
      if (schedules.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
    },
  }
}

function isLike(present: PgBoss.Queue, wanted: PgBoss.Queue): boolean {
  const names = Object.keys(wanted) as (keyof PgBoss.Queue)[]
  return names.every((name) => present[name] === wanted[name])
}

/** How long running jobs can take before the queue gives them back and stops without them. */
const stopMillis = 8_000

/**
 * The library's statements, and the jobs that it runs. When it stops, it waits neither for the
 * statement that ends a job nor for a job that was being fetched; and it catches no error of the
 * former, which would end the process.
 */
function createTrackedWork(pool: Statements, log: Log) {
  const pending = new Set<Promise<unknown>>()
  /** Until the statement that follows them. */
  const jobs = new Map<string, { isOver: boolean }>()

  const track = <Result>(promise: Promise<Result>): Promise<Result> => {
    const forget = () => {
      pending.delete(promise)
    }
    pending.add(promise)
    promise.then(forget, forget)
    return promise
  }

  /** The library completes and fails jobs by statements whose second value lists their ids. */
  const endedBy = ([, ids]: unknown[]): string[] => {
    const ended = Array.isArray(ids) ? (ids as string[]).filter((id) => jobs.has(id)) : []
    for (const id of ended) if (jobs.get(id)?.isOver) jobs.delete(id)
    return ended
  }

  return {
    async executeSql(text: string, values: unknown[] = []) {
      const ended = endedBy(values)
      const result = track(pool.query(text, values))
      if (ended.length === 0) return result
      return result.catch((error: unknown) => {
        // It stays marked as running, and is tried again when its time is up.
        log.error({ err: error, jobIds: ended }, 'the end of a job was not stored')
        return { rows: [{ count: 0 }] }
      })
    },
    run(id: string, start: () => Promise<void>): Promise<void> {
      const job = { isOver: false }
      jobs.set(id, job)
      return track(
        start().finally(() => {
          job.isOver = true
        }),
      )
    },
    /** Until nothing is under way, but no longer than `stopMillis`. */
    async settle() {
      const end = AbortSignal.timeout(stopMillis)
      const isLate = new Promise((resolve) => {
        end.addEventListener('abort', resolve)
      })
      while (pending.size > 0 && !end.aborted) {
        await Promise.race([Promise.allSettled(pending), isLate])
        // What follows from a statement starts in the same turn: a fetched job, the end of a job.
        await setImmediate()
      }
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

/** Payloads name people by their ids, and some by their addresses. */
function isAbout(of: JobSubject): SQL {
  const payload = sql`coalesce(data, '{}'::jsonb)`
  if ('teamId' in of) return sql`${payload} ->> 'teamId' = ${String(of.teamId)}`
  const { userId, email } = of
  return sql`(${payload} ->> 'userId' = ${String(userId)} or ${payload} ->> 'email' = ${email})`
}

/** The library's SQL with its values, for a transaction of ours. */
const asStatement = (text: string, values: unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, index) =>
        index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`,
      ),
  )

async function runJob(
  job: Job,
  { id, data }: PgBoss.Job<unknown>,
  services: Services,
): Promise<void> {
  try {
    await job.run(services, data ?? {})
  } catch (error) {
    services.log.warn({ job: job.name, jobId: id, err: error }, 'a job failed')
    throw error
  }
}
