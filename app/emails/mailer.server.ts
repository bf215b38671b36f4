/** Sends email. Call only from jobs, so requests never wait for SMTP and failures are retried. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#app/config.server.ts'
import type { Log } from '#app/lib/log.server.ts'
import { createOutbox } from './outbox.server.ts'

type OutgoingEmail = {
  /** Letters, digits and hyphens. The same on every attempt to send one email. */
  id: string
  /** One address. */
  to: string
  /** Contains no user input. */
  subject: string
  text: string
  html: string
  /** Where replies go; absent: the sender. */
  replyTo?: string
  /** A POST to this URL unsubscribes; absent for emails that can't be turned off. */
  unsubscribe?: string
  attachments?: { filename: string; content: string; contentType: string }[]
}

export type Mailer = {
  /**
   * Resolves when the email server accepted the email, or when the file is written.
   *
   * @throws EmailNotAccepted, with neither the address nor the text in it
   */
  send: (mail: OutgoingEmail) => Promise<void>
}

/** The email server couldn't be reached, or refused the email. */
class EmailNotAccepted extends Error {
  override readonly name = 'EmailNotAccepted'
}

type Parts = {
  config: Pick<Config, 'appUrl' | 'dataDir' | 'isProduction' | 'mailFrom' | 'smtpUrl'>
  log: Log
  now: () => Date
}

/** Jobs can wait longer than requests, but the product has to be able to stop. */
const limits = {
  connectionTimeout: 10_000,
  dnsTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

export function createMailer({ config, log, now }: Parts): Mailer {
  const { smtpUrl, mailFrom, appUrl } = config
  const { hostname } = new URL(appUrl)
  const headersOf = ({ id, unsubscribe, ...mail }: OutgoingEmail): SendMailOptions => ({
    ...mail,
    from: mailFrom,
    messageId: `<${id}@${hostname}>`,
    date: now(),
    headers: {
      // RFC 3834: prevents out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe)),
    },
  })

  if (smtpUrl === undefined) {
    const outbox = createOutbox(config)
    return {
      async send(mail) {
        const file = await outbox.keep(mail.id, await composeMail(headersOf(mail)))
        log.info({ file }, 'an email was written to a file, since SMTP_URL is not set')
      },
    }
  }

  const transport = createTransport({
    url: smtpUrl,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      // Accounts of shop systems without a person's address have one that belongs to no domain (RFC 2606).
      if (mail.to.endsWith('.invalid')) {
        log.info({ email: mail.id }, 'an email was not sent: the account has no address')
        return
      }
      try {
        await transport.sendMail(headersOf(mail))
      } catch (error) {
        throw new EmailNotAccepted(reasonOf(error))
      }
    },
  }
}

/** RFC 8058: lets the recipient's email client unsubscribe with one click. */
const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** For a product without an email server: the message as it would have been sent. */
async function composeMail(mail: SendMailOptions): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true })
  const { message } = await composer.sendMail(mail)
  return message as Buffer
}

/** Codes only, because the server's messages repeat the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  const codes = [code, responseCode].filter((one) => ['string', 'number'].includes(typeof one))
  return `The SMTP server refused an email: ${codes.join(' ') || 'no reason given'}.`
}
