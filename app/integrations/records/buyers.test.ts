/** Name and place are the same person's, and the product named was kept and is one. */
import { expect, test } from 'vitest'
import { factOf, type ActivityRecord } from '../record.ts'
import * as eventbrite from './eventbrite.ts'
import * as magento from './magento.ts'
import * as paypal from './paypal.ts'
import * as prestashop from './prestashop.ts'
import * as shopify from './shopify.ts'

const placedAt = '2026-11-26T10:00:00Z'

const shopifyOrder = (over: object) =>
  shopify.orderRecord(
    shopify.order.parse({
      id: 1,
      created_at: placedAt,
      financial_status: 'paid',
      customer: { first_name: 'Ann' },
      billing_address: { city: 'Austin', country_code: 'US' },
      shipping_address: { first_name: 'Bob', city: 'Reno', country_code: 'US' },
      line_items: [],
      ...over,
    }),
  )

const paypalOrder = (fullName: string | null) =>
  paypal.captureRecord(
    paypal.capture.parse({ id: '1', status: 'COMPLETED', create_time: placedAt }),
    {
      isTest: false,
      order: paypal.order.parse({
        payer: { name: { given_name: 'Ann' }, address: { country_code: 'DE' } },
        purchase_units: [
          {
            shipping: {
              name: fullName === null ? null : { full_name: fullName },
              address: { admin_area_2: 'Reno', country_code: 'US' },
            },
          },
        ],
      }),
    },
  )

function prestashopOrder(invoice: string | null) {
  const address = { id_country: '21' }
  return prestashop.orderRecord(
    prestashop.order.parse({
      id: 1,
      date_add: '2026-11-26 10:00:00',
      current_state: '2',
      valid: '1',
      id_customer: '7',
      id_address_invoice: invoice,
      id_address_delivery: '2',
    }),
    {
      customers: new Map([['7', prestashop.customer.parse(annOfPrestashop)]]),
      addresses: new Map([
        ['1', { ...address, id: '1', firstname: 'Ann', city: 'Austin' }],
        ['2', { ...address, id: '2', firstname: 'Bob', city: 'Reno' }],
      ]),
      countries: new Map([['21', { id: '21', iso_code: 'US' }]]),
      currencies: new Map(),
    },
    'UTC',
  )
}
const annOfPrestashop = { id: 7, date_add: '2026-11-26 10:00:00', firstname: 'Ann' }

const attendee = (first_name: string, city: string) => ({
  profile: { first_name, addresses: { home: { city, country: 'US' } } },
})

const eventbriteOrder = (...attendees: object[]) =>
  eventbrite.orderRecord(
    eventbrite.order.parse({
      id: '1',
      created: placedAt,
      status: 'placed',
      first_name: 'Ann',
      costs: { gross: { value: 100, currency: 'USD' } },
      attendees,
    }),
  )

const magentoOrder = () =>
  magento.orderRecord(
    magento.order.parse({
      entity_id: 1,
      created_at: '2026-11-26 10:00:00',
      state: 'complete',
      customer_firstname: 'Ann',
      billing_address: { firstname: 'Ann', city: 'Austin', country_id: 'US' },
    }),
  )

const cases: [string, ActivityRecord | null, string | null, string | null][] = [
  ['Shopify, a gift', shopifyOrder({}), 'Austin', 'US'],
  ['Shopify, a gift without billing', shopifyOrder({ billing_address: null }), null, null],
  ['PayPal, to the payer', paypalOrder('Ann Lee'), 'Reno', 'US'],
  ['PayPal, a gift', paypalOrder('Bob Lee'), null, 'DE'],
  ['PrestaShop, a gift', prestashopOrder('1'), 'Austin', 'US'],
  ['PrestaShop, a gift without an invoice address', prestashopOrder(null), null, null],
  [
    'Eventbrite, two tickets',
    eventbriteOrder(attendee('Bob', 'Reno'), attendee('Ann', 'Austin')),
    'Austin',
    'US',
  ],
  ['Eventbrite, tickets for others', eventbriteOrder(attendee('Bob', 'Reno')), null, null],
  ['Magento', magentoOrder(), 'Austin', 'US'],
]

test.each(cases)('%s: the town is the buyer’s', (_name, record, city, country) => {
  expect(record?.person).toMatchObject({ first_name: 'Ann', city, country })
})

const line = { title: 'Mug', quantity: 1, price: '20.00', product_id: 2 }

test.each([
  [[{ ...line, title: 'Shipping protection', price: '2.00' }, line], ['Mug']],
  [[{ ...line, title: 'Tip', price: '90.00', product_id: null }, line], ['Mug']],
  [[{ ...line, title: 'Coat', current_quantity: 0 }, line], ['Mug']],
  [[{ ...line, title: 'Card 50', gift_card: true, price: '50.00' }, line], ['Mug']],
  [
    [{ ...line, title: 'Sticker', price: '1.00' }, line],
    ['Mug', 'Sticker'],
  ],
  [[{ ...line, title: 'Tip' }], []],
])('nudges name the first product of the lines %j: %j', (lines, expected) => {
  const record = shopifyOrder({ line_items: lines })

  expect(record && factOf(record).items?.map(({ title }) => title)).toEqual(expected)
})

test('a first-name field with a whole name is kept without the family name', () => {
  const record = shopifyOrder({ customer: { first_name: 'Smith, John' }, billing_address: null })

  expect(record && factOf(record).person?.first_name).toBe('John')
})
