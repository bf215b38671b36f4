/** How the service is doing: what staff look at first when something feels slow. */
import { and, eq, gte } from 'drizzle-orm'
import { deliveries, sites, webhookMessages } from '#app/db/schema/index.ts'
import type { AnsweredRequests } from '#app/lib/web/request-counts.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

export type ServiceFigures = {
  /** Of this process since it started. */
  requests: AnsweredRequests
  jobs: JobFigures | null
  /** Of the last 24 hours. */
  deliveriesFailed: number
  webhooksFailed: number
  /** Sites whose pixel reported in the last 24 hours. */
  pixels: number
}

export type JobFigures = {
  waiting: number
  /** How late the oldest waiting job is, in seconds. */
  lateSeconds: number
  /** Gave up, and still kept. */
  failed: number
}

/** Counts over the last 24 hours, and what waits now. */
export async function readServiceFigures(services: Services): Promise<ServiceFigures> {
  const { db, now, requests } = services
  const since = new Date(now().getTime() - dayMillis)
  const [jobs, deliveriesFailed, webhooksFailed, pixels] = await Promise.all([
    readJobs(services),
    db.system.$count(
      deliveries,
      and(eq(deliveries.state, 'failed'), gte(deliveries.receivedAt, since)),
    ),
    db.system.$count(
      webhookMessages,
      and(eq(webhookMessages.state, 'failed'), gte(webhookMessages.dueAt, since)),
    ),
    db.system.$count(sites, gte(sites.pixelSeenAt, since)),
  ])
  return {
    requests: requests.read(),
    ...{ jobs, deliveriesFailed, webhooksFailed, pixels },
  }
}

/** Null: this database never ran a job. */
async function readJobs({ pool }: Services): Promise<JobFigures | null> {
  const known = await pool.query<{ has: boolean }>(
    "select to_regclass('pgboss.job') is not null as has",
  )
  if (!known.rows[0]?.has) return null
  const { rows } = await pool.query<{ waiting: string; late: string; failed: string }>(
    `select count(*) filter (where is_due) as waiting,
       coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0) as late,
       count(*) filter (where state = 'failed') as failed
     from (
       select state, start_after, state in ('created', 'retry') and start_after <= now() as is_due
       from pgboss.job
     ) as job`,
  )
  const [row] = rows
  return {
    waiting: Number(row?.waiting ?? 0),
    lateSeconds: Math.max(0, Math.round(Number(row?.late ?? 0))),
    failed: Number(row?.failed ?? 0),
  }
}
