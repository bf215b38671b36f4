/**
 * The state of an order by each service's words: a payment that was declined, failed or voided is no
 * cancellation, because the same order can be paid later.
 */
import { expect, test } from 'vitest'
import type { ActivityRecord } from '../record.ts'
import * as bigcommerce from './bigcommerce.ts'
import * as etsy from './etsy.ts'
import * as eventbrite from './eventbrite.ts'
import * as magento from './magento.ts'
import * as prestashop from './prestashop.ts'
import * as shopify from './shopify.ts'
import * as wix from './wix.ts'
import * as woocommerce from './woocommerce.ts'

/** The same moment as each service writes it: when the order was changed last. */
const changedAt = '2026-11-26T10:20:00.000Z'

const recordOf: Record<string, (state: string) => ActivityRecord | null> = {
  woocommerce: (status) =>
    woocommerce.orderRecord(
      woocommerce.orderShape.parse({
        id: 1,
        status,
        date_created_gmt: '2026-11-26T10:00:00',
        date_modified_gmt: '2026-11-26T10:20:00',
      }),
    ),
  bigcommerce: (status) =>
    bigcommerce.orderRecord(
      bigcommerce.order.parse({
        id: 1,
        status_id: Number(status),
        date_created: 'Thu, 26 Nov 2026 10:00:00 +0000',
        date_modified: 'Thu, 26 Nov 2026 10:20:00 +0000',
      }),
      [],
    ),
  prestashop: (words) => {
    const [state, valid] = words.split(' ')
    return prestashop.orderRecord(
      prestashop.order.parse({
        id: 1,
        date_add: '2026-11-26 11:00:00',
        date_upd: '2026-11-26 11:20:00',
        current_state: state,
        valid: valid ?? '0',
      }),
      {
        customers: new Map(),
        addresses: new Map(),
        countries: new Map(),
        currencies: new Map(),
      },
      'Europe/Paris',
    )
  },
  magento: (state) =>
    magento.orderRecord(
      magento.order.parse({
        entity_id: 1,
        created_at: '2026-11-26 10:00:00',
        updated_at: '2026-11-26 10:20:00',
        state,
      }),
    ),
  wix: (words) => {
    const [status, paymentStatus] = words.split(' ')
    return wix.orderRecord(
      wix.order.parse({
        id: 'a',
        createdDate: '2026-11-26T10:00:00Z',
        updatedDate: changedAt,
        status,
        paymentStatus,
      }),
    )
  },
  etsy: (words) => {
    const [status, isPaid] = words.split('/')
    return etsy.receiptRecord(
      etsy.receipt.parse({
        receipt_id: 1,
        status,
        is_paid: isPaid === 'paid',
        created_timestamp: Date.parse('2026-11-26T10:00:00Z') / 1000,
        updated_timestamp: Date.parse(changedAt) / 1000,
      }),
      new Map(),
    )
  },
  shopify: (words) => {
    const [status, canceledAt] = words.split(' ')
    return shopify.orderRecord(
      shopify.order.parse({
        id: 1,
        created_at: '2026-11-26T10:00:00Z',
        updated_at: changedAt,
        financial_status: status,
        cancelled_at: canceledAt ?? null,
      }),
    )
  },
  eventbrite: (status) =>
    eventbrite.orderRecord(
      eventbrite.order.parse({
        id: 1,
        created: '2026-11-26T10:00:00Z',
        changed: changedAt,
        status,
        costs: { gross: { value: 100, currency: 'EUR' } },
      }),
    ),
}

test.each<[service: string, state: string, stored: ActivityRecord['state'] | null]>([
  ['woocommerce', 'pending', null],
  ['woocommerce', 'on-hold', null],
  ['woocommerce', 'failed', null],
  ['woocommerce', 'processing', 'confirmed'],
  ['woocommerce', 'cancelled', 'cancelled'],
  ['woocommerce', 'refunded', 'refunded'],
  ['bigcommerce', '7', null],
  ['bigcommerce', '6', null],
  ['bigcommerce', '11', 'confirmed'],
  ['bigcommerce', '5', 'cancelled'],
  ['bigcommerce', '4', 'refunded'],
  ['prestashop', '8', null],
  ['prestashop', '10', null],
  ['prestashop', '2 1', 'confirmed'],
  ['prestashop', '6', 'cancelled'],
  ['prestashop', '7', 'refunded'],
  ['magento', 'pending_payment', null],
  ['magento', 'payment_review', null],
  ['magento', 'processing', 'confirmed'],
  ['magento', 'canceled', 'cancelled'],
  ['wix', 'INITIALIZED NOT_PAID', null],
  ['wix', 'APPROVED NOT_PAID', null],
  ['wix', 'APPROVED PENDING', null],
  ['wix', 'APPROVED PAID', 'confirmed'],
  ['wix', 'CANCELED PAID', 'cancelled'],
  ['etsy', 'Payment Processing/open', null],
  ['etsy', 'Open/open', null],
  ['etsy', 'Paid/paid', 'confirmed'],
  ['etsy', 'Canceled/paid', 'cancelled'],
  ['shopify', 'pending', null],
  ['shopify', 'authorized', null],
  ['shopify', 'voided', null],
  ['shopify', 'paid', 'confirmed'],
  ['shopify', 'refunded', 'refunded'],
  ['shopify', `paid ${changedAt}`, 'cancelled'],
  ['eventbrite', 'started', null],
  ['eventbrite', 'unpaid', null],
  ['eventbrite', 'placed', 'confirmed'],
  ['eventbrite', 'refunded', 'refunded'],
])('%s: an order that is %s counts as %s', (service, state, stored) => {
  const record = recordOf[service]?.(state)
  expect(record?.state ?? null).toBe(stored)
  if (stored !== null) expect(record).toMatchObject({ as_of: changedAt })
})
