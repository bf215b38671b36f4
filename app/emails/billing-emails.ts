/** Emails about payments and the end of plans. Subjects contain no user input. */
import { chargeRows } from '#app/domain/billing/charge-rows.ts'
import type { OverdueNotice, PlanEndNotice, Receipt } from '#app/domain/billing/notices.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { formatCents } from '#app/lib/money.ts'
import { pathInTeam } from '#app/lib/switch-path.ts'
import type { EmailContent } from './render-email.server.tsx'

/** The owner may be looking at another organization when they read it. */
const billingOf = ({ teamId }: { teamId: number }, part: '' | '#invoices' | '#plans' = '') =>
  pathInTeam(teamId, `/billing${part}`)

export const receiptEmail = (receipt: Receipt, addressOf: ScreenAddress): EmailContent => ({
  subject: openingOf(receipt).subject,
  paragraphs: [
    `${openingOf(receipt).sentence}${receipt.number === null ? '' : ` Invoice number: ${receipt.number}.`}`,
    [
      ...receipt.lines.map(
        ({ description, amountCents }) => `${description}: ${formatCents(amountCents)}`,
      ),
      ...chargeRows({ ...receipt, dueCents: receipt.paidCents }).map(
        ({ name, cents }) => `${name}: ${formatCents(cents)}`,
      ),
    ].join('\n'),
  ],
  action: { label: 'View invoices', address: addressOf(billingOf(receipt, '#invoices')) },
  footer: ownerFooter(receipt.team),
})

/** Credit can pay a whole invoice: then nothing was received. */
function openingOf({ paidCents, totalCents, team, paidAt }: Receipt) {
  const on = `for ${team} on ${dateOf(paidAt)}.`
  return paidCents === 0
    ? {
        subject: `Invoice paid with credit: ${formatCents(totalCents)}`,
        sentence: `Your credit paid ${formatCents(totalCents)} ${on}`,
      }
    : {
        subject: `Payment received: ${formatCents(paidCents)}`,
        sentence: `We received ${formatCents(paidCents)} ${on}`,
      }
}

/** @param reminder from 1 */
export function overdueEmail(
  notice: OverdueNotice,
  { reminder, addressOf }: { reminder: number; addressOf: ScreenAddress },
): EmailContent {
  const plan = planName(notice.planId)
  const end = dateOf(notice.planEndsAt)
  return {
    subject: reminder === 1 ? 'Payment failed' : `Payment failed: your plan ends on ${end}`,
    paragraphs: [
      `We couldn’t collect the payment for the ${plan} plan of ${notice.team}.${notice.isCanceled ? ' You canceled the plan, and the payment is still open.' : ''}`,
      `Update your payment method by ${end}. After that, ${notice.team} moves to the Free plan and everything beyond it pauses. Nothing is deleted.`,
    ],
    action: { label: 'Update payment method', address: addressOf(billingOf(notice)) },
    footer: ownerFooter(notice.team),
  }
}

export const planEndedEmail = (notice: PlanEndNotice, addressOf: ScreenAddress): EmailContent => ({
  subject: `Your ${planName(notice.planId)} plan has ended`,
  paragraphs: [
    `The ${planName(notice.planId)} plan of ${notice.team} ended on ${dateOf(notice.at)}${reasons[notice.why]}.`,
    `${notice.team} is now on the ${planName(notice.newPlanId)} plan. Everything beyond it is paused and continues when you choose a plan that includes it. Nothing is deleted.`,
  ],
  action: { label: 'Choose a plan', address: addressOf(billingOf(notice, '#plans')) },
  footer: ownerFooter(notice.team),
})

const reasons: Record<PlanEndNotice['why'], string> = {
  cancelled: ', because the subscription was canceled',
  unpaid: ', because the payment was overdue',
  trial: ', because the trial is over',
}

const ownerFooter = (team: string) => `You’re receiving this because you own ${team}.`

const planName = (id: string) => findPlan(id)?.name ?? id

const dates = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const dateOf = (at: Date) => dates.format(at)
