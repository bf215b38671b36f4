/** Invoices that were canceled while a bank worked on their payment, which it can still charge. */
import { and, asc } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { invoices } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { formatAmounts, sumByCurrency, type Money } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'
import { isDroppedAtBank } from './find-processing.server.ts'
import { readUnpaidPurchases, type UnpaidPurchases } from './unpaid-purchases.server.ts'

export type ChargesAtBank = {
  /** The number of invoices. */
  invoices: number
  /** One sum for each currency. Empty: nothing can be charged. */
  sums: Money[]
}

export async function readChargesAtBank(tx: Queries, scope: TeamScope): Promise<ChargesAtBank> {
  const rows = await tx
    .select({
      totalCents: invoices.totalCents,
      dueCents: invoices.dueCents,
      currency: invoices.currency,
    })
    .from(invoices)
    .where(and(inTeam(invoices, scope), isDroppedAtBank))
    .orderBy(asc(invoices.id))
  const amounts = rows.map(({ totalCents, dueCents, currency }) => ({
    cents: dueCents ?? totalCents,
    currency,
  }))
  return { invoices: rows.length, sums: sumByCurrency(amounts) }
}

/** Charges that can still come once a plan was canceled, as its screen sends them back. */
export const describeCharges = (
  sums: readonly Money[],
  { count, cents }: UnpaidPurchases,
): string =>
  [formatAmounts(sums), ...(count > 0 ? [`${String(count)} for ${String(cents)}`] : [])].join(' ')

/**
 * A cancellation whose screen didn't show a charge that can still come is refused.
 *
 * @param shown `describeCharges` on its screen. Undefined: no screen was shown
 * @throws Refusal `conflict`
 */
export async function requireChargesShown(
  { db }: Pick<Services, 'db'>,
  scope: TeamScope,
  shown: string | undefined,
): Promise<void> {
  const current = await db.asTeam(scope, async (tx) => {
    const { sums } = await readChargesAtBank(tx, scope)
    return { sums, unpaid: await readUnpaidPurchases(tx, scope) }
  })
  if (shown === undefined || shown === describeCharges(current.sums, current.unpaid)) return
  throw new Refusal('conflict', current.sums.length > 0 ? chargedByBank : chargedByCheckout)
}

const chargedByBank =
  'Your bank can still charge a canceled invoice. Check what you pay before you confirm.'
const chargedByCheckout =
  'What can still be charged has changed. Check what you pay before you confirm.'

/**
 * An order is placed next to such a charge only by who has seen that both can be charged.
 *
 * @param shown the amounts on its screen, as `formatAmounts` writes them. Empty: nothing was shown
 * @throws Refusal `conflict`
 */
export async function requireWarned(
  { db }: Pick<Services, 'db'>,
  scope: TeamScope,
  shown: string,
): Promise<void> {
  const { sums } = await db.asTeam(scope, (tx) => readChargesAtBank(tx, scope))
  const current = formatAmounts(sums)
  if (current === '' || current === shown) return
  throw new Refusal('conflict', chargedByBank)
}
