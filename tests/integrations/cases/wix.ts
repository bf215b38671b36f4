import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import payload from '../../payloads/services/wix.json' with { type: 'json' }
import {
  changedSince,
  startRestServer,
  type RestBooks,
} from '#workshop/doubles/shops/rest-server.ts'
import type { SeenRequest } from '#workshop/doubles/shops/shop-double.ts'
import type { BatteryCase, DeliveryCase } from '../battery-case.ts'
import { createClock } from '../../support/clock.ts'
import { wix as published } from '#workshop/published/services/wix.ts'

const instanceId = '2d9a1d56-8a57-4c3c-8d5e-3d9b0f4f2a10'
const [key, another] = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
]

type Token = { json: unknown; eventType: string; exp: number; by?: KeyObject; alg?: string }

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A delivery as Wix sends it: JSON in JSON in JSON, in a token. */
export function wixToken({
  json,
  eventType,
  exp,
  by = key.privateKey,
  alg = 'RS256',
}: Token): string {
  const data = JSON.stringify({ eventType, instanceId, data: JSON.stringify(json) })
  const signed = `${encoded({ alg, typ: 'JWT' })}.${encoded({ data, iat: exp - 60, exp })}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(by, 'base64url')}`
}

const delivery = (
  eventType: string,
  json: unknown,
  rest: Pick<DeliveryCase, 'expected' | 'decisive'>,
): DeliveryCase => ({
  name: eventType,
  topic: eventType,
  json,
  textOf: (value, { at, isForged }) =>
    wixToken({
      json: value,
      eventType,
      exp: Math.floor(at.getTime() / 1000) + 60,
      ...(isForged ? { by: another.privateKey } : {}),
    }),
  sign: () => ({}),
  ...rest,
})

function answer({ path, body }: SeenRequest, { orders }: RestBooks) {
  if (path === '/oauth2/token') return { json: { access_token: 'wix-token', expires_in: 14_400 } }
  if (path === '/members/v1/members/query') return { json: { members: [] } }
  if (path !== '/ecom/v1/orders/search') return undefined
  const { search } = JSON.parse(body) as {
    search: {
      filter?: { updatedDate: { $gte: string } }
      cursorPaging: { cursor?: string; limit: number }
    }
  }
  // The cursor keeps the filter.
  const [start = '0', from = ''] = search.cursorPaging.cursor?.split(' ') ?? []
  const since = search.filter?.updatedDate.$gte ?? from
  const rows = changedSince(orders, since === '' ? null : new Date(since))
  const end = Number(start) + 2
  return {
    json: {
      orders: rows.slice(Number(start), end).map(({ id, placedAt, isRefunded }) => ({
        ...payload.order_approved.actionEvent.body.order,
        id: String(id),
        createdDate: placedAt.toISOString(),
        paymentStatus: isRefunded ? 'FULLY_REFUNDED' : 'PAID',
      })),
      metadata: { hasNext: end < rows.length, cursors: { next: `${String(end)} ${since}` } },
    },
  }
}

export const wix: BatteryCase = {
  async start({ now }) {
    const double = await startRestServer({
      now,
      published,
      answer,
      isAuthorized: ({ path, headers }) =>
        path === '/oauth2/token' || headers.authorization === 'wix-token',
    })
    return {
      double,
      settings: {
        appId: '6b1c2d3e-4f50-4a61-8b72-9c83ad94be05',
        appSecret: 'app-secret-0123456789',
        publicKey: key.publicKey.export({ type: 'spki', format: 'pem' }),
        instanceId,
      },
      placeOrder: () => String(double.placeOrder().id),
    }
  },
  isTimed: true,
  deliveries: [
    delivery('wix.ecom.v1.order_approved', payload.order_approved, {
      decisive: ['status', 'paymentStatus', 'order', 'actionEvent'],
      expected: [
        {
          kind: 'purchase',
          id: '7d1b1c1e-5b1f-4a0e-8a6c-2f9c1d3e4b5a',
          number: '10042',
          occurred_at: '2026-03-02T09:57:55.120Z',
          state: 'confirmed',
          as_of: null,
          person: { first_name: 'Jane', email: 'buyer@example.com', city: 'Austin', country: 'US' },
          items: [
            {
              title: 'T-shirt',
              image: 'https://static.wixstatic.com/media/shirt.jpg',
              quantity: 1,
              price: 49.99,
            },
          ],
          total: 49.99,
          currency: 'USD',
        },
      ],
    }),
    delivery('wix.members.v1.member_created', payload.member_created, {
      decisive: ['createdEvent', 'createdDate'],
      expected: [
        {
          kind: 'signup',
          id: 'e1c2d3b4-2222-4f1a-9c8d-7e6f5a4b3c03',
          occurred_at: '2026-03-02T09:58:59.000Z',
          person: { first_name: 'Jane', email: 'jane@example.com' },
        },
      ],
    }),
  ],
  contacts: [
    {
      name: 'forgetting someone',
      delivery: {
        body: Buffer.from(
          wixToken({
            json: { ...payload.order_approved, triggeredByAnonymizeRequest: true },
            eventType: 'wix.ecom.v1.order_approved',
            exp: createClock().now().getTime() / 1000 + 60,
          }),
        ),
      },
      verdict: { reply: { status: 200 } },
    },
  ],
}
