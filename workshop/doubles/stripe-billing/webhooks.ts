/** Endpoints that get events, signed, again and again until they answer with success. */
import { createHmac } from 'node:crypto'
import { apiVersion as apiVersionOfDouble, base, type Account } from './account.ts'
import { listOf, paging, type Call } from './call.ts'
import type { EventRow, WebhookEndpointRow } from './rows.ts'

/** As in the message of stripe/stripe-cli pull request 2017. */
const readsEndpoints = 'webhook_read'

export const endpointCalls: readonly Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints$/,
    permission: readsEndpoints,
    takes: paging,
    run: ({ tables }, params) => listOf(tables.webhook_endpoint.values(), params, () => true),
  },
]

/** An endpoint as it's added in Stripe's dashboard. */
export type AddedEndpoint = {
  url: string
  /** Absent: all. */
  events?: readonly string[]
  /** Absent: the version that the double answers in. */
  apiVersion?: string | null
  /** Absent: nothing is sent to it, because it's another product's. */
  receiver?: EventReceiver
}

/** Where the events of an endpoint arrive. */
type EventReceiver = {
  /** Sends a request to it, like `fetch`. */
  send: (init: { method: 'POST'; headers: Record<string, string>; body: string }) => Promise<{
    status: number
  }>
  /** While one is rotated, there are two, and each signs. */
  secrets: string[]
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

const isSent = ({ type }: EventRow, { status, enabled_events: events }: WebhookEndpointRow) =>
  status === 'enabled' && (events.includes('*') || events.includes(type))

export type Deliveries = {
  addEndpoint: (endpoint: AddedEndpoint) => WebhookEndpointRow
  /** Responses of the endpoints, oldest first. */
  answers: { type: string; id: string; status: number }[]
  add: (event: EventRow) => void
  /** Sends what isn't delivered yet. Failures stay for the next call. */
  flush: () => Promise<void>
}

export function createDeliveries(account: Account, now: () => Date): Deliveries {
  const { webhook_endpoint: endpoints } = account.tables
  /** By the endpoint's id. */
  const receivers = new Map<string, EventReceiver>()
  const answers: Deliveries['answers'] = []
  let waiting: { event: EventRow; receiver: EventReceiver }[] = []
  let running: Promise<void> = Promise.resolve()

  async function sendAll(): Promise<void> {
    const batch = waiting
    waiting = []
    for (const { event, receiver } of batch) {
      const { body, headers } = signEvent(event, receiver.secrets, now())
      const status = await receiver.send({ method: 'POST', body, headers }).then(
        (answer) => answer.status,
        () => 0,
      )
      answers.push({ type: event.type, id: event.id, status })
      if (status < 200 || status >= 300) waiting.push({ event, receiver })
    }
  }

  return {
    addEndpoint({ url, events = ['*'], apiVersion = apiVersionOfDouble, receiver }) {
      const endpoint: WebhookEndpointRow = {
        ...base(account, 'webhook_endpoint', account.nextId('we')),
        api_version: apiVersion,
        application: null,
        description: null,
        enabled_events: [...events],
        metadata: {},
        status: 'enabled',
        url,
      }
      endpoints.set(endpoint.id, endpoint)
      if (receiver) receivers.set(endpoint.id, receiver)
      return endpoint
    },
    answers,
    add(event) {
      for (const endpoint of endpoints.values()) {
        const receiver = receivers.get(endpoint.id)
        if (receiver && isSent(event, endpoint)) waiting.push({ event, receiver })
      }
    },
    flush() {
      running = running.then(sendAll)
      return running
    },
  }
}
