/** Sends webhooks, signed, and repeats those that weren't accepted. */
import { createHmac, randomUUID } from 'node:crypto'
import { exactJson } from './exact-json.server.ts'
import { protectedTopics, scopeOfTopic, type Topic } from './webhook-payloads.ts'
import type { ShopState } from '../state/shop-state.ts'

export type Delivery = {
  /** The same for each try of it. */
  webhookId: string
  eventId: string
  topic: Topic
  /** As it is sent and signed. */
  body: string
  triggeredAt: Date
  /** Statuses of the tries so far; 0 for one without an answer in time. */
  answers: number[]
  state: 'waiting' | 'accepted' | 'given up'
  /** When it is tried next. */
  dueAt: Date
}

export type Webhooks = {
  /** All deliveries of the shop, oldest first. */
  deliveries: readonly Delivery[]
  /** Sends one, if the app subscribed to its topic and has the scope. `afterMillis` delays it. */
  send: (topic: Topic, payload: unknown, afterMillis?: number) => Delivery | null
  /** Keeps deliveries back from now on, until they are released. */
  hold: () => void
  /** Sends what was kept back: in the order of `sort`, and each `copies` times. */
  release: (options?: { order?: 'oldest first' | 'newest first'; copies?: number }) => Promise<void>
  /** Sends a delivery again, as the platform may do even after it was accepted. */
  repeat: (delivery: Delivery) => Promise<void>
  /** Sends what is due by the clock. */
  sendDue: () => Promise<void>
  /** Removes what waits, for example when the app was installed again. */
  cancel: (topic: Topic) => void
  /** Resolves when nothing is under way. */
  settle: () => Promise<void>
}

/** After so many tries the platform gives up. They end within four hours. */
export const maxTries = 9

/** Before the second try, the third, … */
const pausesMinutes = [1, 2, 5, 12, 25, 45, 60, 90]

const answerMillis = 5_000

type Options = {
  shop: ShopState
  apiSecret: string
  webhooksUrl: string
  apiVersion: string
  /** Topics that the app subscribed to. */
  topics: readonly Topic[]
  fetch: typeof fetch
  clock: () => Date
}

export function createWebhooks(options: Options): Webhooks {
  const { shop, apiSecret, webhooksUrl, apiVersion, clock } = options
  const deliveries: Delivery[] = []
  const underWay = new Set<Promise<void>>()
  let isHolding = false

  const post = async (delivery: Delivery): Promise<number> => {
    const { body, topic } = delivery
    const hmac = createHmac('sha256', apiSecret).update(body).digest('base64')
    const response = await options
      .fetch(webhooksUrl, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Shopify-Topic': topic,
          'X-Shopify-Hmac-Sha256': hmac,
          'X-Shopify-Shop-Domain': shop.domain,
          'X-Shopify-API-Version': apiVersion,
          'X-Shopify-Webhook-Id': delivery.webhookId,
          'X-Shopify-Event-Id': delivery.eventId,
          'X-Shopify-Triggered-At': delivery.triggeredAt.toISOString(),
          'X-Shopify-Name': topic.replace('/', '-'),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMillis),
      })
      .catch(() => null)
    await response?.body?.cancel()
    return response?.status ?? 0
  }
  const attempt = async (delivery: Delivery): Promise<void> => {
    const status = await post(delivery)
    const { answers } = delivery
    answers.push(status)
    if (status >= 200 && status < 300) delivery.state = 'accepted'
    if (delivery.state === 'accepted') return
    const pause = pausesMinutes[answers.length - 1]
    if (answers.length >= maxTries || pause === undefined) delivery.state = 'given up'
    else delivery.dueAt = new Date(clock().getTime() + pause * 60_000)
  }
  const start = (delivery: Delivery): Promise<void> => {
    // Until it is answered, no other try of it starts.
    delivery.dueAt = new Date(8.64e15)
    const work = attempt(delivery).finally(() => underWay.delete(work))
    underWay.add(work)
    return work
  }
  const sendDue = async () => {
    if (isHolding) return
    const now = clock()
    const due = deliveries.filter(({ state, dueAt }) => state === 'waiting' && dueAt <= now)
    await Promise.all(due.map(start))
  }

  return {
    deliveries,
    send(topic, payload, afterMillis = 0) {
      const scope = scopeOfTopic[topic]
      if (!options.topics.includes(topic)) return null
      if (scope && !shop.installation?.scopes.includes(scope)) return null
      if (scope && shop.revokedScopes.includes(scope)) return null
      if (shop.dataAccess === null && protectedTopics.has(topic)) return null
      const now = clock()
      const delivery: Delivery = {
        webhookId: randomUUID(),
        eventId: randomUUID(),
        topic,
        body: exactJson(payload),
        triggeredAt: now,
        answers: [],
        state: 'waiting',
        dueAt: new Date(now.getTime() + afterMillis),
      }
      deliveries.push(delivery)
      if (!isHolding && afterMillis === 0) void start(delivery)
      return delivery
    },
    hold() {
      isHolding = true
    },
    async release({ order = 'oldest first', copies = 1 } = {}) {
      isHolding = false
      const now = clock()
      const due = deliveries.filter(({ state, dueAt }) => state === 'waiting' && dueAt <= now)
      // One after the other, because their order is what matters.
      for (const delivery of order === 'newest first' ? due.toReversed() : due) {
        for (let copy = 0; copy < copies; copy++) await start(delivery)
      }
    },
    repeat: start,
    sendDue,
    cancel(topic) {
      for (const delivery of deliveries) {
        if (delivery.topic === topic && delivery.state === 'waiting') delivery.state = 'given up'
      }
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
