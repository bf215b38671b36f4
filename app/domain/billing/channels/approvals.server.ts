/** Keeps which charge a form led to, for providers that can't be asked the same thing twice. */
import { and, eq, gt, lt } from 'drizzle-orm'
import { billingApprovals } from '#app/db/schema/billing.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from '../billed-team.ts'
import type { BillingCustomer, ChannelName } from '../channel.ts'

/** A charge, and the page on which the merchant answers. */
export type Approval = { providerId: string; url: string }

type Asked = { channel: ChannelName; customer: BillingCustomer; operation: string }

/** Both Shopify's approvals and Wix' checkouts have ended by then. */
const keptMillis = 7 * dayMillis

/** When it was created, too. Null: the form hasn't led to a charge yet. */
export async function findApproval(
  { db }: Pick<Services, 'db'>,
  { channel, customer, operation }: Asked,
): Promise<(Approval & { createdAt: Date }) | null> {
  const scope = billedTeam(customer)
  const [row] = await db.asTeam(scope, (tx) =>
    tx
      .select({
        providerId: billingApprovals.providerId,
        url: billingApprovals.url,
        createdAt: billingApprovals.createdAt,
      })
      .from(billingApprovals)
      .where(
        and(
          inTeam(billingApprovals, scope),
          eq(billingApprovals.channel, channel),
          eq(billingApprovals.operation, operation),
        ),
      ),
  )
  return row ?? null
}

/** Within the last hour a page was offered on which the merchant pays this provider. */
export async function wasJustAsked(
  { db, now }: Pick<Services, 'db' | 'now'>,
  scope: TeamScope,
  channel: ChannelName,
): Promise<boolean> {
  const { channel: of, createdAt } = billingApprovals
  const isRecent = gt(createdAt, new Date(now().getTime() - hourMillis))
  const asked = and(inTeam(billingApprovals, scope), eq(of, channel), isRecent)
  return (await db.asTeam(scope, (tx) => tx.$count(billingApprovals, asked))) > 0
}

/** Replaces the one before. Those that ended long ago are deleted. */
export async function storeApproval(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { channel, customer: { teamId }, operation }: Asked,
  approval: Approval,
): Promise<void> {
  const scope = billedTeam({ teamId })
  const at = now()
  const { teamId: team, channel: of, operation: by } = billingApprovals
  await db.asTeam(scope, async (tx) => {
    const old = lt(billingApprovals.createdAt, new Date(at.getTime() - keptMillis))
    await tx.delete(billingApprovals).where(and(inTeam(billingApprovals, scope), old))
    await tx
      .insert(billingApprovals)
      .values({ teamId, channel, operation, ...approval, createdAt: at })
      .onConflictDoUpdate({ target: [team, of, by], set: { ...approval, createdAt: at } })
  })
}
