/** The last check of the card provider's webhook settings. */
import { eq } from 'drizzle-orm'
import { cardEndpointChecks, type EndpointFindings } from '#app/db/schema/billing.ts'
import { cardHookPath, keepsEventsAway } from '#app/domain/billing/endpoint/find-endpoint-issues.ts'
import type { Services } from '#app/services.ts'

export type KioskEndpoint = {
  /** Where webhooks have to arrive. */
  url: string
  /** Events that have to be selected. */
  neededEvents: readonly string[]
  apiVersion: string
  /** Null: it wasn't checked yet. */
  check: (EndpointFindings & { at: Date; keepsEventsAway: boolean }) | null
  /** How many issues staff should look at first: several endpoints alone don't keep events from arriving. */
  attention: number
}

/** Null: no one can pay by card. */
export async function readKioskEndpoint({
  db,
  billing,
  config,
}: Pick<Services, 'db' | 'billing' | 'config'>): Promise<KioskEndpoint | null> {
  if (billing.card === null) return null
  const { neededEvents, apiVersion } = billing.card.endpoints
  const url = config.appUrl + cardHookPath
  const [row] = await db.system
    .select()
    .from(cardEndpointChecks)
    .where(eq(cardEndpointChecks.url, url))
  const issues = row?.findings.issues ?? []
  return {
    url,
    neededEvents,
    apiVersion,
    check: row
      ? { ...row.findings, at: row.checkedAt, keepsEventsAway: issues.some(keepsEventsAway) }
      : null,
    attention: issues.filter(({ kind }) => kind !== 'several').length,
  }
}
