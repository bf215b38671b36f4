/**
 * Looks at the card provider's settings of the webhook, after each start and each night, because events that
 * it doesn't send are missed by no one: the nightly check hides that they never come.
 */
import { ne, sql } from 'drizzle-orm'
import {
  cardEndpointChecks,
  type EndpointFindings,
  type endpointFailures,
} from '#app/db/schema/billing.ts'
import { runWithin } from '#app/lib/async/deadline.server.ts'
import { secondMillis } from '#app/lib/time.ts'
import { BadRecord, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { ChargeRefused } from '../channel.ts'
import { checkEndpointJob } from '../jobs.ts'
import {
  cardHookPath,
  findEndpointIssues,
  type CardEndpoints,
  type HookEndpoint,
} from './find-endpoint-issues.ts'

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
 * stays, with the moment since when, and the next night reads again.
 */
export async function checkEndpoint(
  services: Pick<Services, 'db' | 'billing' | 'config' | 'now' | 'log'>,
): Promise<void> {
  const { billing, config, db } = services
  if (billing.card === null) return
  const url = config.appUrl + cardHookPath
  const attempt = await attemptCheck(services, billing.card.endpoints, url)
  const { failedAt } = cardEndpointChecks
  await db.transaction(async (tx) => {
    await tx.delete(cardEndpointChecks).where(ne(cardEndpointChecks.url, url))
    await tx
      .insert(cardEndpointChecks)
      .values({ url, ...attempt })
      .onConflictDoUpdate({
        target: cardEndpointChecks.url,
        set:
          attempt.failure === null
            ? attempt
            : {
                failure: attempt.failure,
                failedAt: sql`coalesce(${failedAt}, excluded.failed_at)`,
              },
      })
  })
}

type Attempt =
  | { findings: EndpointFindings; checkedAt: Date; failure: null; failedAt: null }
  | { failure: (typeof endpointFailures)[number]; failedAt: Date }

async function attemptCheck(
  { now, log }: Pick<Services, 'now' | 'log'>,
  endpoints: CardEndpoints,
  url: string,
): Promise<Attempt> {
  let read: HookEndpoint[] | null
  try {
    read = await runWithin(readMillis, now, endpoints.list)
  } catch (error) {
    log.warn({ err: error }, 'the webhook’s settings weren’t read')
    return { failure: failureOf(error), failedAt: now() }
  }
  const findings = findEndpointIssues(endpoints, url, read)
  if (findings.issues.length > 0) {
    log.warn(
      { url, issues: findings.issues },
      'the provider’s webhook settings need a change: Billing in the kiosk says which',
    )
  }
  return { findings, checkedAt: now(), failure: null, failedAt: null }
}

/** Others than failed calls are also thrown for answers: Stripe's library throws plain errors for a malformed page. */
function failureOf(error: unknown): (typeof endpointFailures)[number] {
  if (error instanceof ChargeRefused) return 'refused'
  return isFailedCall(error) && !(error instanceof BadRecord) ? 'away' : 'unclear'
}
