/** What staff should look at first. */
import { eq } from 'drizzle-orm'
import { subscriptions } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { readServiceFigures } from '../service-figures.server.ts'

export type NeedsAttention = {
  /** Jobs whose attempts all failed, of the last 14 days. */
  failedJobs: number
  /** How late the oldest waiting job is, in seconds. */
  lateSeconds: number
  /** Received in the last 24 hours, and given up. */
  failedDeliveries: number
  /** Due in the last 24 hours, and given up. */
  failedWebhooks: number
  /** Subscriptions whose payment is overdue. */
  pastDue: number
}

export async function readNeedsAttention(services: Services): Promise<NeedsAttention> {
  const [figures, pastDue] = await Promise.all([
    readServiceFigures(services),
    services.db.system.$count(subscriptions, eq(subscriptions.state, 'past_due')),
  ])
  const { jobs, deliveriesFailed, webhooksFailed } = figures
  return {
    failedJobs: jobs?.failed ?? 0,
    lateSeconds: jobs?.lateSeconds ?? 0,
    failedDeliveries: deliveriesFailed,
    failedWebhooks: webhooksFailed,
    pastDue,
  }
}
