/**
 * The nightly check: compares every team that pays with its provider and repairs what differs, for
 * example because a webhook was lost. In pages, each a job, because providers answer slowly.
 */
import { and, asc, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { teams } from '#app/db/schema/ground.ts'
import {
  billingAccounts,
  type BillingFinding,
  invoices,
  purchases,
  subscriptions,
} from '#app/db/schema/billing.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from './billed-team.ts'
import { requestEndpointCheck } from './endpoint/check-endpoint.server.ts'
import { reconcileJob } from './jobs.ts'
import { readLateCharges } from './late/late-charges.server.ts'
import { isUnanswered } from './stored/find-processing.server.ts'
import { storeCheck } from './stored/store-check.server.ts'
import { syncBilling } from './sync.server.ts'

const reconcilePageSize = 100

/** Where a night's check is, and what it found so far. */
export type ReconcilePage = {
  /** `2026-03-02`. */
  night: string
  /** Id of the last team of the page before. */
  after: number
  checked: number
  /** Teams of which something differed. */
  repaired: number
  failed: number
}

/** Starts a night's check. */
export async function startReconciliation(services: Services): Promise<void> {
  await expireAbandoned(services)
  const night = services.now().toISOString().slice(0, 10)
  await services.jobs.send(reconcileJob, { night, after: 0, checked: 0, repaired: 0, failed: 0 })
  await requestEndpointCheck(services)
  await readLate(services)
}

/** Each that can't be read is tried again the next night: sending the check another time is of no use to it. */
async function readLate(services: Services): Promise<void> {
  try {
    await readLateCharges(services)
  } catch (error) {
    services.log.warn({ err: error }, 'late payments weren’t all read')
  }
}

/** Checks one page and keeps what it found for staff. Returns what was found so far, and sends the next one when there is more. */
export async function reconcileBilling(
  services: Services,
  page: ReconcilePage,
): Promise<ReconcilePage> {
  const { log } = services
  const teamIds = await listPaying(services, page.after)
  const found = { ...page, after: teamIds.at(-1) ?? page.after }
  const findings: BillingFinding[] = []
  for (const teamId of teamIds) {
    found.checked += 1
    try {
      const { changes } = await syncBilling(services, billedTeam({ teamId }))
      if (changes.length === 0) continue
      found.repaired += 1
      findings.push({ teamId, changes })
      log.warn({ teamId, changes }, 'billing differed from the provider and was repaired')
    } catch (error) {
      found.failed += 1
      findings.push({ teamId, changes: [] })
      log.warn({ err: error, teamId }, 'billing could not be compared with the provider')
    }
  }
  const isLast = teamIds.length < reconcilePageSize
  await storeCheck(services, { found, findings, isLast })
  if (!isLast) await services.jobs.send(reconcileJob, found)
  else log.info(found, 'billing compared with the providers')
  return found
}

/** So long after an order the provider may know more of it than we do. */
const orderedDays = 3

/**
 * Teams with a subscription that hasn't ended, an invoice that isn't paid or that a bank works on, or
 * something that waits: a purchase, the check of a VAT ID. And those with an order of the last days, which
 * the process that placed it may not have survived.
 */
async function listPaying({ db, now }: Services, after: number): Promise<number[]> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMillis)
  const paying = db.system
    .select({ id: subscriptions.teamId })
    .from(subscriptions)
    .where(and(ne(subscriptions.state, 'ended'), ne(subscriptions.channel, 'free')))
  const buying = db.system
    .select({ id: purchases.teamId })
    .from(purchases)
    .where(eq(purchases.state, 'open'))
  const owing = db.system
    .select({ id: invoices.teamId })
    .from(invoices)
    .where(or(eq(invoices.state, 'open'), isUnanswered))
  const waiting = db.system
    .select({ id: billingAccounts.teamId })
    .from(billingAccounts)
    .where(
      or(
        eq(billingAccounts.vatStatus, 'pending'),
        gt(billingAccounts.orderedAt, daysAgo(orderedDays)),
      ),
    )
  const rows = await db.system
    .select({ id: teams.id })
    .from(teams)
    .where(
      and(
        gt(teams.id, after),
        or(...[paying, buying, owing, waiting].map((ids) => inArray(teams.id, ids))),
      ),
    )
    .orderBy(asc(teams.id))
    .limit(reconcilePageSize)
  return rows.map(({ id }) => id)
}

/** Longer than any checkout can be paid. */
const abandonedDays = 7

/** Purchases whose checkout was never created, because the process or the provider failed. */
async function expireAbandoned({ db, now }: Services): Promise<void> {
  const at = now()
  await db.system
    .update(purchases)
    .set({ state: 'expired', updatedAt: at })
    .where(
      and(
        eq(purchases.state, 'open'),
        isNull(purchases.providerId),
        lt(purchases.createdAt, new Date(at.getTime() - abandonedDays * dayMillis)),
      ),
    )
}
