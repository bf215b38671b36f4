/** Overdue plans that are ended by the provider: one that was paid in that moment goes on. */
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { lateCharges, subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from '../billed-team.ts'
import { channelOf, type CardBilling } from '../channel-of.server.ts'
import type { ContinuedTerms } from '../channels/continuation.ts'
import { withLease } from '../lease.server.ts'
import type { SubscriptionRow } from '../stored/subscription-rows.ts'
import { syncBilling } from '../sync.server.ts'

type Ending = {
  services: Services
  scope: TeamScope
  row: Pick<SubscriptionRow, 'id' | 'providerId'>
}

/**
 * Before the provider ends it, so that nothing of what follows is lost with a process or an answer.
 *
 * @returns terms of its continuation. Null: it has ended already
 */
export async function noteOverdueEnd(
  ending: Ending,
  { card, customer }: CardBilling,
): Promise<ContinuedTerms | null> {
  const terms = await card.readTerms(customer, { subscription: ending.row.providerId })
  if (terms !== null) {
    await store(ending, { overdueEndAt: ending.services.now(), overdueEndTerms: terms })
  }
  return terms
}

const store = (
  { services: { db }, scope, row }: Ending,
  note: Pick<SubscriptionRow, 'overdueEndAt' | 'overdueEndTerms'>,
) =>
  db.asTeam(scope, (tx) =>
    tx
      .update(subscriptions)
      .set(note)
      .where(and(inTeam(subscriptions, scope), eq(subscriptions.id, row.id))),
  )

/** Goes on with a plan that was paid before it ended. Repeatable, until it's known what became of it. */
export async function continueIfPaid(
  ending: Ending & { terms: ContinuedTerms },
  { card, customer }: CardBilling,
): Promise<void> {
  const { services, scope, row, terms } = ending
  const outcome = await card.continuePaid(customer, { subscription: row.providerId, terms })
  if (outcome.kind === 'waiting') return
  if (outcome.kind === 'refund') {
    const { invoice, cents, currency } = outcome
    await noteRefund(ending, { invoice, cents, currency, customer: customer.providerId })
    services.log.error(
      { teamId: scope.teamId, invoice },
      'a plan that was paid in the moment of its end can’t go on: it has to be refunded',
    )
  }
  await store(ending, { overdueEndAt: null, overdueEndTerms: null })
}

type Refund = { invoice: string; cents: number; currency: string; customer: string }

/** Staff see it until one of them has refunded it. */
const noteRefund = (
  { services: { db, now }, scope }: Ending,
  { invoice, cents, currency, customer }: Refund,
) =>
  db.system
    .insert(lateCharges)
    .values({
      erasedTeamId: scope.teamId,
      providerId: invoice,
      customerId: customer,
      isOfOrder: true,
      chargedCents: cents,
      currency,
      chargedAt: now(),
      createdAt: now(),
    })
    .onConflictDoNothing({ target: lateCharges.providerId })

/** Finishes ends that an earlier run left: its process ended, or the provider couldn't be reached or refused the plan. */
export async function continuePaidPlans(services: Services): Promise<void> {
  const rows = await services.db.system
    .select()
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.overdueEndTerms), eq(subscriptions.channel, 'card')))
    .orderBy(asc(subscriptions.id))
  for (const row of rows) {
    const { overdueEndTerms: terms } = row
    if (terms === null) continue
    const scope = billedTeam(row)
    try {
      await withLease(services, scope, async () => {
        const { card, customer } = await channelOf(services, scope)
        if (card === null || customer === null) return
        await continueIfPaid({ services, scope, row, terms }, { card, customer })
        await syncBilling(services, scope)
      })
    } catch (error) {
      services.log.warn({ err: error, teamId: row.teamId }, 'a paid plan wasn’t continued')
    }
  }
}
