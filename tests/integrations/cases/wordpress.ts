import { createHmac } from 'node:crypto'
import payload from '../../payloads/services/wordpress.json' with { type: 'json' }
import { startWooServer } from '#workshop/doubles/shops/woo-server.ts'
import type { BatteryCase, DeliveryCase, Signing } from '../battery-case.ts'

const signed =
  (topic: string) =>
  (text: string, { hookSecret, isForged }: Signing) => ({
    'x-wc-webhook-source': 'https://shop.example/',
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-resource': topic.split('.')[0],
    'x-wc-webhook-event': topic.split('.')[1],
    'x-wc-webhook-id': '7',
    'x-wc-webhook-delivery-id': '8',
    'x-wc-webhook-signature': createHmac('sha256', isForged ? 'another' : hookSecret)
      .update(text)
      .digest('base64'),
  })

const delivery = (
  topic: string,
  json: unknown,
  rest: Pick<DeliveryCase, 'answers' | 'expected' | 'decisive'>,
): DeliveryCase => ({ name: topic, topic, json, sign: signed(topic), ...rest })

const bought = {
  ...payload.review,
  product_name: payload.product.name,
  product_permalink: payload.product.permalink,
  verified: true,
}

const sale = {
  kind: 'purchase',
  id: '727',
  number: '727',
  occurred_at: '2017-03-22T19:28:08.000Z',
  state: 'confirmed',
  as_of: '2017-03-22T19:28:08.000Z',
  person: {
    first_name: 'John',
    city: 'San Francisco',
    country: 'US',
    email: 'john.doe@example.com',
  },
  items: [
    { title: 'Woo Single #1', quantity: 2, price: 3, image: null, productId: '93' },
    {
      title: 'Ship Your Idea – Color: Black, Size: M Test',
      quantity: 1,
      price: 12,
      image: null,
      productId: '22',
    },
  ],
  total: 29.35,
  currency: 'USD',
} as const

export const wordpress: BatteryCase = {
  async start({ now }) {
    const double = await startWooServer(now)
    const settings = { store: double.url, ...double.keys }
    return {
      double,
      settings,
      placeOrder: async () => String((await double.placeOrder()).id),
      countHooks: () => double.hooks.size,
    }
  },
  signedHeaders: ['x-wc-webhook-signature', 'x-wc-webhook-topic'],
  contacts: [
    {
      name: 'the ping',
      delivery: { body: Buffer.from(payload.ping) },
      verdict: { reply: { status: 200 } },
    },
    {
      name: 'the keys after an approval',
      delivery: {
        body: Buffer.from(
          JSON.stringify({ key_id: 1, consumer_key: 'ck_1', consumer_secret: 'cs_1' }),
        ),
      },
      verdict: { credentials: { consumerKey: 'ck_1', consumerSecret: 'cs_1' } },
    },
  ],
  deliveries: [
    delivery('order.updated', payload.order, {
      decisive: ['status'],
      expected: [sale],
    }),
    delivery('customer.created', payload.customer, {
      decisive: ['date_created_gmt'],
      expected: [
        {
          kind: 'signup',
          id: '25',
          occurred_at: '2017-03-21T19:09:28.000Z',
          person: {
            first_name: 'John',
            email: 'john.doe@example.com',
            city: 'San Francisco',
            country: 'US',
          },
        },
      ],
    }),
    delivery('product.updated', payload.product, {
      decisive: [],
      expected: [
        {
          kind: 'product',
          id: '22',
          title: 'Ship Your Idea & more',
          url: 'https://shop.example/product/ship-your-idea/',
          image: 'https://shop.example/wp-content/uploads/T_4_front.jpg',
          price: 20,
          stock: 3,
          isAvailable: true,
        },
      ],
    }),
    delivery(
      'order.deleted',
      { id: 727 },
      {
        answers: { 'GET /wp-json/wc/v3/orders/727': { ...payload.order, status: 'trash' } },
        decisive: [],
        expected: [{ ...sale, state: 'cancelled' }],
      },
    ),
    delivery(
      'product.deleted',
      { id: 22 },
      {
        decisive: [],
        expected: [{ kind: 'product_removed', id: '22' }],
      },
    ),
  ],
  pulled: {
    answers: { 'GET /wp-json/wc/v3/products/reviews': [bought] },
    expected: [
      {
        kind: 'review',
        id: 'woocommerce-22',
        occurred_at: '2018-10-18T20:59:17.000Z',
        person: { first_name: 'John' },
        items: [
          {
            title: 'Ship Your Idea & more',
            url: 'https://shop.example/product/ship-your-idea/',
            productId: '22',
          },
        ],
        stars: 5,
        body: 'Nice album!',
        sourceUrl: 'https://shop.example/product/ship-your-idea/',
        isVerified: true,
      },
    ],
  },
}
