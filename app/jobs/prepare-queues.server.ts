/** The queues of pg-boss, before jobs are sent to them. */
import PgBoss from 'pg-boss'
import { z } from 'zod'
import type { Log } from '#app/lib/log.server.ts'
import { createTrackedWork, type Statements } from './tracked-work.server.ts'

/**
 * Eight attempts, with a pause that doubles from five seconds: outlasts a restart of the other
 * side.
 */
export const retries = { retryLimit: 7, retryDelay: 5, retryBackoff: true }

/** The library has queues of its own. */
const isOurs = "not starts_with(name, '__pgboss__')"

/** Jobs that wait, run or failed, for a copy of the database. */
export const openJobs = {
  schema: 'pgboss',
  name: 'job',
  where: `${isOurs} and state <> 'completed'`,
  role: 'footfall_system',
}

/**
 * Creates the library's tables in a new database, and the queues of another one, for jobs that are copied.
 * Works on none.
 */
export async function createQueuesLike(
  from: Statements,
  { pool, log }: { pool: Statements; log: Log },
): Promise<void> {
  const { rows: found } = await from.query("select 1 where to_regclass('pgboss.queue') is not null")
  if (found.length === 0) return
  const { rows } = await from.query(
    `select name, policy from pgboss.queue where ${isOurs} order by name`,
  )
  const queues = z.array(z.object({ name: z.string(), policy: z.string() })).parse(rows)
  const work = createTrackedWork(pool, log)
  const boss = new PgBoss({
    supervise: false,
    schedule: false,
    db: { executeSql: (text: string, values?: unknown[]) => work.executeSql(text, values) },
  })
  await boss.start()
  const prepare = await readPrepared(boss)
  for (const { name, policy } of queues)
    await prepare.queue({ name, ...retries, policy: policy as PgBoss.QueuePolicy })
  await boss.stop({ graceful: false })
}

/**
 * Creates and changes only what differs from the last start: each queue is a table of its own, so
 * asking for all of them again takes longer than everything else at a start.
 */
export async function readPrepared(boss: PgBoss) {
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
