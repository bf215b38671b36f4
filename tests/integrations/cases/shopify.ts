import payload from '../../payloads/services/shopify.json' with { type: 'json' }
import {
  shopifySignature,
  startShopifyAdminServer,
} from '#workshop/doubles/shops/shopify-admin-server.ts'
import type { BatteryCase, DeliveryCase } from '../battery-case.ts'

const secret = 'shpss_test_secret'

const delivery = (
  topic: string,
  json: unknown,
  rest: Pick<DeliveryCase, 'expected' | 'decisive' | 'answers'>,
): DeliveryCase => ({
  name: topic,
  topic,
  json,
  // Ids are larger than numbers can be.
  textOf: (value) => JSON.stringify(value).replace(/"(788032119674292922)"/, '$1'),
  sign: (text, { isForged }) => ({
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': 'oak-and-ash.myshopify.com',
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': 'b1234-eefd',
    'x-shopify-event-id': '98880550-7158-44d4-b7cd-2c97c8a091b5',
    'x-shopify-triggered-at': '2026-03-02T09:59:59Z',
    'x-shopify-hmac-sha256': shopifySignature(isForged ? 'another secret' : secret, text),
  }),
  ...rest,
})

const shop = { name: 'Oak & Ash', currencyCode: 'USD' }

export const shopify: BatteryCase = {
  async start({ now }) {
    const double = await startShopifyAdminServer(now)
    return {
      double,
      settings: { shop: 'oak-and-ash.myshopify.com', token: double.token, secret: double.secret },
      placeOrder: () => double.placeOrder().id.replace('gid://shopify/Order/', ''),
      countHooks: () => double.hooks.size,
    }
  },
  signedHeaders: ['x-shopify-hmac-sha256', 'x-shopify-topic'],
  deliveries: [
    delivery(
      'orders/paid',
      { ...payload.order, updated_at: '2023-01-10T21:19:05+02:00' },
      {
        decisive: ['financial_status', 'created_at'],
        expected: [
          {
            kind: 'purchase',
            id: '450789469',
            number: '#9999',
            occurred_at: '2023-01-10T19:18:40.000Z',
            state: 'confirmed',
            as_of: '2023-01-10T19:19:05.000Z',
            test: false,
            person: { first_name: 'John', email: 'jon@doe.ca', city: 'Ottawa', country: 'CA' },
            items: [{ title: 'IPod Nano - 8GB', quantity: 1, price: 199, productId: '632910392' }],
            total: 243,
            currency: 'USD',
          },
        ],
      },
    ),
    delivery(
      'customers/create',
      { ...payload.customer, id: 706405506 },
      {
        decisive: ['created_at'],
        expected: [
          {
            kind: 'signup',
            id: '706405506',
            occurred_at: '2022-01-01T00:00:00.000Z',
            person: {
              first_name: 'Bob',
              email: 'bob@biller.example',
              city: 'Ottawa',
              country: 'CA',
            },
          },
        ],
      },
    ),
    delivery(
      'products/update',
      { ...payload.product, id: '788032119674292922' },
      {
        decisive: [],
        answers: {
          'POST /admin/api/2026-07/graphql.json': { data: { shop, product: payload.product_node } },
        },
        expected: [
          {
            kind: 'product',
            id: '788032119674292922',
            title: 'Example T-Shirt',
            url: 'https://oak.example/products/example-t-shirt',
            image: 'https://cdn.shopify.com/s/files/shirt.jpg',
            price: 19.99,
            currency: 'USD',
            stock: 75,
            isAvailable: true,
          },
        ],
      },
    ),
    delivery(
      'orders/delete',
      { id: 450789469 },
      {
        decisive: [],
        expected: [
          {
            kind: 'purchase',
            id: '450789469',
            // When the delivery came.
            occurred_at: '2026-03-02T10:00:00.000Z',
            state: 'cancelled',
            isElsewhere: true,
          },
        ],
      },
    ),
    delivery(
      'products/delete',
      { id: '788032119674292922' },
      {
        decisive: [],
        expected: [{ kind: 'product_removed', id: '788032119674292922' }],
      },
    ),
  ],
}
