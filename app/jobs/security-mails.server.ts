import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { accountMails, securityEvents } from '#app/domain/accounts/account-mails.ts'
import { findEmail } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { renderLetter } from '#app/emails/letter.server.tsx'
import { securityLetter } from '#app/emails/security-letters.ts'
import { defineJob } from './job.ts'

/** Tells a person what happened to the ways into the account. */
export const mailSecurity = defineJob({
  name: accountMails.security,
  payload: z.object({ userId: z.number(), event: z.enum(securityEvents), at: z.number() }),
  async run(services, { userId, event, at }) {
    const email = await findEmail(services, userId)
    if (email === null) return
    const letter = securityLetter(event, new Date(at), services.config.appUrl)
    await services.mailer.send({
      id: `account-${randomUUID()}`,
      to: email,
      ...renderLetter(letter),
    })
  },
})
