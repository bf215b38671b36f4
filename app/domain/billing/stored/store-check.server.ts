/** Keeps what the nightly check found, page by page, for staff. */
import { lt, sql } from 'drizzle-orm'
import { billingChecks, type BillingFinding } from '#app/db/schema/billing.ts'
import { dayMillis, dayOf } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** Further findings are only in the log. */
const mostFindings = 200
const keptDays = 60

type Page = {
  /** Counts of the night so far. */
  found: { night: string; checked: number; repaired: number; failed: number }
  /** This page's findings. */
  findings: BillingFinding[]
  isLast: boolean
}

/** Stores a page. The same one twice, after a crash, has its findings twice and its counts once. */
export async function storeCheck(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { found: { night, checked, repaired, failed }, findings, isLast }: Page,
): Promise<void> {
  const at = now()
  const counts = { checked, repaired, failed, finishedAt: isLast ? at : null }
  const added = JSON.stringify(findings)
  await db.transaction(async (tx) => {
    await tx
      .insert(billingChecks)
      .values({ night, ...counts, findings: findings.slice(0, mostFindings) })
      .onConflictDoUpdate({
        target: billingChecks.night,
        set: {
          ...counts,
          findings: sql`case when jsonb_array_length(${billingChecks.findings}) < ${mostFindings}
            then ${billingChecks.findings} || ${added}::jsonb else ${billingChecks.findings} end`,
        },
      })
    const oldest = dayOf(new Date(at.getTime() - keptDays * dayMillis))
    await tx.delete(billingChecks).where(lt(billingChecks.night, oldest))
  })
}
