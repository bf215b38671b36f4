import payload from '../../payloads/services/stripe.json' with { type: 'json' }
import { blankCharge, blankCustomer, blankSession } from '#workshop/doubles/shops/stripe-objects.ts'
import { startStripeServer, stripeSignature } from '#workshop/doubles/shops/stripe-server.ts'
import type { BatteryCase, DeliveryCase } from '../battery-case.ts'

type StripeEvent = { type: string; data: { object: { object: string } } }

const blanks: Readonly<Record<string, object>> = {
  'checkout.session': blankSession,
  charge: blankCharge,
  customer: blankCustomer,
}

/** With the members that the fixtures of Stripe leave out. */
const wholeEvent = (event: StripeEvent): StripeEvent => {
  const { object } = event.data
  return { ...event, data: { object: { ...blanks[object.object], ...object } } }
}

const delivery = (
  event: StripeEvent,
  rest: Pick<DeliveryCase, 'expected' | 'decisive' | 'answers'>,
): DeliveryCase => ({
  name: event.type,
  topic: event.type,
  json: wholeEvent(event),
  sign(text, { subscription, at, isForged }) {
    const secret = isForged ? 'whsec_another' : (subscription['secret'] ?? '')
    return { 'stripe-signature': stripeSignature(secret, text, Math.floor(at.getTime() / 1000)) }
  },
  ...rest,
})

const occurredAt = '2009-02-13T23:31:30.000Z'
const nobody = { first_name: null, email: null, city: null, country: null }
const charge = {
  kind: 'purchase',
  id: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
  occurred_at: occurredAt,
  state: 'confirmed',
  test: false,
  person: { ...nobody, first_name: 'Jenny' },
  items: [{ title: 'My First Test Charge (created for API docs)' }],
  total: 1,
  currency: 'usd',
} as const

export const stripe: BatteryCase = {
  async start({ now }) {
    const double = await startStripeServer(now)
    return {
      double,
      app: double.app,
      settings: { key: double.key },
      placeOrder: async () => String((await double.checkOut()).session['payment_intent']),
      countHooks: () => double.endpoints.size,
    }
  },
  signedHeaders: ['stripe-signature'],
  isTimed: true,
  deliveries: [
    delivery(payload.session_completed, {
      answers: {
        [`GET /v1/checkout/sessions/${payload.session_completed.data.object.id}/line_items`]:
          payload.line_items,
      },
      decisive: ['mode', 'payment_status', 'livemode', 'type'],
      expected: [
        {
          kind: 'purchase',
          id: 'pi_1PgafyB7WZ01zgkWSjxsAJo3',
          occurred_at: occurredAt,
          test: false,
          person: {
            first_name: 'Jenny',
            email: 'example@example.com',
            city: 'Dublin',
            country: 'IE',
          },
          items: [
            {
              title: 'Cotton T-shirt',
              quantity: 1,
              price: 10.99,
              url: 'https://shop.example/t-shirt',
              image: 'https://files.stripe.com/links/shirt.png',
            },
          ],
          total: 10.99,
          currency: 'usd',
        },
      ],
    }),
    delivery(payload.charge_succeeded, { decisive: ['status', 'livemode'], expected: [charge] }),
    delivery(payload.charge_refunded, {
      decisive: [],
      expected: [{ ...charge, state: 'refunded' }],
    }),
    delivery(payload.customer_created, {
      decisive: ['livemode', 'created'],
      expected: [
        {
          kind: 'signup',
          id: 'cus_QXg1o8vcGmoR32',
          occurred_at: occurredAt,
          test: false,
          person: { ...nobody, first_name: 'Jenny', email: 'jenny@example.com' },
        },
      ],
    }),
  ],
}
