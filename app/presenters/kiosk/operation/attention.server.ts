/** Issues that staff should look at first. */
import { eq, isNotNull } from 'drizzle-orm'
import { lateCharges, subscriptions, supportRequests } from '#app/db/schema/index.ts'
import { isOwing } from '#app/domain/billing/stored/open-payment.server.ts'
import type { Services } from '#app/services.ts'
import { readKioskEndpoint } from '../card-endpoint.server.ts'
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
  /** Subscriptions that money is owed for, running, canceled or ended. */
  pastDue: number
  /** Payments of deleted organizations and ended plans that have to be refunded. */
  lateCharges: number
  /** Settings of the card provider's webhook that keep events from arriving, or from being checked. */
  endpointIssues: number
  /** Support requests whose last message staff have to answer. */
  openRequests: number
}

export async function readNeedsAttention(services: Services): Promise<NeedsAttention> {
  const { system } = services.db
  const [figures, pastDue, late, endpoint, openRequests] = await Promise.all([
    readServiceFigures(services),
    system.$count(subscriptions, isOwing()),
    system.$count(lateCharges, isNotNull(lateCharges.chargedAt)),
    readKioskEndpoint(services),
    system.$count(supportRequests, eq(supportRequests.state, 'open')),
  ])
  const { jobs, deliveriesFailed, webhooksFailed } = figures
  return {
    failedJobs: jobs?.failed ?? 0,
    lateSeconds: jobs?.lateSeconds ?? 0,
    failedDeliveries: deliveriesFailed,
    failedWebhooks: webhooksFailed,
    pastDue,
    lateCharges: late,
    endpointIssues: endpoint?.attention ?? 0,
    openRequests,
  }
}
