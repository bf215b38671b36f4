/**
 * Emails about plan usage. Recording a step and storing the job for its email is one transaction,
 * so each step is sent once across all processes. The email is a separate job, which is retried
 * while the email server can't be reached.
 */
import {
  createUnsubscribeLink,
  wantsEmail,
} from '#app/domain/accounts/profile/notifications.server.ts'
import type { NotificationKind } from '#app/domain/accounts/profile/notifications.ts'
import { canBuyBoosts } from '#app/domain/billing/notices.server.ts'
import { usageEmailJob } from '#app/domain/plans/jobs.ts'
import { readUsageNotice, claimDueNotices } from '#app/domain/plans/notices.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { usageEmail } from '#app/emails/usage-email.ts'
import { handle, schedule } from './job.ts'

/** Checks this month's meters. */
export const usageNoticesJob = schedule(
  'meters.watch',
  '*/5 * * * *',
  async ({ db, jobs, now }) => {
    await db.transaction(async (tx) => {
      for (const notice of await claimDueNotices(tx, now())) {
        await jobs.send(usageEmailJob, notice, tx)
      }
    })
  },
)

/** Informs one owner about one step. */
export const sendUsageEmail = handle(usageEmailJob, async (services, due) => {
  const notice = await readUsageNotice(services, due)
  if (!notice) return
  const { teamId, month, percent } = due
  const subscription = { userId: notice.ownerId, kind: kindOf(percent) }
  if (!(await wantsEmail(services, subscription))) return

  const facts = { ...notice, canBuyBoosts: await canBuyBoosts(services, teamId) }
  const addressOf = await findScreenAddress(services, { ownerOf: teamId })
  const letter = usageEmail(facts, percent, addressOf)
  await services.mail.mailer.send({
    id: `meter-${month}-${String(teamId)}-${String(percent)}`,
    to: notice.ownerEmail,
    ...renderEmail(letter),
    unsubscribe: createUnsubscribeLink(services, subscription),
  })
})

/** @param percent 70, 90 or 100 */
function kindOf(percent: number): NotificationKind {
  if (percent >= 100) return 'plan-100'
  return percent >= 90 ? 'plan-90' : 'plan-70'
}
