import { monthsAfter } from '#app/lib/days/months-after.ts'

/**
 * Returns the current cycle. For monthly plans Wix only says when they were bought: a month ends on
 * the same day of the month, or on its last one.
 */
export function periodAt(
  { purchasedAt, expiresAt }: { purchasedAt: Date; expiresAt: Date | null },
  at: Date,
): { startedAt: Date; endsAt: Date } {
  if (expiresAt !== null) return { startedAt: purchasedAt, endsAt: expiresAt }
  let months =
    (at.getUTCFullYear() - purchasedAt.getUTCFullYear()) * 12 +
    at.getUTCMonth() -
    purchasedAt.getUTCMonth()
  if (monthsAfter(purchasedAt, months) > at) months -= 1
  const passed = Math.max(0, months)
  return {
    startedAt: monthsAfter(purchasedAt, passed),
    endsAt: monthsAfter(purchasedAt, passed + 1),
  }
}
