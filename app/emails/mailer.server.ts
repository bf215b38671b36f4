/** Sends mail. Only jobs call it: a page never waits for a mail server, and a job is tried again. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#app/config.server.ts'
import type { Log } from '#app/lib/log.server.ts'

export type Mail = {
  /** Letters, digits and hyphens; the same mail has the same one, however often it is tried. */
  id: string
  /** One address. */
  to: string
  /** Says nothing that a stranger typed. */
  subject: string
  text: string
  html: string
}

export type Mailer = {
  /**
   * Resolves when the mail server took it, or when the file is written.
   *
   * @throws MailNotTaken, with neither the address nor the text in it
   */
  send: (mail: Mail) => Promise<void>
}

/** The mail server was away, or refused. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken'
}

type Parts = {
  config: Pick<Config, 'appUrl' | 'dataDir' | 'mailFrom' | 'smtpUrl'>
  log: Log
  now: () => Date
}

/** A job may wait longer than a page, yet the product has to be able to stop. */
const limits = {
  connectionTimeout: 10_000,
  dnsTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

export function createMailer({ config, log, now }: Parts): Mailer {
  const { smtpUrl, dataDir, mailFrom, appUrl } = config
  const { hostname } = new URL(appUrl)
  const headersOf = ({ id, ...mail }: Mail): SendMailOptions => ({
    ...mail,
    from: mailFrom,
    messageId: `<${id}@${hostname}>`,
    date: now(),
    // RFC 3834: no out-of-office note comes back.
    headers: { 'Auto-Submitted': 'auto-generated' },
  })

  if (smtpUrl === undefined) {
    const folder = path.join(dataDir, 'outbox')
    return {
      async send(mail) {
        const file = await writeMail(folder, headersOf(mail))
        log.info({ file }, 'a mail was written to a file, since SMTP_URL is not set')
      },
    }
  }

  const transport = createTransport({
    ...{ url: smtpUrl, ...limits },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  return {
    async send(mail) {
      try {
        await transport.sendMail(headersOf(mail))
      } catch (error) {
        throw new MailNotTaken(reasonOf(error))
      }
    },
  }
}

/** For a product without a mail server: each mail as a file that any mail program opens. */
async function writeMail(folder: string, mail: SendMailOptions): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true })
  const { message } = await composer.sendMail(mail)
  const [id = ''] = String(mail.messageId).slice(1).split('@')
  const file = path.join(folder, `${id}.eml`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Who looks meanwhile sees a whole mail or none.
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
  return file
}

/** Codes alone: the server's own words repeat the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  const told = [code, responseCode].filter((one) => ['string', 'number'].includes(typeof one))
  return `The mail server did not take a mail: ${told.join(' ') || 'no reason given'}.`
}
