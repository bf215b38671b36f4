/** A shop or service with a REST API: orders that are placed and refunded, and webhooks that are kept. */
import type { PublishedService } from '../../published/facts.ts'
import {
  startShopDouble,
  type DoubleOptions,
  type DoubleReply,
  type SeenRequest,
  type ShopDouble,
} from './shop-double.ts'

export type StoredOrder = { id: number; placedAt: Date; changedAt: Date; isRefunded: boolean }

export type RestServer = ShopDouble & {
  orders: StoredOrder[]
  /** Addresses that the service sends to, by the id of the webhook. */
  hooks: Map<string, unknown>
  placeOrder: () => StoredOrder
  refund: (id: number) => void
}

export type RestBooks = Pick<RestServer, 'orders' | 'hooks'> & { nextId: () => number }

type Parts = {
  now: () => Date
  /** The service's response. Undefined: it doesn't know the path. */
  answer: (request: SeenRequest, books: RestBooks) => DoubleReply | undefined
  isAuthorized: (request: SeenRequest) => boolean
  /** See shop-double.ts. */
  refused?: DoubleReply
  limited?: (seconds: string | undefined) => DoubleReply
  published?: PublishedService
  /** JSON for a path that the service doesn’t know, with status 404. */
  missing?: unknown
  options?: DoubleOptions
}

export async function startRestServer(parts: Parts): Promise<RestServer> {
  const { refused, limited, published, missing = { error: 'not_found' } } = parts
  const { now, answer, isAuthorized, options: { port, lastId: firstId = 1_000 } = {} } = parts
  const orders: StoredOrder[] = []
  const hooks = new Map<string, unknown>()
  let lastId = firstId
  const nextId = () => (lastId += 1)
  const double = await startShopDouble({
    port,
    isAuthorized,
    published,
    ...(refused ? { refused } : {}),
    ...(limited ? { limited } : {}),
    answer: (request) =>
      answer(request, { orders, hooks, nextId }) ?? { status: 404, json: missing },
  })
  return {
    ...double,
    orders,
    hooks,
    placeOrder() {
      const order = { id: nextId(), placedAt: now(), changedAt: now(), isRefunded: false }
      orders.push(order)
      return order
    },
    refund(id) {
      const order = orders.find((one) => one.id === id)
      if (order) Object.assign(order, { isRefunded: true, changedAt: now() })
    },
  }
}

/** Orders that changed at this moment or later. @param since null: all */
export const changedSince = (orders: readonly StoredOrder[], since: Date | null): StoredOrder[] =>
  orders.filter(({ changedAt }) => since === null || changedAt >= since)
