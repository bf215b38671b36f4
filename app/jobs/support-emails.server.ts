import { findSupportRequest } from '#app/domain/support/support.server.ts'
import { supportEmailJob } from '#app/domain/support/jobs.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { supportRequestEmail } from '#app/emails/support-email.ts'
import { handle } from './job.ts'

/** Sends a request to the people who answer it. Without their address it stays in the database. */
export const sendSupportEmail = handle(supportEmailJob, async (services, { id }) => {
  const { supportEmail, appUrl } = services.config
  const request = supportEmail === undefined ? null : await findSupportRequest(services, id)
  if (supportEmail === undefined || !request) return

  await services.mail.mailer.send({
    id: `support-${String(id)}`,
    to: supportEmail,
    replyTo: request.person.email,
    ...renderEmail(supportRequestEmail(request, appUrl)),
  })
})
