/** How the service is doing: what staff look at first when something feels slow. */
import { and, eq, gte } from 'drizzle-orm'
import { deliveries, sites, webhookMessages } from '#app/db/schema/index.ts'
import type { JobFigures } from '#app/lib/job-signature.ts'
import type { PixelVersion } from '#app/lib/web/pixel-versions.ts'
import type { PolicyReport } from '#app/lib/web/policy-reports.ts'
import type { AnsweredRequests } from '#app/lib/web/request-counts.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

export type ServiceFigures = {
  /** Requests to this process since it started. */
  requests: AnsweredRequests
  /** Null: this database never ran a job. */
  jobs: JobFigures | null
  /** Failures in the last 24 hours. */
  deliveriesFailed: number
  webhooksFailed: number
  /** Sites whose pixel reported in the last 24 hours. */
  pixels: number
  /** That browsers requested from this process since it started. */
  pixelVersions: PixelVersion[]
  /** About the frame in Shopify's admin. Null: its content policy doesn't report. */
  policyReports: PolicyReport[] | null
}

/** Counts over the last 24 hours, and what waits now. */
export async function readServiceFigures(services: Services): Promise<ServiceFigures> {
  const { config, db, now, requests, pixelVersions, policyReports } = services
  const since = new Date(now().getTime() - dayMillis)
  const [jobs, deliveriesFailed, webhooksFailed, pixels] = await Promise.all([
    services.jobs.readFigures(db.system),
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
    jobs,
    deliveriesFailed,
    webhooksFailed,
    pixels,
    pixelVersions: pixelVersions.read(),
    policyReports: config.shopify?.contentPolicy === 'report' ? policyReports.read() : null,
  }
}
