/** The price that an order's screen showed, which is the one that is charged. */
import { Refusal } from '#app/lib/errors.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { ChangeContext } from '../change-under-lease.server.ts'
import type { BillingCustomer } from '../channel.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

/** The parts of the preview that was shown (`ChargePreview`). */
export type ShownPrice = {
  /** Absent or null: none was shown. */
  countedFrom?: Date | null
  /** Absent: none was shown. */
  basis?: string | undefined
}

/** A price holds for so long: a switch charges to the cent what was shown. */
const previewMillis = 15 * minuteMillis
/** The provider's clock may be ahead of ours: a preview never counts from before its period. */
const clockMillis = 5 * minuteMillis

/**
 * Refuses a price that is too old, or of another period: less of the period may be left, and the price may
 * be another one. The screen shows it again.
 */
export function requireRecentPrice(
  { countedFrom }: ShownPrice,
  { main, at }: { main: SubscriptionRow | null; at: Date },
): void {
  if (countedFrom == null) return
  const { currentPeriodStartedAt: began = null, currentPeriodEndsAt: ends = null } = main ?? {}
  // A preview counts from the period's end until the next period is known.
  const latest = ends !== null && ends < at ? ends : at
  const age = latest.getTime() - countedFrom.getTime()
  const isRecent = age >= -clockMillis && age <= previewMillis
  if (isRecent && (began === null || began <= countedFrom)) return
  throw new Refusal('conflict', calculatedAgain)
}

/**
 * Refuses a price that was calculated with another discount, tax or credit: a discount or credit that was removed
 * at the provider, or an address that was changed in a second window. No version of a subscription says so.
 */
export async function requireSameBasis(
  { basis: shown }: ShownPrice,
  {
    card,
    customer,
    subscription,
  }: Pick<ChangeContext, 'card'> & { customer: BillingCustomer; subscription: string | null },
): Promise<void> {
  if (shown === undefined || card === null) return
  const current = await card.readPriceBasis(customer, subscription)
  if (current !== shown) throw new Refusal('conflict', calculatedAgain)
}

export const calculatedAgain = 'We’ve just calculated the price again. Check it before you confirm.'
