import { randomUUID } from 'node:crypto'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { findAccountEmail } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { securityEmail } from '#app/emails/security-emails.ts'
import { handle } from './job.ts'

/** Notifies a person about changes to their login methods. */
export const sendSecurityEmail = handle(
  accountEmailJobs.security,
  async (services, { userId, event, at }) => {
    const email = await findAccountEmail(services, userId)
    if (email === null) return
    const letter = securityEmail(event, new Date(at), services.config.appUrl)
    await services.mail.mailer.send({
      id: `account-${randomUUID()}`,
      to: email,
      ...renderEmail(letter),
    })
  },
)
