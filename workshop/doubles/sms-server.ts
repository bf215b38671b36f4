/** A double of Twilio's Messages resource (API version 2010-04-01), over HTTP on this machine. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TwilioAccount } from '#app/config.server.ts'
import { answerDisagreements, requestDisagreements } from '../published/check-exchange.ts'
import { noteDisagreements } from '../published/disagreements.ts'
import { twilio } from '../published/services/twilio.ts'

export type AcceptedMessage = { to: string; from: string; body: string }

export type SmsServer = {
  account: TwilioAccount
  /** Oldest first. */
  messages: AcceptedMessage[]
  /** The six digits of the newest message. */
  newestCode: () => string
  /** Refuses the next messages with this status and the provider's code. */
  refuse: (times: number, status: number, code: number) => void
  /** For tests that send wrong values: nothing is compared from now on. */
  ignorePublished: () => void
  /** The caller's duty. */
  stop: () => Promise<void>
}

/** @param onMessage called with each message that was accepted */
export async function startSmsServer(
  onMessage: (message: AcceptedMessage) => void = () => undefined,
): Promise<SmsServer> {
  const messages: AcceptedMessage[] = []
  let isCompared = true
  let refusals: { status: number; code: number }[] = []
  const accountSid = `AC${randomBytes(16).toString('hex')}`
  const authToken = randomBytes(16).toString('hex')
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  const responseFor = (request: IncomingMessage, form: URLSearchParams) => {
    if (request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return [404, 20404]
    if (request.headers.authorization !== credentials) return [401, 20003]
    const type = request.headers['content-type'] ?? ''
    if (!type.startsWith('application/x-www-form-urlencoded')) return [415, 20001]
    if (!/^\+[1-9]\d{6,14}$/.test(form.get('To') ?? '')) return [400, 21211]
    if (!form.get('From') && !form.get('MessagingServiceSid')) return [400, 21603]
    if (!form.get('Body')) return [400, 21602]
    return null
  }

  const answerTo = (request: IncomingMessage, form: URLSearchParams) => {
    const planned = refusals.shift()
    const [status, code] = planned
      ? [planned.status, planned.code]
      : (responseFor(request, form) ?? [])
    if (status !== undefined) return { status, json: { code, message: 'Refused.', status } }
    const [to = '', number = '', service = '', body = ''] = [
      'To',
      'From',
      'MessagingServiceSid',
      'Body',
    ].map((name) => form.get(name) ?? '')
    const from = number || service
    messages.push({ to, from, body })
    onMessage({ to, from, body })
    const json = { ...blankMessage, account_sid: accountSid, to, body, from: number || null }
    const sid = `SM${randomBytes(16).toString('hex')}`
    return { status: 201, json: { ...json, messaging_service_sid: service || null, sid } }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', headers } = request
    const body = await text(request)
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://double')
    const { status, json } = answerTo(request, new URLSearchParams(body))
    if (isCompared) {
      const asked = { method, path, query, headers, body }
      noteDisagreements([
        ...requestDisagreements(twilio, asked),
        ...answerDisagreements(twilio, asked, { status, json }),
      ])
    }
    response.setHeader('Content-Type', 'application/json')
    if (status >= 429) response.setHeader('Retry-After', '3600')
    response.writeHead(status).end(JSON.stringify(json))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
      server.closeAllConnections()
    })

  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${String(port)}`
  const account = { url, accountSid, authToken, from: '+15005550006' }
  return {
    account,
    messages,
    newestCode: () => /^\d{6}/.exec(messages.at(-1)?.body ?? '')?.[0] ?? 'no code',
    refuse(times, status, code) {
      refusals = Array.from({ length: times }, () => ({ status, code }))
    },
    ignorePublished() {
      isCompared = false
    },
    stop,
  }
}

/** Members that a message has before it's sent. */
const blankMessage = {
  api_version: '2010-04-01',
  date_created: 'Mon, 02 Mar 2026 10:00:00 +0000',
  date_sent: null,
  date_updated: 'Mon, 02 Mar 2026 10:00:00 +0000',
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  num_media: '0',
  num_segments: '1',
  price: null,
  price_unit: 'USD',
  status: 'queued',
  subresource_uris: null,
  uri: null,
}
