/** Endpoints that get events, signed, again and again until they answer with success. */
import { createHmac } from 'node:crypto'
import type { EventRow } from './rows.ts'

export type WebhookEndpoint = {
  /** Sends a request to it, like `fetch`. */
  send: (init: { method: 'POST'; headers: Record<string, string>; body: string }) => Promise<{
    status: number
  }>
  /** While one is rotated, there are two, and each signs. */
  secrets: string[]
  /** Absent: all. */
  events?: readonly string[]
}

export type SignedEvent = { headers: Record<string, string>; body: string }

/** `t=…,v1=…`, with a `v1` for each secret. */
export const signatureOf = (body: string, secrets: readonly string[], seconds: number): string =>
  [
    `t=${String(seconds)}`,
    ...secrets.map((secret) => {
      const signed = createHmac('sha256', secret).update(`${String(seconds)}.${body}`)
      return `v1=${signed.digest('hex')}`
    }),
  ].join(',')

export function signEvent(event: EventRow, secrets: readonly string[], now: Date): SignedEvent {
  const body = JSON.stringify(event, null, 2)
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signatureOf(body, secrets, seconds),
    },
  }
}

export type Deliveries = {
  endpoints: Set<WebhookEndpoint>
  /** Responses of the endpoints, oldest first. */
  answers: { type: string; id: string; status: number }[]
  add: (event: EventRow) => void
  /** Sends what isn't delivered yet. Failures stay for the next call. */
  flush: () => Promise<void>
}

export function createDeliveries(now: () => Date): Deliveries {
  const endpoints = new Set<WebhookEndpoint>()
  const answers: Deliveries['answers'] = []
  let waiting: { event: EventRow; endpoint: WebhookEndpoint }[] = []
  let running: Promise<void> = Promise.resolve()

  async function sendAll(): Promise<void> {
    const batch = waiting
    waiting = []
    for (const { event, endpoint } of batch) {
      const { body, headers } = signEvent(event, endpoint.secrets, now())
      const status = await endpoint.send({ method: 'POST', body, headers }).then(
        (answer) => answer.status,
        () => 0,
      )
      answers.push({ type: event.type, id: event.id, status })
      if (status < 200 || status >= 300) waiting.push({ event, endpoint })
    }
  }

  return {
    endpoints,
    answers,
    add(event) {
      for (const endpoint of endpoints) {
        if (!endpoint.events || endpoint.events.includes(event.type)) {
          waiting.push({ event, endpoint })
        }
      }
    },
    flush() {
      running = running.then(sendAll)
      return running
    },
  }
}
