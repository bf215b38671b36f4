/** Text messages through Twilio's Messages resource (API version 2010-04-01). */
import { z } from 'zod'
import type { TwilioAccount } from '#app/config.server.ts'
import { SmsNotAccepted, type SmsSender } from '#app/domain/accounts/two-factor/sms-sender.ts'
import type { ProviderClients } from '#app/lib/web/provider-client.server.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'

/** Far above what two-factor codes need; it stops a loop that went wrong. */
const budget = { requests: 100, seconds: 10 }

const accepted = z.object({ sid: z.string().min(1) })
const refused = z.object({ code: z.number() })

export function createTwilioSms(
  { url, accountSid, authToken, from }: TwilioAccount,
  clients: ProviderClients,
): SmsSender {
  const client = clients({ key: `twilio ${accountSid}`, budget, maxPauseMillis: 0 })
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  // A messaging service chooses among its numbers; any other sender is named directly.
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  return {
    async send({ to, text }) {
      try {
        const reply = await client.request({
          method: 'POST',
          url: address,
          headers: { Authorization: `Basic ${credentials}` },
          form: { To: to, Body: text, ...sender },
        })
        reply.read(accepted)
      } catch (error) {
        throw notAccepted(error)
      }
    },
  }
}

/** Neither waiting nor reconnecting helps here: a user needs a code now, and must learn that none comes. */
function notAccepted(error: unknown): unknown {
  if (!isFailedCall(error)) return error
  const { reply, message } = error
  const code = reply?.find(refused)?.code
  const hasCode = reply && code !== undefined
  return new SmsNotAccepted(
    hasCode ? `The provider answered ${String(reply.status)}, code ${String(code)}.` : message,
  )
}
