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

export type ImportColumn = { name: string; isNeeded?: true }

const column = (name: string): ImportColumn => ({ name })
const needed = (name: string): ImportColumn => ({ name, isNeeded: true })

const person = ['first_name', 'last_name', 'full_name', 'email', 'city', 'country'].map(column)
const product = ['product', 'product_url', 'product_image'].map(column)
const moment = [needed('occurred_at'), column('time')]

/** See column-names.ts for the names that files have for them. */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  purchase: [
    needed('id'),
    ...moment,
    ...['state', 'cancelled_at'].map(column),
    ...person,
    ...product,
    ...['total', 'currency', 'refunded', 'payment_method', 'test'].map(column),
  ],
  signup: [needed('id'), ...moment, column('state'), ...person],
  review: [needed('id'), ...moment, needed('stars'), column('body'), ...person, ...product],
  product: [
    ...['id', 'title'].map(needed),
    ...['link', 'image_link', 'price', 'currency', 'stock', 'availability'].map(column),
  ],
}

/** Fields whose own names don't say on a screen what they are. */
const fieldLabels: Readonly<Record<string, string>> = {
  id: 'ID',
  occurred_at: 'Date',
  state: 'Status',
  product_url: 'Product URL',
  cancelled_at: 'Canceled on',
  total: 'Order total',
  refunded: 'Refunded amount',
  test: 'Test order',
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
