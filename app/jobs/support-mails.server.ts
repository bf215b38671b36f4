import { z } from 'zod'
import { findSupportRequest } from '#app/domain/support/support.server.ts'
import { supportMail } from '#app/domain/support/support.ts'
import { renderLetter } from '#app/emails/letter.server.tsx'
import { supportLetter } from '#app/emails/support-letter.ts'
import { defineJob } from './job.ts'

/** Hands a request to the people who answer it. Without an address of theirs it stays in the database. */
export const mailSupport = defineJob({
  name: supportMail,
  payload: z.object({ id: z.number() }),
  async run(services, { id }) {
    const { supportEmail, appUrl } = services.config
    const request = supportEmail === undefined ? null : await findSupportRequest(services, id)
    if (supportEmail === undefined || !request) return

    await services.mailer.send({
      id: `support-${String(id)}`,
      to: supportEmail,
      replyTo: request.person.email,
      ...renderLetter(supportLetter(request, appUrl)),
    })
  },
})
