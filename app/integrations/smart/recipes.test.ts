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
  data: { object: { ...(charge as Record<string, Tree>), ...object } },
})
const shopifyOrder = payload('shopify').orders_create_trimmed as Record<string, Tree>
const wooOrder = payload('wordpress').order as Record<string, Tree>
const subscribe = form(payload('mailchimp').subscribe)

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
  ['mailchimp-subscribers', form(payload('mailchimp').unsubscribe), 'cancelled'],
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
