import { expect, test } from 'vitest'
import { readShopEvent } from './webhook-payloads.ts'

/** As Shopify sends it: ids are numbers, beyond 2^53. */
const orderBody = (over: object = {}) =>
  JSON.stringify({
    test: false,
    created_at: '2026-11-20T10:00:00+01:00',
    name: '#1001',
    processed_at: '2026-11-20T10:00:05+01:00',
    financial_status: 'paid',
    currency: 'EUR',
    total_price: '243.00',
    email: 'ada@shopper.example',
    customer: {
      id: 1,
      first_name: ' Ada ',
      last_name: 'Byron',
      email: 'other@shopper.example',
    },
    billing_address: {
      first_name: 'Augusta',
      city: 'London',
      country_code: 'GB',
    },
    shipping_address: {
      first_name: 'Annabella',
      city: 'Ockham',
      country_code: 'GB',
    },
    line_items: [
      {
        product_id: 2,
        variant_id: 3,
        title: 'Wool socks',
        quantity: 2,
        price: '19.90',
      },
      { product_id: null, title: 'Tip', quantity: 1, price: '1.00' },
    ],
    ...over,
  }).replace('{', '{"id":820982911946154509,')

const read = (over: object = {}) => readShopEvent({ topic: 'orders/paid', body: orderBody(over) })

test('an order is read with its exact id and without the family name', () => {
  const event = read()

  expect(event).toEqual({
    kind: 'order',
    order: {
      id: '820982911946154509',
      number: '#1001',
      placedAt: '2026-11-20T10:00:05+01:00',
      state: 'paid',
      isTest: false,
      firstName: 'Augusta',
      email: 'ada@shopper.example',
      address: { city: 'London', country: 'GB' },
      items: [
        {
          productId: '2',
          variantId: '3',
          title: 'Wool socks',
          quantity: 2,
          price: 19.9,
        },
        {
          productId: null,
          variantId: null,
          title: 'Tip',
          quantity: 1,
          price: 1,
        },
      ],
      total: 243,
      currency: 'EUR',
    },
  })
  expect(JSON.stringify(event)).not.toContain('Byron')
})

test('a gift is of the buyer and where the buyer is', () => {
  const gift = {
    customer: { id: 1, first_name: 'Ann' },
    billing_address: { city: 'Austin', country_code: 'US' },
    shipping_address: { first_name: 'Bob', city: 'Reno', country_code: 'US' },
  }

  expect(read(gift)).toMatchObject({
    order: { firstName: 'Ann', address: { city: 'Austin', country: 'US' } },
  })
})

test('lines have the number that was kept, and gift cards are left out', () => {
  const line = { product_id: 2, title: 'Mug', quantity: 3, price: '20.00' }

  expect(
    read({
      line_items: [
        { ...line, title: 'Coat', current_quantity: 0 },
        { ...line, title: 'Voucher 20', gift_card: true },
        { ...line, current_quantity: 2 },
        line,
      ],
    }),
  ).toMatchObject({
    order: {
      items: [
        { title: 'Coat', quantity: 0 },
        { title: 'Mug', quantity: 2 },
        { title: 'Mug', quantity: 3 },
      ],
    },
  })
})

test('an order without protected customer data has its country', () => {
  const bare = {
    email: null,
    customer: null,
    billing_address: null,
    shipping_address: {
      first_name: null,
      city: null,
      province: 'Ontario',
      country_code: 'CA',
    },
  }

  expect(read(bare)).toMatchObject({
    order: {
      firstName: null,
      email: null,
      address: { city: null, country: 'CA' },
    },
  })
})

test.each([
  ['pending', null, 'unpaid'],
  ['authorized', null, 'unpaid'],
  ['partially_paid', null, 'unpaid'],
  [null, null, 'unpaid'],
  ['paid', null, 'paid'],
  ['partially_refunded', null, 'paid'],
  ['refunded', null, 'refunded'],
  ['voided', null, 'unpaid'],
  ['paid', '2026-11-20T11:00:00Z', 'canceled'],
  ['pending', '2026-11-20T11:00:00Z', 'canceled'],
])('payment %s, canceled at %s: %s', (financial_status, cancelled_at, state) => {
  expect(read({ financial_status, cancelled_at })).toMatchObject({
    order: { state },
  })
})

test.each([
  ['refunds/create', '{"id":1,"order_id":820982911946154509}', { orderId: '820982911946154509' }],
  ['products/update', '{"id":7,"title":"Old title"}', { productId: '7' }],
  ['products/delete', '{"id":7}', { productId: '7' }],
  [
    'inventory_levels/update',
    '{"inventory_item_id":9007199254740993,"location_id":1,"available":4}',
    { inventoryItemId: '9007199254740993' },
  ],
  ['inventory_items/update', '{"id":8}', { inventoryItemId: '8' }],
  ['app/scopes_update', '{"current":["read_orders"]}', { kind: 'ignored' }],
  [
    'customers/redact',
    '{"shop_id":1,"customer":{"id":5,"email":"a@b.example"},"orders_to_redact":[6]}',
    { subject: { customerId: '5', email: 'a@b.example', orderIds: ['6'] } },
  ],
  [
    'customers/data_request',
    '{"shop_id":1,"customer":{"id":5},"orders_requested":[6,7]}',
    { subject: { customerId: '5', email: null, orderIds: ['6', '7'] } },
  ],
  ['app/uninstalled', '{}', { kind: 'uninstalled' }],
  ['app_subscriptions/update', '{"app_subscription":{}}', { kind: 'charge-changed' }],
  ['app_purchases_one_time/update', '{"app_purchase_one_time":{}}', { kind: 'charge-changed' }],
  ['shop/redact', '{"shop_id":1}', { kind: 'redact-shop' }],
  ['themes/publish', '{"id":1}', { kind: 'ignored' }],
])('%s: %s', (topic, body, event) => {
  expect(readShopEvent({ topic, body })).toMatchObject(event)
})

test.each([
  ['orders/paid', '{"id":1'],
  ['orders/paid', '[]'],
  ['orders/paid', orderBody({ total_price: 'Ada Byron' })],
  ['products/update', '{"id":"gid://shopify/Product/7"}'],
  ['products/update', '{"id":-7}'],
])('%s with another body is a bad record, whose content stays out of the error', (topic, body) => {
  expect(() => readShopEvent({ topic, body })).toThrow(
    expect.objectContaining({
      name: 'BadRecord',
      message: expect.not.stringContaining('Byron') as string,
    }),
  )
})
