/**
 * Etsy's two files. Source: Etsy Help Center, "How to download your order data", and the field names
 * that public programs read. They are English in every shop language, with US dates, and "Delivery"
 * or "Ship" in the names of the address.
 */
import { stateWords } from '../state-words.ts'
import type { FilePreset } from './preset.ts'

export const marketplacePresets: readonly FilePreset[] = [
  {
    id: 'etsy-items',
    kind: 'purchase',
    signs: [['sale_date', 'item_name', 'transaction_id', 'order_id']],
    columns: {
      id: ['order_id'],
      occurred_at: ['date_paid', 'sale_date'],
      full_name: ['ship_name', 'delivery_name'],
      city: ['ship_city', 'delivery_city'],
      country: ['ship_country', 'delivery_country'],
      product: ['item_name'],
      currency: ['currency'],
    },
    extras: { date_paid: ['date_paid'] },
    isMonthFirst: true,
    rowsOf: ['order_id'],
    stateBy: (cellOf) => (cellOf('date_paid') === '' ? 'unpaid' : undefined),
  },
  {
    id: 'etsy',
    kind: 'purchase',
    signs: [['sale_date', 'order_id', 'buyer_user_id', 'order_value']],
    columns: {
      id: ['order_id'],
      occurred_at: ['date_paid', 'sale_date'],
      // Empty for most orders. "Adjusted Order Total" is 0.00 for orders that were never adjusted, so
      // it doesn't show refunds.
      state: ['status'],
      first_name: ['first_name'],
      last_name: ['last_name'],
      full_name: ['full_name'],
      city: ['ship_city', 'delivery_city'],
      country: ['ship_country', 'delivery_country'],
      total: ['order_total'],
      currency: ['currency'],
    },
    states: stateWords({ confirmed: 'shipped, delivered', unpaid: 'payment processing' }),
    isMonthFirst: true,
  },
]
