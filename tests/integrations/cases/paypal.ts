import payload from '../../payloads/services/paypal.json' with { type: 'json' }
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { makeCertificate } from '#workshop/doubles/shops/certificate.ts'
import { startPayPalServer, type PayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import type { BatteryCase, DeliveryCase } from '../battery-case.ts'

const another = makeCertificate({ from: new Date(0), until: new Date(dayMillis) })

const delivery = (
  json: { event_type: string },
  rest: Pick<DeliveryCase, 'expected' | 'decisive' | 'answers'>,
): DeliveryCase => ({
  name: json.event_type,
  topic: json.event_type,
  json,
  sign(text, { world, subscription, isForged }) {
    const double = world.double as PayPalServer
    return double.sign(text, subscription['webhook'] ?? '', isForged ? another : undefined)
  },
  ...rest,
})

const capture = payload.capture_completed.resource
const capturePath = `GET /v2/payments/captures/${capture.id}`
const nobody = { first_name: null, email: null, city: null, country: null }
const paid = {
  kind: 'purchase',
  id: '42311647XV020574X',
  occurred_at: '2019-02-14T21:49:58.000Z',
  test: false,
  total: 30,
  currency: 'USD',
} as const

export const paypal: BatteryCase = {
  async start({ now }) {
    const double = await startPayPalServer(now)
    const { clientId, clientSecret } = double
    return {
      double,
      settings: { clientId, clientSecret },
      // Only the list of transactions brings it, where it appears hours later.
      async placeOrder() {
        const at = new Date(now().getTime() - 4 * hourMillis)
        return (await double.pay({ at, isDelivered: false })).id
      },
      countHooks: () => double.webhooks.size,
    }
  },
  signedHeaders: [
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-cert-url',
    'paypal-auth-algo',
  ],
  deliveries: [
    delivery(payload.capture_completed, {
      answers: { [`GET /v2/checkout/orders/${payload.order.id}`]: payload.order },
      decisive: ['status', 'event_type'],
      expected: [
        {
          ...paid,
          state: 'confirmed',
          person: {
            first_name: 'John',
            email: 'customer@example.com',
            city: 'San Jose',
            country: 'US',
          },
          items: [{ title: 'T-Shirt', quantity: 1, price: 30, url: null }],
        },
      ],
    }),
    delivery(payload.capture_refunded, {
      answers: { [capturePath]: { ...capture, status: 'REFUNDED' } },
      decisive: [],
      expected: [{ ...paid, state: 'refunded', person: nobody, items: [] }],
    }),
    delivery(payload.sale_completed, {
      decisive: ['state'],
      expected: [
        {
          kind: 'purchase',
          id: '80021663DE681814L',
          occurred_at: '2016-04-28T11:29:00.000Z',
          state: 'confirmed',
          test: false,
          total: 0.48,
          currency: 'USD',
        },
      ],
    }),
  ],
}
