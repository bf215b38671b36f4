/** The last check of the card provider's webhook settings. */
import { eq } from 'drizzle-orm'
import {
  cardEndpointChecks,
  type EndpointFindings,
  type endpointFailures,
} from '#app/db/schema/billing.ts'
import { cardHookPath, keepsEventsAway } from '#app/domain/billing/endpoint/find-endpoint-issues.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/**
 * How long reading fails before staff should look first. A provider's outage lasts hours, and each night reads
 * again: after three of them a person is needed, most likely for a new key.
 */
const failureMillis = 3 * dayMillis

export type KioskEndpoint = {
  /** Where webhooks have to arrive. */
  url: string
  /** Events that have to be selected. */
  neededEvents: readonly string[]
  apiVersion: string
  /** The last time that it was read. Null: never. */
  check: (EndpointFindings & { at: Date; keepsEventsAway: boolean }) | null
  /** Since when it can't be read, and why the last attempt failed. Null: the last attempt succeeded. */
  failure: { since: Date; reason: (typeof endpointFailures)[number] } | null
  /** How many issues staff should look at first: several endpoints alone don't keep events from arriving. */
  attention: number
}

/** Null: no one can pay by card. */
export async function readKioskEndpoint({
  db,
  billing,
  config,
  now,
}: Pick<Services, 'db' | 'billing' | 'config' | 'now'>): Promise<KioskEndpoint | null> {
  if (billing.card === null) return null
  const { neededEvents, apiVersion } = billing.card.endpoints
  const url = config.appUrl + cardHookPath
  const [row] = await db.system
    .select()
    .from(cardEndpointChecks)
    .where(eq(cardEndpointChecks.url, url))
  const { findings, checkedAt, failedAt, failure } = row ?? {}
  const issues = findings?.issues ?? []
  const urgent = issues.filter(({ kind }) => kind !== 'several').length
  const isFailing = failedAt != null && now().getTime() - failedAt.getTime() >= failureMillis
  return {
    url,
    neededEvents,
    apiVersion,
    check:
      findings && checkedAt
        ? { ...findings, at: checkedAt, keepsEventsAway: issues.some(keepsEventsAway) }
        : null,
    failure: failedAt && failure ? { since: failedAt, reason: failure } : null,
    attention: urgent + (isFailing ? 1 : 0),
  }
}
