import { randomUUID } from 'node:crypto'
import { readInstallEmailData } from '#app/domain/sites/install-email.server.ts'
import { installEmailJob } from '#app/domain/sites/jobs.ts'
import { installEmail } from '#app/emails/install-email.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { handle } from './job.ts'

/** Sends the installation code. */
export const sendInstallEmail = handle(installEmailJob, async (services, { to, ...about }) => {
  const facts = await readInstallEmailData(services, about)
  if (!facts) return
  await services.mail.mailer.send({
    id: `install-${randomUUID()}`,
    to,
    replyTo: facts.sender.email,
    ...renderEmail(installEmail(facts, services.config.appUrl)),
  })
})
