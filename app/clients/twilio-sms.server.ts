/** Text messages by Twilio's Messages resource (API version 2010-04-01). */
import { z } from 'zod'
import type { TwilioAccount } from '#app/config.server.ts'
import { SmsNotAccepted, type SmsSender } from '#app/domain/accounts/two-factor/sms-sender.ts'

/** A person waits for the answer. */
const timeoutMillis = 10_000

const taken = z.object({ sid: z.string().min(1) })
const refused = z.object({ code: z.number() })

export function createTwilioSms({ url, accountSid, authToken, from }: TwilioAccount): SmsSender {
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  // A messaging service chooses among its numbers; a plain sender is named itself.
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  return {
    async send({ to, text }) {
      const response = await ask(address, {
        method: 'POST',
        headers: { Authorization: `Basic ${credentials}`, Accept: 'application/json' },
        body: new URLSearchParams({ To: to, Body: text, ...sender }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMillis),
      })
      const body: unknown = await response.json().catch(() => null)
      if (response.ok && taken.safeParse(body).success) return

      const reason = refused.safeParse(body)
      const code = reason.success ? `, code ${String(reason.data.code)}` : ''
      throw new SmsNotAccepted(`The provider answered ${String(response.status)}${code}.`)
    },
  }
}

/** What fails before an answer says where it went, and not what was in it. */
async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    throw new SmsNotAccepted(`The provider did not answer: ${name}.`)
  }
}
