/**
 * Looks at the card provider's settings of the webhook, after each start and each night, because events that
 * it doesn't send are missed by no one: the nightly check hides that they never come.
 */
import { ne } from 'drizzle-orm'
import { cardEndpointChecks } from '#app/db/schema/billing.ts'
import { runWithin } from '#app/lib/async/deadline.server.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { checkEndpointJob } from '../jobs.ts'
import { cardHookPath, findEndpointIssues, type HookEndpoint } from './find-endpoint-issues.ts'

/** All calls together. */
const readMillis = 20 * secondMillis

/** Asks for a check, which runs as a job: neither a start nor the nightly check waits for the provider. */
export async function requestEndpointCheck({
  billing,
  jobs,
}: Pick<Services, 'billing' | 'jobs'>): Promise<void> {
  if (billing.card !== null) await jobs.send(checkEndpointJob, {})
}

/**
 * Reads the endpoints and stores what they lack, for staff. While the provider can't be read, the last result
 * stays, and the next night reads again.
 */
export async function checkEndpoint(
  services: Pick<Services, 'db' | 'billing' | 'config' | 'now' | 'log'>,
): Promise<void> {
  const { billing, config, db, log, now } = services
  if (billing.card === null) return
  const { endpoints } = billing.card
  let read: HookEndpoint[] | null
  try {
    read = await runWithin(readMillis, now, endpoints.list)
  } catch (error) {
    log.warn({ err: error }, 'the webhook’s settings weren’t read')
    return
  }
  const url = config.appUrl + cardHookPath
  const findings = findEndpointIssues(endpoints, url, read)
  if (findings.issues.length > 0) {
    log.warn(
      { url, issues: findings.issues },
      'the provider’s webhook settings need a change: Billing in the kiosk says which',
    )
  }
  const stored = { findings, checkedAt: now() }
  await db.transaction(async (tx) => {
    await tx.delete(cardEndpointChecks).where(ne(cardEndpointChecks.url, url))
    await tx
      .insert(cardEndpointChecks)
      .values({ url, ...stored })
      .onConflictDoUpdate({ target: cardEndpointChecks.url, set: stored })
  })
}
