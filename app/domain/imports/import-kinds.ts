/** Kinds of files and their columns. Safe in the browser. */

export const importKinds = ['purchase', 'signup', 'review', 'product'] as const
export type ImportKind = (typeof importKinds)[number]

export const importLimits = {
  maxBytes: 2 * 1024 * 1024,
  maxRows: 5_000,
  /** Undecided imports per site. */
  maxWaiting: 5,
  waitingDays: 7,
}

export type ImportColumn = {
  name: string
  /** Other column names. Ignores spaces, dashes and case. */
  others: readonly string[]
  isNeeded?: true
}

const column = (name: string, ...others: string[]): ImportColumn => ({ name, others })
const needed = (name: string, ...others: string[]): ImportColumn => ({
  ...column(name, ...others),
  isNeeded: true,
})

const person: readonly ImportColumn[] = [
  column('first_name', 'firstname', 'billing_first_name', 'customer_first_name'),
  column('last_name', 'lastname', 'billing_last_name', 'customer_last_name'),
  column(
    'full_name',
    'billing_name',
    'customer_name',
    'ship_name',
    'buyer_name',
    'reviewer',
    'reviewer_name',
  ),
  column('email', 'e_mail', 'email_address', 'billing_email', 'customer_email'),
  column('city', 'town', 'billing_city', 'shipping_city'),
  column('country', 'country_code', 'billing_country', 'shipping_country'),
]

const product: readonly ImportColumn[] = [
  column('product', 'product_title', 'product_name', 'item', 'item_name', 'lineitem_name'),
  column('product_url', 'product_link', 'url', 'link'),
  column('product_image', 'image_link', 'image_url', 'image'),
]

const moment = needed(...(['occurred_at', 'paid_at', 'created_at', 'order_date', 'date'] as const))
const states = column('state', 'status', 'financial_status', 'order_status')

export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  purchase: [
    needed('id', 'order_id', 'order_number', 'order'),
    ...[moment, states, ...person, ...product],
    column('total', 'amount', 'order_total'),
    column('currency', 'order_currency'),
  ],
  signup: [needed('id', 'signup_id', 'subscriber_id'), moment, states, ...person],
  review: [
    needed('id', 'review_id'),
    moment,
    needed('stars', 'rating', 'score'),
    column('body', 'text', 'review', 'comment', 'content'),
    ...person,
    ...product,
  ],
  product: [
    needed('id', 'sku'),
    needed('title', 'name'),
    column('link', 'url'),
    column('image_link', 'image'),
    column('price'),
    column('currency'),
    column('stock', 'quantity', 'inventory'),
    column('availability'),
  ],
}

/** Fields whose own names don't say on a screen what they are. */
const fieldLabels: Readonly<Record<string, string>> = {
  id: 'ID',
  occurred_at: 'Date',
  state: 'Status',
  product_url: 'Product URL',
  total: 'Order total',
  body: 'Review text',
  link: 'Product URL',
  image_link: 'Product image',
}

export const labelOfField = (kind: ImportKind, name: string): string =>
  kind === 'purchase' && name === 'id'
    ? 'Order number'
    : (fieldLabels[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' '))

/** For example "1 purchase", "2 purchases". */
export const importWords: Record<ImportKind, { one: string; many: string; title: string }> = {
  purchase: { one: 'purchase', many: 'purchases', title: 'Purchases' },
  signup: { one: 'sign-up', many: 'sign-ups', title: 'Sign-ups' },
  review: { one: 'review', many: 'reviews', title: 'Reviews' },
  product: { one: 'product', many: 'products', title: 'Products' },
}

export const countKind = (total: number, kind: ImportKind): string =>
  `${String(total)} ${total === 1 ? importWords[kind].one : importWords[kind].many}`
