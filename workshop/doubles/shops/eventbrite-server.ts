/** An Eventbrite account: approvals, organizations, orders of one of them, and webhooks without signature. */
import payload from '#tests/payloads/services/eventbrite.json' with { type: 'json' }
import { createOAuthDesk, type OAuthDesk } from './oauth-desk.ts'
import { changedSince, startRestServer, type RestBooks, type RestServer } from './rest-server.ts'
import type { DoubleOptions, DoubleReply, SeenRequest } from './shop-double.ts'
import { eventbrite } from '../../published/services/eventbrite.ts'

type Hook = { endpoint_url: string; actions: string }

export type EventbriteServer = RestServer & {
  app: { id: string; secret: string }
  desk: OAuthDesk
  /** Those that the person who approves manages. Orders belong to each of them. */
  organizations: { id: string; name: string }[]
  /** Sends every webhook an order. @returns the statuses of their answers */
  deliver: (action: string, orderId: number) => Promise<number[]>
}

const pageSize = 2

export async function startEventbriteServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<EventbriteServer> {
  const app = { id: 'eventbrite-key', secret: 'eventbrite-secret' }
  const organizations = [{ id: '700123', name: 'Oak Pottery' }]
  const desk = createOAuthDesk({
    now,
    app,
    paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
    usesPkce: false,
    namedBy: 'both',
    lifetimeSeconds: null,
  })

  function answer(request: SeenRequest, books: RestBooks): DoubleReply | undefined {
    const approval = desk.answer(request)
    if (approval) return approval
    const { path, method } = request
    if (path === '/v3/users/me/organizations/') {
      return { json: { organizations, pagination: { has_more_items: false } } }
    }
    const [, orderId] = /^\/v3\/orders\/(\d+)\/$/.exec(path) ?? []
    const order = books.orders.find(({ id }) => String(id) === orderId)
    if (order) return { json: orderJson(order) }
    const [, hookId] = /^\/v3\/webhooks\/(\w+)\/$/.exec(path) ?? []
    if (hookId !== undefined && method === 'DELETE') {
      return books.hooks.delete(hookId) ? { json: { success: true } } : undefined
    }
    const [, id, rest] = /^\/v3\/organizations\/(\d+)\/(\w+)\/$/.exec(path) ?? []
    if (!organizations.some((one) => one.id === id)) return undefined
    if (rest === 'orders') return ordersOf(request, books)
    return rest === 'webhooks' ? hooksOf(request, books) : undefined
  }

  const double = await startRestServer({
    now,
    published: eventbrite,
    missing: { error: 'NOT_FOUND', error_description: 'None.', status_code: 404 },
    refused: { json: { error: 'INVALID_AUTH', error_description: 'Refused.', status_code: 401 } },
    limited: (seconds) => ({
      headers: seconds === undefined ? {} : { 'Retry-After': seconds },
      json: { error: 'HIT_RATE_LIMIT', error_description: 'Too many.', status_code: 429 },
    }),
    options,
    isAuthorized: ({ path, headers }) =>
      !path.startsWith('/v3/') || desk.isValid(headers.authorization?.replace(/^Bearer /, '')),
    answer,
  })
  return {
    ...double,
    app,
    desk,
    organizations,
    deliver: (action, orderId) =>
      Promise.all(
        [...double.hooks].map(async ([id, hook]) => {
          const { endpoint_url: url } = hook as Hook
          const body = JSON.stringify({
            config: { action, webhook_id: id, user_id: '1', endpoint_url: url },
            api_url: `https://www.eventbriteapi.com/v3/orders/${String(orderId)}/`,
          })
          const headers = {
            'content-type': 'application/json',
            'x-eventbrite-event': action,
            'x-eventbrite-delivery': String(orderId),
          }
          return (await double.report(action, url, { headers, body })).status
        }),
      ),
  }
}

const orderJson = ({ id, placedAt, isRefunded }: RestServer['orders'][number]) => ({
  ...payload.order,
  id: String(id),
  created: `${placedAt.toISOString().slice(0, 19)}Z`,
  status: isRefunded ? 'refunded' : 'placed',
})

function ordersOf({ query }: SeenRequest, { orders }: RestBooks): DoubleReply {
  const since = query.get('changed_since')
  const rows = changedSince(orders, since === null ? null : new Date(since))
  const start = Number(query.get('continuation') ?? 0)
  const end = start + pageSize
  const more = end < rows.length
  return {
    json: {
      pagination: {
        has_more_items: more,
        ...(more ? { continuation: String(end) } : {}),
      },
      orders: rows.slice(start, end).map(orderJson),
    },
  }
}

/** Small, so that a few webhooks are several pages. */
const hooksPerPage = 2

function hooksOf({ method, body, query }: SeenRequest, { hooks, nextId }: RestBooks): DoubleReply {
  if (method === 'GET') {
    const start = Number(query.get('continuation') ?? 0)
    const end = start + hooksPerPage
    const webhooks = [...hooks].slice(start, end).map(([id, hook]) => ({ ...(hook as Hook), id }))
    const more = end < hooks.size ? { continuation: String(end) } : {}
    return { json: { webhooks, pagination: { has_more_items: end < hooks.size, ...more } } }
  }
  const id = String(nextId())
  hooks.set(id, JSON.parse(body) as Hook)
  return { json: { id } }
}
