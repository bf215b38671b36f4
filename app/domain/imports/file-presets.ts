/**
 * Files that known shops export, recognized by their column names. A preset chooses the columns and
 * knows what the shop writes into them.
 */
import { fieldName } from '#app/domain/products/field-name.ts'
import type { ImportKind } from './import-kinds.ts'
import type { PresetId } from './preset-labels.ts'

type StoredState = 'confirmed' | 'cancelled' | 'refunded'

type TitlePlace = { before: RegExp; after: RegExp }

export type FilePreset = {
  id: PresetId
  kind: ImportKind
  /** Names that are in this file together, and in no other one. See `fieldName`. */
  signs: readonly string[]
  /** Names of the columns for our fields; the first one that is there counts. */
  columns: Readonly<Record<string, readonly string[]>>
  /** Shop-specific labels of paid and refunded orders, in addition to the usual ones. */
  states?: Readonly<Record<string, StoredState>>
  /** Dates like 03/04/26 begin with the month, unless the file shows otherwise. */
  isMonthFirst?: true
  /**
   * An order has a row for each item. Further rows repeat this column, and are often empty
   * otherwise.
   */
  rowsOf?: string
  /** Text before and after the first title in a cell that lists an order’s products. */
  productIn?: TitlePlace
}

/** Names and words are those of the shops’ English exports. */
export const filePresets: readonly FilePreset[] = [
  {
    id: 'shopify',
    kind: 'purchase',
    signs: ['name', 'financial_status', 'lineitem_name'],
    columns: {
      // The ID is what the app for Shopify reports, so that no order counts twice.
      id: ['id', 'name'],
      occurred_at: ['paid_at', 'created_at'],
      state: ['financial_status'],
      full_name: ['billing_name', 'shipping_name'],
      email: ['email'],
      city: ['billing_city', 'shipping_city'],
      country: ['billing_country', 'shipping_country'],
      product: ['lineitem_name'],
      total: ['total'],
      currency: ['currency'],
    },
    states: { partially_refunded: 'confirmed' },
    rowsOf: 'name',
  },
  {
    id: 'squarespace',
    kind: 'purchase',
    signs: ['order_id', 'financial_status', 'lineitem_name'],
    columns: {
      id: ['order_id'],
      occurred_at: ['paid_at', 'created_at'],
      state: ['financial_status'],
      full_name: ['billing_name', 'shipping_name'],
      email: ['email'],
      city: ['billing_city', 'shipping_city'],
      country: ['billing_country', 'shipping_country'],
      product: ['lineitem_name'],
      total: ['total'],
      currency: ['currency'],
    },
    states: { partially_refunded: 'confirmed' },
    rowsOf: 'order_id',
  },
  {
    id: 'woocommerce',
    kind: 'purchase',
    signs: ['order_number', 'order_status', 'first_name_(billing)'],
    columns: {
      id: ['order_number', 'order_id'],
      occurred_at: ['paid_date', 'order_date'],
      state: ['order_status'],
      first_name: ['first_name_(billing)'],
      last_name: ['last_name_(billing)'],
      email: ['email_(billing)'],
      city: ['city_(billing)', 'city_(shipping)'],
      country: ['country_code_(billing)', 'country_code_(shipping)'],
      product: ['item_name', 'name', 'product_name_(main)'],
      total: ['order_total_amount'],
      currency: ['order_currency', 'currency'],
      product_image: ['image_url'],
    },
    states: { processing: 'confirmed' },
    rowsOf: 'order_number',
  },
  {
    id: 'woocommerce-analytics',
    kind: 'purchase',
    signs: ['order_#', 'customer_type', 'product(s)'],
    columns: {
      id: ['order_#'],
      occurred_at: ['date'],
      state: ['status'],
      full_name: ['customer'],
      product: ['product(s)'],
      // Without shipping and taxes, and in a currency that the file doesn’t name: no total.
    },
    states: { processing: 'confirmed' },
    productIn: { before: /^\d+ ?×/, after: /, ?\d+ ?×/ },
  },
  {
    id: 'etsy-items',
    kind: 'purchase',
    signs: ['sale_date', 'item_name', 'transaction_id', 'order_id'],
    columns: {
      id: ['order_id'],
      occurred_at: ['date_paid', 'sale_date'],
      full_name: ['ship_name'],
      city: ['ship_city'],
      country: ['ship_country'],
      product: ['item_name'],
      currency: ['currency'],
    },
    isMonthFirst: true,
    rowsOf: 'order_id',
  },
  {
    id: 'etsy',
    kind: 'purchase',
    signs: ['sale_date', 'order_id', 'buyer_user_id', 'order_value'],
    columns: {
      id: ['order_id'],
      occurred_at: ['date_paid', 'sale_date'],
      first_name: ['first_name'],
      last_name: ['last_name'],
      full_name: ['full_name'],
      city: ['ship_city', 'delivery_city'],
      country: ['ship_country', 'delivery_country'],
      total: ['order_total'],
      currency: ['currency'],
    },
    isMonthFirst: true,
  },
  {
    id: 'bigcommerce',
    kind: 'purchase',
    signs: ['order_id', 'order_total_(inc_tax)', 'product_details'],
    columns: {
      id: ['order_id'],
      occurred_at: ['order_date'],
      state: ['order_status'],
      first_name: ['billing_first_name'],
      last_name: ['billing_last_name'],
      full_name: ['customer_name'],
      email: ['customer_email', 'billing_email'],
      city: ['billing_suburb', 'shipping_suburb'],
      country: ['billing_country', 'shipping_country'],
      product: ['product_details'],
      total: ['order_total_(inc_tax)'],
      currency: ['order_currency_code'],
    },
    states: {
      shipped: 'confirmed',
      partially_shipped: 'confirmed',
      awaiting_fulfillment: 'confirmed',
      awaiting_shipment: 'confirmed',
      awaiting_pickup: 'confirmed',
      partially_refunded: 'confirmed',
      declined: 'cancelled',
    },
    productIn: { before: /Product Name:/, after: /, ?Product [A-Z]|\|/ },
  },
]

const presetsOf = (kind: ImportKind): readonly FilePreset[] =>
  filePresets.filter((preset) => preset.kind === kind)

export const findPreset = (kind: ImportKind, id: string | null): FilePreset | null =>
  presetsOf(kind).find((preset) => preset.id === id) ?? null

/** The preset whose signs are all there. Null: none, or a file of another kind. */
export function recognizePreset(kind: ImportKind, names: readonly string[]): FilePreset | null {
  const known = new Set(names.map(fieldName))
  return presetsOf(kind).find(({ signs }) => signs.every((sign) => known.has(sign))) ?? null
}

/** The place of the column whose rows belong together. Null: each row is an order. */
export function rowsPlace(preset: FilePreset | null, names: readonly string[]): number | null {
  const place = names.findIndex((name) => fieldName(name) === preset?.rowsOf)
  return place === -1 ? null : place
}

/** @returns null for a cell that isn’t written like that */
export function titleIn(cell: string, { before, after }: TitlePlace): string | null {
  const start = before.exec(cell)
  if (!start) return null
  const rest = cell.slice(start.index + start[0].length)
  const end = rest.search(after)
  return (end === -1 ? rest : rest.slice(0, end)).trim() || null
}
