/** Emails about payments and the end of plans. Subjects contain no user input. */
import { companies } from '#app/domain/billing/channel-words.ts'
import { chargeRows } from '#app/domain/billing/charge-rows.ts'
import type {
  FailedPayment,
  OverdueNotice,
  PlanEndNotice,
  Receipt,
} from '#app/domain/billing/notices.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { formatLongDate } from '#app/lib/days/moment-text.ts'
import { formatAmounts, formatCents } from '#app/lib/money.ts'
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
        ({ description, amountCents }) =>
          `${description}: ${formatCents(amountCents, receipt.currency)}`,
      ),
      ...chargeRows({ ...receipt, dueCents: receipt.paidCents }).map(
        ({ name, cents }) => `${name}: ${formatCents(cents, receipt.currency)}`,
      ),
    ].join('\n'),
  ],
  action: { label: 'View invoices', address: addressOf(billingOf(receipt, '#invoices')) },
  footer: ownerFooter(receipt.team),
})

/** Credit can pay a whole invoice, or it’s too small to charge: then nothing was received. */
function openingOf({ paidCents, totalCents, carriedCents, currency, team, paidAt }: Receipt) {
  const on = `for ${team} on ${formatLongDate(paidAt)}.`
  if (carriedCents > 0) {
    const small = formatCents(carriedCents, currency)
    return {
      subject: `Invoice added to your next one: ${small}`,
      sentence: `${small} of the invoice ${on.slice(0, -1)} is too small to charge. It’s added to your next invoice.`,
    }
  }
  return paidCents === 0
    ? {
        subject: `Invoice paid with credit: ${formatCents(totalCents, currency)}`,
        sentence: `Your credit paid ${formatCents(totalCents, currency)} ${on}`,
      }
    : {
        subject: `Payment received: ${formatCents(paidCents, currency)}`,
        sentence: `We received ${formatCents(paidCents, currency)} ${on}`,
      }
}

/** About a payment that the bank had been processing. */
export function paymentFailedEmail(notice: FailedPayment, addressOf: ScreenAddress): EmailContent {
  const { number, cents, currency, team } = notice
  const amount = formatCents(cents, currency)
  const payment = `payment of ${amount} for ${team}${number === null ? '' : ` (invoice ${number})`}`
  const { subject, paragraphs } = failedWords[notice.dropped ?? 'open']({ amount, payment })
  return {
    subject,
    paragraphs,
    action:
      notice.dropped === 'charged'
        ? { label: 'Contact support', address: addressOf(pathInTeam(notice.teamId, '/support')) }
        : { label: 'Open billing', address: addressOf(billingOf(notice)) },
    footer: ownerFooter(team),
  }
}

type FailedWords = (failed: { amount: string; payment: string }) => {
  subject: string
  paragraphs: string[]
}

/** By what became of the invoice. */
const failedWords: Record<NonNullable<FailedPayment['dropped']> | 'open', FailedWords> = {
  open: ({ amount, payment }) => ({
    subject: `Payment failed: ${amount}`,
    paragraphs: [
      `Your bank didn’t complete the ${payment}. Nothing was charged.`,
      'Billing says what is still open. There you can try again, or use another card.',
    ],
  }),
  expired: ({ amount, payment }) => ({
    subject: `Payment failed: ${amount}`,
    paragraphs: [
      `Your bank didn’t complete the ${payment}. Nothing was charged.`,
      'It wasn’t paid in time, so the order was dropped and you don’t owe anything for it. Under Billing you can choose the plan again, or use another card.',
    ],
  }),
  canceled: ({ amount, payment }) => ({
    subject: `Order canceled: ${amount} not charged`,
    paragraphs: [
      `The plan was canceled while your bank was processing the ${payment}, so the order was dropped and you don’t owe anything for it. Nothing was charged.`,
      'Under Billing you can choose a plan again.',
    ],
  }),
  charged: ({ amount, payment }) => ({
    subject: `Canceled payment charged: ${amount}`,
    paragraphs: [
      `Your bank completed the ${payment} after it was canceled, so you were charged. Your plan didn’t change.`,
      'Please contact support to get the money back.',
    ],
  }),
  declined: ({ amount, payment }) => ({
    subject: `Payment failed: ${amount}`,
    paragraphs: [
      `The ${payment} wasn’t completed. Nothing was charged.`,
      'The order was dropped and you don’t owe anything for it. Under Billing you can choose the plan again, or use another card.',
    ],
  }),
}

/** @param reminder from 1 */
export function overdueEmail(
  notice: OverdueNotice,
  { reminder, addressOf }: { reminder: number; addressOf: ScreenAddress },
): EmailContent {
  const { planEndsAt, canceledEnd, nextPlanId, team } = notice
  const company = companies[notice.channel]
  const after = `After that, ${team} moves to the ${planName(nextPlanId)} plan and everything beyond it pauses. Nothing is deleted.`
  return {
    subject:
      reminder === 1
        ? 'Payment failed'
        : `Payment failed: your plan ends on ${formatLongDate(planEndsAt)}`,
    paragraphs: [
      `${failureOf(notice)}${canceledEnd === null ? '' : ' The plan is canceled, and the payment is still open.'}`,
      `${canceledEnd === null ? payBy(planEndsAt, company) : endsBy(planEndsAt, { canceledEnd, company })} ${after}`,
    ],
    action: {
      label: company === null && notice.openCents > 0 ? `Pay ${amountOf(notice)}` : 'Open billing',
      address: addressOf(billingOf(notice)),
    },
    footer: ownerFooter(team),
  }
}

/** The amount that is open, for what and since when. */
function failureOf(notice: OverdueNotice): string {
  const { channel, openCents, planId, team, dueSince } = notice
  const amount = openCents > 0 ? amountOf(notice) : 'the payment'
  return `${companies[channel] ?? 'We'} couldn’t collect ${amount} for the ${planName(planId)} plan of ${team}, due on ${formatLongDate(dueSince)}.`
}

const amountOf = ({ openCents, currency }: OverdueNotice) => formatCents(openCents, currency)

/** Stripe charges a new card on its next attempt, and after a decline for good it makes none. */
const cardAlone = 'A new card alone might not be charged.'

const payBy = (end: Date, company: string | null): string =>
  company === null
    ? `Open billing by ${formatLongDate(end)}, update your card and select “Try payment again”. ${cardAlone}`
    : `Pay your shop’s bill in ${company} by ${formatLongDate(end)}.`

/** A canceled plan lasts until its period ends, if that is paid. */
function endsBy(
  end: Date,
  { canceledEnd, company }: { canceledEnd: Date; company: string | null },
): string {
  const longer =
    canceledEnd > end ? `, or on ${formatLongDate(canceledEnd)} if you pay by then` : ''
  const how =
    company === null
      ? `open billing, update your card and select “Try payment again”. ${cardAlone}`
      : `pay your shop’s bill in ${company}.`
  return `The plan ends on ${formatLongDate(end)}${longer}. To pay, ${how}`
}

export function planEndedEmail(notice: PlanEndNotice, addressOf: ScreenAddress): EmailContent {
  const { planId, newPlanId, team } = notice
  const open = formatAmounts(notice.open)
  if (notice.why === 'paused') return planPausedEmail(notice, addressOf)
  return {
    subject: `Your ${planName(planId)} plan has ended`,
    paragraphs: [
      `The ${planName(planId)} plan of ${team} ended on ${formatLongDate(notice.at)}${reasons[notice.why]}.`,
      ...(open !== ''
        ? [
            `${open} is still unpaid. To pay it, open billing, update your card and select “Try payment again”. Paying doesn’t start the plan again.`,
          ]
        : []),
      `${team} is now on the ${planName(newPlanId)} plan. Everything beyond it is paused and continues when you choose a plan that includes it. Nothing is deleted.`,
    ],
    action:
      open !== ''
        ? { label: `Pay ${open}`, address: addressOf(billingOf(notice)) }
        : { label: 'Choose a plan', address: addressOf(billingOf(notice, '#plans')) },
    footer: ownerFooter(team),
  }
}

/** The provider stopped service and invoices, until staff or the provider resume them. */
function planPausedEmail(notice: PlanEndNotice, addressOf: ScreenAddress): EmailContent {
  const { planId, newPlanId, team } = notice
  const plan = planName(planId)
  const open = formatAmounts(notice.open)
  return {
    subject: `Your ${plan} plan is paused`,
    paragraphs: [
      `The ${plan} plan of ${team} was paused on ${formatLongDate(notice.at)}. It isn’t charged until it’s resumed. Contact support to resume it.`,
      ...(open !== ''
        ? [
            `${open} is still unpaid. To pay it, open billing, update your card and select “Try payment again”.`,
          ]
        : []),
      `${team} is now on the ${planName(newPlanId)} plan. Everything beyond it is paused and continues when the ${plan} plan does. Nothing is deleted.`,
    ],
    action: {
      label: open === '' ? 'View billing' : `Pay ${open}`,
      address: addressOf(billingOf(notice)),
    },
    footer: ownerFooter(team),
  }
}

const reasons: Record<Exclude<PlanEndNotice['why'], 'paused'>, string> = {
  cancelled: ', because the subscription was canceled',
  unpaid: ', because the payment was overdue',
  trial: ', because the trial is over',
}

const ownerFooter = (team: string) => `You’re receiving this because you own ${team}.`

const planName = (id: string) => findPlan(id)?.name ?? id
