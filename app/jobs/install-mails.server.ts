import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readInstallFacts } from '#app/domain/sites/install-mail.server.ts'
import { installMail } from '#app/domain/sites/install-mail.ts'
import { installLetter } from '#app/emails/install-letter.ts'
import { renderLetter } from '#app/emails/letter.server.tsx'
import { defineJob } from './job.ts'

/** Hands the installation code on. */
export const mailInstallCode = defineJob({
  name: installMail,
  payload: z.object({ siteId: z.number(), userId: z.number(), to: z.email() }),
  async run(services, { to, ...about }) {
    const facts = await readInstallFacts(services, about)
    if (!facts) return
    await services.mailer.send({
      id: `install-${randomUUID()}`,
      to,
      replyTo: facts.sender.email,
      ...renderLetter(installLetter(facts, services.config.appUrl)),
    })
  },
})
