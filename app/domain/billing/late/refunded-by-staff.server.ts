/** Charges of deleted organizations and of plans that had ended, which staff have refunded in their provider's dashboard. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { lateCharges } from '#app/db/schema/billing.ts'
import { runStaffAct, type StaffActor } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/**
 * Takes a charge off the list. The audit log keeps its id and that of its organization.
 *
 * @param charge the provider's id of its invoice or checkout
 * @throws Refusal `not_found` when it isn't on the list any more, and what `runStaffAct` throws
 */
export async function markRefunded(
  services: Services,
  { charge: providerId, actor, reason }: { charge: string; actor: StaffActor; reason: string },
): Promise<void> {
  const { system } = services.db
  const which = and(eq(lateCharges.providerId, providerId), isNotNull(lateCharges.chargedAt))
  const [charge] = await system.select().from(lateCharges).where(which)
  if (!charge) throw notListed()
  const request = {
    actor,
    act: 'late-charge.refunded' as const,
    reason,
    subject: { teamId: charge.erasedTeamId },
    lastActId: null,
    details: { charge: providerId, cents: charge.chargedCents, currency: charge.currency },
  }
  await runStaffAct(services, request, async () => {
    const taken = await system.delete(lateCharges).where(which).returning({ id: lateCharges.id })
    if (taken.length === 0) throw notListed()
  })
}

const notListed = () => new Refusal('not_found', 'Late charge not found.')
