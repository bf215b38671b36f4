/** A world whose queue runs some jobs, and whose emails go to an SMTP server. */
import { expect, onTestFinished, vi } from 'vitest'
import { createMailer } from '#app/emails/mailer.server.ts'
import type { Job } from '#app/jobs/job.ts'
import type { Services } from '#app/services.ts'
import {
  startSmtpServer,
  type SmtpServer,
  type AcceptedMail,
} from '#workshop/doubles/smtp-server.ts'
import { createWorld, type World } from './world.ts'

export type MailWorld = World & {
  smtp: SmtpServer
  /** Resolves with all emails once there are this many. */
  mailsNow: (count: number) => Promise<AcceptedMail[]>
}

/** The queue polls every two seconds. */
const patience = { timeout: 60_000, interval: 50 }

export async function createMailWorld(queued: readonly Job[]): Promise<MailWorld> {
  const world = await createWorld()
  const smtp = await startSmtpServer()
  onTestFinished(smtp.stop)
  await world.queue.start(queued, withSmtp(world.services, smtp.url))
  const mailsNow = (count: number) =>
    vi.waitFor(() => {
      expect(smtp.mails).toHaveLength(count)
      return smtp.mails
    }, patience)
  return { ...world, smtp, mailsNow }
}

export function withSmtp(services: Services, smtpUrl: string): Services {
  const { log, now, config } = services
  return {
    ...services,
    mail: {
      ...services.mail,
      mailer: createMailer({ config: { ...config, smtpUrl }, log, now }),
    },
  }
}
