/** Billing in the background: what is due, the nightly check, and emails. */
import {
  checkEndpointJob,
  endSubscriptionsJob,
  giftEmailJob,
  ownerChangedJob,
  overdueEmailJob,
  paymentFailedEmailJob,
  planEndedEmailJob,
  receiptEmailJob,
  reconcileJob,
} from '#app/domain/billing/jobs.ts'
import { checkEndpoint } from '#app/domain/billing/endpoint/check-endpoint.server.ts'
import { endSubscriptions } from '#app/domain/billing/end-subscriptions.server.ts'
import {
  readFailedPayment,
  readGift,
  readOverdueNotice,
  readPlanEnd,
  readReceipt,
} from '#app/domain/billing/notices.server.ts'
import { writeBusinessDay } from '#app/domain/billing/figures/write-day.server.ts'
import { reconcileBilling, startReconciliation } from '#app/domain/billing/reconcile.server.ts'
import { reportOwner } from '#app/domain/billing/save-details.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { giftEmail } from '#app/emails/gift-email.ts'
import {
  overdueEmail,
  paymentFailedEmail,
  planEndedEmail,
  receiptEmail,
} from '#app/emails/billing-emails.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import type { Services } from '#app/services.ts'
import { handle, schedule } from './job.ts'

/** Plans end within ten minutes of their time. */
export const dueBillingJob = schedule('billing.work-off-due', '*/10 * * * *', workOffDueBilling)

export const nightlyBillingJob = schedule('billing.check', '23 2 * * *', startReconciliation)

/** Hourly: after an outage at midnight the next hour writes the row. */
export const businessDayJob = schedule('billing.write-day', '9 * * * *', writeBusinessDay)

export const reconcileBillingJob = handle(reconcileJob, async (services, page) => {
  await reconcileBilling(services, page)
})

export const endpointCheckJob = handle(checkEndpointJob, checkEndpoint)

/** Longer than the queue's own attempts: no one can be charged for a team that no longer exists. */
const againSeconds = 600

/** Longer than the lease under which an order may have been placed while its team was deleted. */
const arrivedSeconds = 120

export const endBillingJob = handle(endSubscriptionsJob, async (services, ended) => {
  const { jobs, billing } = services
  if (!(await endSubscriptions(services, ended))) {
    await jobs.sendLater(endSubscriptionsJob, ended, againSeconds)
  } else if (billing.card !== null && !ended.isLast && ended.customer !== null) {
    await jobs.sendLater(endSubscriptionsJob, { ...ended, isLast: true }, arrivedSeconds)
  }
})

export const reportOwnerJob = handle(ownerChangedJob, reportOwner)

/** Emails about money are for the organization's owner. */
const addressFor = (services: Services, teamId: number) =>
  findScreenAddress(services, { ownerOf: teamId })

export const sendReceiptEmail = handle(receiptEmailJob, async (services, of) => {
  const receipt = await readReceipt(services, of)
  if (!receipt) return
  await services.mail.mailer.send({
    id: `receipt-${of.invoice}`,
    to: receipt.to,
    ...renderEmail(receiptEmail(receipt, await addressFor(services, of.teamId))),
  })
})

export const sendPaymentFailedEmail = handle(paymentFailedEmailJob, async (services, of) => {
  const notice = await readFailedPayment(services, of)
  if (!notice) return
  await services.mail.mailer.send({
    id: `payment-failed-${of.invoice}-${String(services.now().getTime())}`,
    to: notice.to,
    ...renderEmail(paymentFailedEmail(notice, await addressFor(services, of.teamId))),
  })
})

export const sendOverdueEmail = handle(overdueEmailJob, async (services, of) => {
  const notice = await readOverdueNotice(services, of)
  if (!notice) return
  const { reminder, subscription } = of
  const addressOf = await addressFor(services, of.teamId)
  await services.mail.mailer.send({
    id: `overdue-${String(subscription)}-${String(reminder)}-${String(notice.planEndsAt.getTime())}`,
    to: notice.to,
    ...renderEmail(overdueEmail(notice, { reminder, addressOf })),
  })
})

export const sendPlanEndedEmail = handle(planEndedEmailJob, async (services, of) => {
  const notice = await readPlanEnd(services, of)
  if (!notice) return
  await services.mail.mailer.send({
    id: `plan-ended-${String(of.teamId)}-${String(of.at)}`,
    to: notice.to,
    ...renderEmail(planEndedEmail(notice, await addressFor(services, of.teamId))),
  })
})

export const sendGiftEmail = handle(giftEmailJob, async (services, of) => {
  const notice = await readGift(services, of)
  if (!notice) return
  await services.mail.mailer.send({
    id: `gift-${String(of.teamId)}-${of.gift.kind}-${String(of.at)}`,
    to: notice.to,
    ...renderEmail(giftEmail(notice, await addressFor(services, of.teamId))),
  })
})
