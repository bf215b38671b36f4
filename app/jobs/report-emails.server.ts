/**
 * Figures by mail. Taking a period and storing its mail's job is one transaction, so that each person is
 * mailed once about each site and period, however many processes look.
 */
import { z } from 'zod'
import { readReport, claimDueReports } from '#app/domain/reports/due-reports.server.ts'
import { frequencies } from '#app/domain/reports/period.ts'
import { createReportLink } from '#app/domain/reports/reports.server.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { reportEmail } from '#app/emails/report-email.ts'
import { defineJob } from './job.ts'

/** Long after the day was closed; the later hours only find what an outage left. */
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

/** Tells one person about one site. */
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
