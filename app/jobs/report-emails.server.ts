/**
 * Reports by email. Recording a period and storing the job for its email is one transaction, so
 * each person gets one email per site and period across all processes.
 */
import { claimDueReports, readReport } from '#app/domain/reports/due-reports.server.ts'
import { reportEmailJob } from '#app/domain/reports/jobs.ts'
import { createReportLink } from '#app/domain/reports/reports.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { reportEmail } from '#app/emails/report-email.ts'
import { handle, schedule } from './job.ts'

/** Every hour is a morning somewhere. */
export const dueReportsJob = schedule('reports.watch', '20 * * * *', async (services) => {
  const { db, jobs } = services
  const at = services.now()
  let taken: number
  do {
    taken = await db.transaction(async (tx) => {
      const due = await claimDueReports(tx, at)
      for (const one of due) await jobs.send(reportEmailJob, one, tx)
      return due.length
    })
  } while (taken > 0)
})

/** Sends one person the report of one site. */
export const sendReportEmail = handle(reportEmailJob, async (services, due) => {
  const facts = await readReport(services, due)
  if (!facts) return

  const { siteId, userId, every, to } = due
  const { siteUuid, email } = facts
  const addressOf = await findScreenAddress(services, { userId, siteUuid })
  await services.mail.mailer.send({
    id: `report-${every}-${to}-${String(siteId)}-${String(userId)}`,
    to: email,
    ...renderEmail(reportEmail(facts, due, addressOf)),
    unsubscribe: createReportLink(services, { userId, siteUuid }),
  })
})
