/**
 * The job queue: pg-boss over our pool, so that it runs on both databases and jobs are part of the
 * same backup.
 */
import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import PgBoss from 'pg-boss'
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
  /** Looks for work immediately, instead of within two seconds. */
  wake: () => void
  /** Finishes running jobs. */
  stop: () => Promise<void>
}

export function createJobQueue(pool: pg.Pool, log: Log): RunningQueue {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
  })
  boss.on('error', (error) => {
    log.error({ err: error }, 'job queue')
  })
  const workers: string[] = []
  let isStarted = false

  return {
    async start(jobs, services) {
      await boss.start()
      isStarted = true
      await boss.createQueue(deadLetters)
      for (const job of jobs) {
        const policy = job.isCoalesced ? ('short' as const) : ('standard' as const)
        const settings = { ...retries, policy, deadLetter: deadLetters }
        await boss.createQueue(job.name, { name: job.name, ...settings })
        await boss.updateQueue(job.name, { name: job.name, ...settings })
        const worker = await boss.work(job.name, async (batch) => {
          for (const one of batch) await runJob(job, one, services)
        })
        workers.push(worker)
        if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
      }
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
    wake() {
      for (const worker of workers) boss.notifyWorker(worker)
    },
    async hasQueue({ name }, tx) {
      if (!(await hasTable(tx, 'queue'))) return false
      const { rows } = await tx.execute(sql`select 1 from pgboss.queue where name = ${name}`)
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
      if (isStarted) await boss.stop({ graceful: true, wait: true, timeout: 8_000 })
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
