import payload from '../../payloads/services/eventbrite.json' with { type: 'json' }
import { startEventbriteServer } from '#workshop/doubles/shops/eventbrite-server.ts'
import type { BatteryCase } from '../battery-case.ts'

const { order } = payload
const ticket = {
  kind: 'purchase',
  id: 'eventbrite-123456789',
  occurred_at: '2026-03-02T09:50:00.000Z',
  state: 'confirmed',
  as_of: '2026-03-02T09:50:10.000Z',
  person: {
    first_name: 'Jane',
    email: 'jane@example.com',
    city: 'Austin',
    country: 'US',
  },
  items: [
    {
      title: 'Pottery for beginners',
      url: 'https://www.eventbrite.com/e/pottery-for-beginners-tickets-987654321',
      image: 'https://img.evbuc.com/pottery.jpg',
    },
  ],
  total: 55,
  currency: 'USD',
} as const

/** They sign nothing. */
const headersOf = (action: string) => () => ({
  'x-eventbrite-event': action,
  'x-eventbrite-delivery': '1234567',
})

const free = { gross: { currency: 'USD', value: 0, major_value: '0.00' } }

export const eventbrite: BatteryCase = {
  async start({ now }) {
    const double = await startEventbriteServer(now)
    return {
      double,
      app: double.app,
      token: double.desk.issue(),
      settings: { organization: '700123' },
      placeOrder: () => `eventbrite-${String(double.placeOrder().id)}`,
      countHooks: () => double.hooks.size,
    }
  },
  isUnsigned: true,
  contacts: [
    {
      name: 'the test of a new webhook',
      delivery: { body: Buffer.from(JSON.stringify(payload.test)) },
      verdict: { reply: { status: 200 } },
    },
    {
      name: 'an action that nobody asked for',
      delivery: {
        body: Buffer.from(
          JSON.stringify({
            ...payload.delivery,
            config: { action: 'attendee.updated' },
          }),
        ),
      },
      verdict: { reply: { status: 200 } },
    },
  ],
  deliveries: [
    {
      name: 'order.placed',
      topic: 'order.placed',
      json: payload.delivery,
      sign: headersOf('order.placed'),
      answers: { 'GET /v3/orders/123456789/': order },
      decisive: ['api_url'],
      expected: [ticket],
    },
    {
      name: 'a refund',
      topic: 'order.refunded',
      json: {
        ...payload.delivery,
        config: { ...payload.delivery.config, action: 'order.refunded' },
        api_url: 'https://www.eventbriteapi.com/v3/events/987654321/orders/123456789/',
      },
      sign: headersOf('order.refunded'),
      answers: {
        'GET /v3/orders/123456789/': {
          ...order,
          status: 'refunded',
          changed: '2026-03-03T08:00:00Z',
          costs: free,
        },
      },
      decisive: [],
      expected: [{ ...ticket, state: 'refunded', as_of: '2026-03-03T08:00:00.000Z', total: 0 }],
    },
  ],
  pulled: {
    answers: {
      'GET /v3/organizations/700123/orders/': {
        pagination: { has_more_items: false },
        orders: [
          order,
          { ...order, id: '123456790', costs: free },
          { ...order, id: '123456791', status: 'started' },
        ],
      },
    },
    expected: [
      ticket,
      {
        kind: 'signup',
        id: 'eventbrite-123456790',
        occurred_at: ticket.occurred_at,
        state: 'confirmed',
        as_of: ticket.as_of,
        person: ticket.person,
        items: ticket.items,
      },
    ],
  },
}
