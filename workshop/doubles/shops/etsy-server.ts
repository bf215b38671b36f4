/** An Etsy shop: approvals with PKCE, receipts, reviews and listings. It sends no webhooks. */
import payload from '#tests/payloads/services/etsy.json' with { type: 'json' }
import { createOAuthDesk, type OAuthDesk } from './oauth-desk.ts'
import { changedSince, startRestServer, type RestServer } from './rest-server.ts'
import type { DoubleOptions, DoubleReply, SeenRequest } from './shop-double.ts'
import { etsy } from '../../published/services/etsy.ts'

export type EtsyServer = RestServer & {
  app: { id: string; secret: string }
  desk: OAuthDesk
  /** The shop of the owner who approves. Null: an account without a shop. */
  shop: { id: string | null }
}

const base = '/v3/application'

export async function startEtsyServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<EtsyServer> {
  const app = { id: 'etsy-keystring', secret: 'etsy-shared-secret' }
  const shop: EtsyServer['shop'] = { id: '12345678' }
  const desk = createOAuthDesk({
    now,
    app,
    paths: { authorize: '/oauth/connect', token: '/v3/public/oauth/token' },
    usesPkce: true,
    namedBy: 'id',
    lifetimeSeconds: 3_600,
  })
  const double = await startRestServer({
    now,
    published: etsy,
    options,
    isAuthorized: ({ path, headers }) =>
      !path.startsWith(base) ||
      (desk.isValid(headers.authorization?.replace(/^Bearer /, '')) &&
        headers['x-api-key'] === `${app.id}:${app.secret}`),
    answer(request, { orders }) {
      const approval = desk.answer(request)
      if (approval) return approval
      const { path } = request
      if (path === `${base}/users/me`) {
        return { json: { user_id: 7, ...(shop.id !== null && { shop_id: Number(shop.id) }) } }
      }
      if (path === `${base}/listings/batch`)
        return { json: { count: 1, results: [payload.listing] } }
      const [, id, rest] = /^\/v3\/application\/shops\/(\d+)(?:\/(\w+))?$/.exec(path) ?? []
      if (id === undefined || id !== shop.id) return undefined
      if (rest === undefined) return { json: { shop_id: Number(id), shop_name: 'OakAndAsh' } }
      if (rest === 'reviews') return { json: { count: 0, results: [] } }
      return rest === 'receipts' ? receiptsOf(orders, request) : undefined
    },
  })
  return { ...double, app, desk, shop }
}

function receiptsOf(orders: RestServer['orders'], { query }: SeenRequest): DoubleReply {
  const since = query.get('min_last_modified')
  const rows = changedSince(orders, since === null ? null : new Date(Number(since) * 1000))
  const start = Number(query.get('offset'))
  const results = rows.slice(start, start + Number(query.get('limit'))).map((one) => ({
    ...payload.receipt,
    receipt_id: one.id,
    status: one.isRefunded ? 'fully refunded' : 'completed',
    created_timestamp: Math.floor(one.placedAt.getTime() / 1000),
  }))
  return { json: { count: rows.length, results } }
}
