/**
 * Reports by email. Recording a period and storing the job for its email is one transaction, so
 * each person gets one email per site and period across all processes.
 */
import { z } from 'zod'
import { readReport, claimDueReports } from '#app/domain/reports/due-reports.server.ts'
import { frequencies } from '#app/domain/reports/period.ts'
import { createReportLink } from '#app/domain/reports/reports.server.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { reportEmail } from '#app/emails/report-email.ts'
import { defineJob } from './job.ts'

/** Long after the day is closed. The later hours only catch up after an outage. */
export const dueReportsJob = defineJob({
  name: 'reports.watch',
  payload: z.object({}),
  schedule: '20 5-23 * * *',
  async run({ db, jobs, now }) {
    let taken: number
    do {
      taken = await db.transaction(async (tx) => {
        const due = await claimDueReports(tx, now())
        for (const one of due) await jobs.send(sendReportEmail.name, one, tx)
        return due.length
      })
    } while (taken > 0)
  },
})

/** Sends one person the report of one site. */
export const sendReportEmail = defineJob({
  name: 'reports.mail',
  payload: z.object({
    ...{ siteId: z.number(), userId: z.number() },
    ...{ every: z.enum(frequencies), from: z.iso.date(), to: z.iso.date() },
  }),
  async run(services, due) {
    const facts = await readReport(services, due)
    if (!facts) return

    const { siteId, userId, every, to } = due
    const { siteUuid, email } = facts
    await services.mailer.send({
      id: `report-${every}-${to}-${String(siteId)}-${String(userId)}`,
      to: email,
      ...renderEmail(reportEmail(facts, due, services.config.appUrl)),
      unsubscribe: createReportLink(services, { userId, siteUuid }),
    })
  },
})
