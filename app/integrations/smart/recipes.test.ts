import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factOf, isActivity } from '../record.ts'
import { applyMapping } from './apply-mapping.ts'
import { formTree } from './form-tree.ts'
import type { Tree } from './pointer.ts'
import { findRecipe, recipes } from './recipes.ts'

const payload = (name: string) =>
  JSON.parse(readFileSync(`tests/payloads/${name}.json`, 'utf8')) as Record<string, Tree>
const form = (fields: Tree | undefined) =>
  formTree(new URLSearchParams(fields as Record<string, string>))
const receivedAt = new Date('2026-03-01T10:00:00Z')

const apply = (id: string, tree: Tree | undefined) => {
  const recipe = findRecipe(id)
  if (!recipe || tree === undefined) throw new Error(`no recipe or sample for ${id}`)
  return applyMapping(recipe.mapping, tree, receivedAt)
}

const { event_envelope: envelope, charge } = payload('stripe')
const chargeEvent = (type: string, object: object = {}): Tree => ({
  ...(envelope as Record<string, Tree>),
  type,
  // The sample was authorized only.
  data: { object: { ...(charge as Record<string, Tree>), captured: true, ...object } },
})
const shopifyOrder = payload('shopify').orders_create_trimmed as Record<string, Tree>
const wooOrder = payload('wordpress').order as Record<string, Tree>
const subscribe = form(payload('mailchimp').subscribe)
const sample = (name: string, part: string) =>
  payload(`recipes/${name}`)[part] as Record<string, Tree>
const sale = sample('gumroad', 'sale')
const paddleRefund = sample('paddle', 'adjustment_updated')
/** The sample with other values in the group at these keys. */
const changed = (tree: Tree, keys: readonly string[], values: object): Tree => {
  const [key, ...rest] = keys
  const group = tree as Record<string, Tree>
  return key === undefined
    ? { ...group, ...values }
    : { ...group, [key]: changed(group[key] ?? {}, rest, values) }
}

const cases: [string, Tree | undefined, object[]][] = [
  [
    'shopify-orders',
    shopifyOrder,
    [
      {
        kind: 'purchase',
        id: '450789469',
        occurred_at: '2023-01-10T19:18:40.000Z',
        // The documented order is a test, and its payment was voided.
        state: 'cancelled',
        test: true,
        person: { first_name: 'John', email: 'jon@doe.ca', city: 'Ottawa', country: 'CA' },
        items: [{ title: 'IPod Nano - 8GB', quantity: 1, price: 199, productId: '632910392' }],
        total: 243,
        currency: 'USD',
      },
    ],
  ],
  [
    'woocommerce-orders',
    wooOrder,
    [
      {
        kind: 'purchase',
        id: '727',
        occurred_at: '2017-03-22T19:28:08.000Z',
        state: 'confirmed',
        person: {
          first_name: 'John',
          email: 'john.doe@example.com',
          city: 'San Francisco',
          country: 'US',
        },
        items: [
          { title: 'Woo Single #1', quantity: 2, price: 3, productId: '93' },
          {
            title: 'Ship Your Idea – Color: Black, Size: M Test',
            quantity: 1,
            price: 12,
            productId: '22',
          },
        ],
        total: 29.35,
        currency: 'USD',
      },
    ],
  ],
  [
    'stripe-payments',
    chargeEvent('charge.succeeded'),
    [
      {
        kind: 'purchase',
        id: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
        occurred_at: '2009-02-13T23:31:30.000Z',
        state: 'confirmed',
        test: true,
        person: { first_name: 'Jenny' },
        total: 1,
        currency: 'USD',
      },
    ],
  ],
  [
    'mailchimp-subscribers',
    subscribe,
    [
      {
        kind: 'signup',
        id: '8a25ff1d98',
        occurred_at: '2009-03-26T21:35:57.000Z',
        state: 'confirmed',
        person: { first_name: 'Mailchimp', email: 'api@mailchimp.com' },
      },
    ],
  ],
  [
    'trustpilot-reviews',
    payload('trustpilot'),
    [
      {
        kind: 'review',
        id: '53bffd360000640002975387',
        occurred_at: '2017-05-20T09:34:44.000Z',
        state: 'confirmed',
        stars: 5,
        body: 'Nothing other than excellent customer service.',
      },
    ],
  ],
  [
    'calendly-bookings',
    sample('calendly', 'created'),
    [
      {
        kind: 'signup',
        id: 'https://api.calendly.com/scheduled_events/CCCC/invitees/DDDD',
        occurred_at: '2026-02-11T10:15:32.000Z',
        state: 'confirmed',
        person: { first_name: 'Paolo', email: 'paolo@example.com' },
      },
    ],
  ],
  [
    'gumroad-sales',
    form(sale),
    [
      {
        kind: 'purchase',
        id: 'FO8TXN-dbxYaBdahG97Y-Q==',
        occurred_at: '2026-02-11T10:15:32.000Z',
        state: 'confirmed',
        person: { first_name: 'Mei', email: 'buyer@example.com', country: 'DE' },
        items: [
          {
            title: 'Field notes',
            url: 'https://seller.gumroad.com/l/notes',
            quantity: 1,
            productId: '6uVHQBgnV2C4MyJOq1D4yA==',
          },
        ],
        total: 12.5,
        currency: 'USD',
      },
    ],
  ],
  [
    'judge-me-reviews',
    sample('judge_me', 'review_created'),
    [
      {
        kind: 'review',
        id: '331',
        occurred_at: '2026-02-11T10:15:32.000Z',
        state: 'confirmed',
        person: { first_name: 'Lena', email: 'lena@example.com' },
        items: [{ title: 'Wool scarf', productId: '7421' }],
        stars: 5,
        body: 'Keeps me warm on the bike.',
      },
    ],
  ],
  [
    'kajabi-purchases',
    sample('kajabi', 'purchase'),
    [
      {
        kind: 'purchase',
        id: '4711',
        occurred_at: '2026-02-11T10:15:32.000Z',
        state: 'confirmed',
        person: { first_name: 'Noor', email: 'noor@example.com' },
        items: [{ title: 'Bread course', quantity: 1, productId: '12' }],
        total: 49,
        currency: 'USD',
      },
    ],
  ],
  [
    'lemon-squeezy-orders',
    sample('lemon_squeezy', 'order_created'),
    [
      {
        kind: 'purchase',
        id: '1042',
        occurred_at: '2026-02-11T10:15:32.000Z',
        state: 'confirmed',
        person: { first_name: 'Tomás', email: 'tomas@example.com' },
        items: [{ title: 'Icon set', quantity: 1, productId: '31' }],
        total: 34.51,
        currency: 'EUR',
      },
    ],
  ],
  [
    'paddle-transactions',
    sample('paddle', 'transaction_completed'),
    [
      {
        kind: 'purchase',
        id: 'txn_01hv8wptq8987qeep44cyrewp9',
        occurred_at: '2026-02-11T10:15:32.000Z',
        state: 'confirmed',
        items: [
          {
            title: 'Desktop licence',
            image: 'https://cdn.example.com/licence.png',
            quantity: 2,
            price: 36,
            productId: 'pro_01',
          },
        ],
        total: 72,
        currency: 'GBP',
      },
    ],
  ],
  [
    'typeform-responses',
    sample('typeform', 'response'),
    [
      {
        kind: 'signup',
        id: 'a3a12ec67a1365927098a606107fac15',
        occurred_at: '2026-02-11T10:15:32.000Z',
        state: 'confirmed',
        // The answer of the type text is no name.
        person: { first_name: 'Ines', email: 'ines@example.com' },
      },
    ],
  ],
]

test.each(cases)('the stored sample of %s gives exactly this', (id, tree, records) => {
  expect(apply(id, tree)).toEqual({ records, problems: [], unmatched: 0 })
})

test.each(cases)('records of %s can be stored', (id, tree) => {
  for (const record of apply(id, tree).records) {
    expect(isActivity(record) && factOf(record).id).toBe(record.id)
  }
})

test('every recipe has a sample', () => {
  expect(cases.map(([id]) => id)).toEqual(recipes.map(({ id }) => id))
})

test.each<[string, Tree, string | undefined]>([
  ['shopify-orders', { ...shopifyOrder, financial_status: 'paid' }, 'confirmed'],
  ['shopify-orders', { ...shopifyOrder, financial_status: 'refunded' }, 'refunded'],
  ['shopify-orders', { ...shopifyOrder, financial_status: 'pending' }, undefined],
  ['woocommerce-orders', { ...wooOrder, status: 'cancelled' }, 'cancelled'],
  ['woocommerce-orders', { ...wooOrder, status: 'pending' }, undefined],
  ['stripe-payments', chargeEvent('charge.refunded', { refunded: true }), 'refunded'],
  // A part of the money is no reason to hide the order.
  ['stripe-payments', chargeEvent('charge.refunded', { refunded: false }), undefined],
  ['stripe-payments', chargeEvent('charge.failed'), undefined],
  ['stripe-payments', chargeEvent('charge.succeeded', { captured: false }), undefined],
  ['stripe-payments', chargeEvent('charge.captured'), 'confirmed'],
  [
    'stripe-payments',
    chargeEvent('charge.succeeded', { description: 'Subscription update' }),
    undefined,
  ],
  ['mailchimp-subscribers', form(payload('mailchimp').unsubscribe), 'cancelled'],
  [
    'calendly-bookings',
    { ...sample('calendly', 'created'), event: 'invitee.canceled' },
    'cancelled',
  ],
  ['calendly-bookings', { ...sample('calendly', 'created'), event: 'routing_form' }, undefined],
  ['gumroad-sales', form({ ...sale, refunded: 'true' }), 'refunded'],
  ['gumroad-sales', form({ ...sale, disputed: 'true' }), 'cancelled'],
  ['gumroad-sales', form({ ...sale, is_recurring_charge: 'true' }), undefined],
  ['gumroad-sales', form({ ...sale, is_preorder_authorization: 'true' }), undefined],
  ['gumroad-sales', form({ ...sale, is_gift_receiver_purchase: 'true' }), undefined],
  [
    'judge-me-reviews',
    changed(sample('judge_me', 'review_created'), ['review'], { published: false }),
    undefined,
  ],
  [
    'judge-me-reviews',
    changed(sample('judge_me', 'review_created'), ['review'], { hidden: true }),
    undefined,
  ],
  ['kajabi-purchases', { ...sample('kajabi', 'purchase'), event: 'payment_succeeded' }, undefined],
  [
    'lemon-squeezy-orders',
    changed(sample('lemon_squeezy', 'order_created'), ['data', 'attributes'], {
      status: 'pending',
    }),
    undefined,
  ],
  [
    'lemon-squeezy-orders',
    changed(sample('lemon_squeezy', 'order_created'), ['data', 'attributes'], {
      status: 'refunded',
      refunded: true,
    }),
    'refunded',
  ],
  [
    'paddle-transactions',
    changed(sample('paddle', 'transaction_completed'), ['data'], {
      origin: 'subscription_recurring',
    }),
    undefined,
  ],
  ['paddle-transactions', paddleRefund, 'refunded'],
  ['paddle-transactions', changed(paddleRefund, ['data'], { type: 'partial' }), undefined],
  [
    'paddle-transactions',
    changed(paddleRefund, ['data'], { status: 'pending_approval' }),
    undefined,
  ],
  ['paddle-transactions', changed(paddleRefund, ['data'], { action: 'credit' }), undefined],
  [
    'typeform-responses',
    { ...sample('typeform', 'response'), event_type: 'form_response_partial' },
    undefined,
  ],
])('%s, another state', (id, tree, state) => {
  const { records, problems } = apply(id, tree)

  expect(records.map((record) => isActivity(record) && record.state)).toEqual(state ? [state] : [])
  expect(problems).toEqual([])
})

test('a live payment of Stripe is no test', () => {
  const event = chargeEvent('charge.succeeded') as Record<string, Tree>

  expect(apply('stripe-payments', { ...event, livemode: true }).records[0]).not.toHaveProperty(
    'test',
  )
})

test('a refund of Paddle has the ID of its purchase', () => {
  const [bought] = apply('paddle-transactions', sample('paddle', 'transaction_completed')).records
  const [refunded] = apply('paddle-transactions', paddleRefund).records

  expect(refunded).toMatchObject({ id: bought?.id, state: 'refunded' })
})

test('tests of Gumroad and Lemon Squeezy are tests', () => {
  const order = sample('lemon_squeezy', 'order_created')
  const test = changed(order, ['data', 'attributes'], { test_mode: true })

  expect(apply('gumroad-sales', form({ ...sale, test: 'true' })).records).toMatchObject([
    { test: true },
  ])
  expect(apply('lemon-squeezy-orders', test).records).toMatchObject([{ test: true }])
})
