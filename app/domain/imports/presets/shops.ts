/**
 * Orders as shop systems export them. Sources: Shopify Help Center, "Exporting orders" (columns);
 * Squarespace Help Center, "Exporting orders"; Wix Help Center, "Exporting your orders";
 * BigCommerce Support, "Exporting orders" (default template). Their column names are English in
 * every shop language.
 */
import { stateWords, stateOfWord } from '../state-words.ts'
import { bothAddresses, type FilePreset } from './preset.ts'

const named = {
  full_name: bothAddresses((address) => `${address}_name`),
  city: bothAddresses((address) => `${address}_city`),
  country: bothAddresses((address) => `${address}_country`),
}

const lineItems = { item_price: ['lineitem_price'], item_quantity: ['lineitem_quantity'] }

export const shopPresets: readonly FilePreset[] = [
  {
    id: 'shopify',
    kind: 'purchase',
    signs: [['name', 'financial_status', 'lineitem_name']],
    columns: {
      // The ID is what the app for Shopify reports, so that no order counts twice.
      id: ['id', 'name'],
      occurred_at: ['paid_at', 'created_at'],
      state: ['financial_status'],
      cancelled_at: ['cancelled_at'],
      ...named,
      email: ['email'],
      product: ['lineitem_name'],
      total: ['total'],
      currency: ['currency'],
      refunded: ['refunded_amount'],
      payment_method: ['payment_method'],
    },
    extras: lineItems,
    rowsOf: ['name'],
  },
  {
    id: 'squarespace',
    kind: 'purchase',
    signs: [['order_id', 'financial_status', 'lineitem_name']],
    columns: {
      id: ['order_id'],
      occurred_at: ['paid_at', 'created_at'],
      state: ['financial_status'],
      cancelled_at: ['cancelled_at'],
      ...named,
      email: ['email'],
      product: ['lineitem_name'],
      total: ['total'],
      currency: ['currency'],
      refunded: ['amount_refunded'],
      payment_method: ['payment_method'],
    },
    extras: lineItems,
    rowsOf: ['order_id'],
  },
  {
    id: 'wix',
    kind: 'purchase',
    signs: [['order_number', 'date_created', 'total_order_quantity', 'payment_status']],
    columns: {
      id: ['order_number'],
      occurred_at: ['date_created'],
      time: ['time'],
      state: ['payment_status'],
      full_name: ['billing_name', 'recipient_name'],
      // Wix has written "Delivery" above the columns of the billing address as well.
      city: ['billing_city', 'delivery_city'],
      country: ['billing_country', 'delivery_country'],
      email: ['contact_email'],
      product: ['item'],
      total: ['total'],
      currency: ['currency'],
      refunded: ['refunded_amount'],
      payment_method: ['payment_method'],
    },
    extras: {
      fulfillment: ['fulfillment_status'],
      item_price: ['price'],
      item_quantity: ['qty'],
    },
    rowsOf: ['order_number'],
    stateBy: (cellOf) => {
      const fulfillment = stateOfWord(cellOf('fulfillment') ?? '', new Map())
      return fulfillment === 'cancelled' ? fulfillment : undefined
    },
  },
  {
    id: 'bigcommerce',
    kind: 'purchase',
    signs: [['order_id', 'order_total_(inc_tax)', 'product_details']],
    columns: {
      id: ['order_id'],
      occurred_at: ['order_date'],
      time: ['order_time'],
      state: ['order_status'],
      first_name: bothAddresses((address) => `${address}_first_name`),
      last_name: bothAddresses((address) => `${address}_last_name`),
      full_name: ['customer_name'],
      email: ['customer_email', 'billing_email'],
      city: bothAddresses((address) => `${address}_suburb`),
      country: bothAddresses((address) => `${address}_country`),
      product: ['product_details'],
      total: ['order_total_(inc_tax)'],
      currency: ['order_currency_code'],
      refunded: ['refund_amount'],
      payment_method: ['payment_method'],
    },
    // As app/integrations/records/bigcommerce.ts has them by number.
    states: stateWords({
      confirmed: `shipped, partially shipped, awaiting fulfillment, awaiting shipment,
        awaiting pickup`,
      unpaid: 'disputed, manual verification required, verification required',
    }),
    productIn: { before: /Product Name:/, after: /, ?Product [A-Z]|\|/ },
  },
]
