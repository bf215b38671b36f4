/** Emails about what staff did. Creates links here, so stored jobs contain none. */
import { randomUUID } from 'node:crypto'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { findAccountEmail } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import {
  createExportLink,
  exportLinkLimits,
} from '#app/domain/lifecycle/staff/export-link.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { renderEmail, type EmailContent } from '#app/emails/render-email.server.tsx'
import { dataExportEmail, staffActEmail } from '#app/emails/staff-act-emails.ts'
import type { Services } from '#app/services.ts'
import { handle } from './job.ts'

export const sendStaffActEmail = handle(
  accountEmailJobs.staffAct,
  async (services, { userId, event, ...about }) => {
    const email = await findAccountEmail(services, userId)
    if (email === null) return
    const { supportEmail } = services.config
    const addressOf = await findScreenAddress(services, { userId })
    await send(services, email, staffActEmail(event, about, { addressOf, supportEmail }))
  },
)

export const sendDataExportEmail = handle(accountEmailJobs.dataExport, async (services, about) => {
  const made = await createExportLink(services, about)
  if (made) await send(services, made.email, dataExportEmail(made, exportLinkLimits))
})

const send = ({ mail: { mailer } }: Services, to: string, letter: EmailContent) =>
  mailer.send({ id: `staff-${randomUUID()}`, to, ...renderEmail(letter) })
