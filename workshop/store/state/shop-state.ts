/** The parts of a shop of the demo store. All of it is in memory, and can be changed. */

/** Larger than a number can hold exactly, as ids of a large platform may become. */
export type Id = bigint

export type Variant = {
  id: Id
  inventoryItemId: Id
  title: string
  sku: string
  /** In cents. */
  price: number
  /** Null: sold without a limit. */
  stock: number | null
}

export type Product = {
  id: Id
  handle: string
  title: string
  description: string
  /** File in workshop/shop/pictures, without its extension. */
  picture: string
  /** The option in which the variants differ. Null when there is only one. */
  option: string | null
  variants: Variant[]
  status: 'ACTIVE' | 'DRAFT'
  createdAt: Date
  updatedAt: Date
}

export type Address = {
  id: Id
  firstName: string
  lastName: string
  city: string
  province: string
  provinceCode: string
  country: string
  countryCode: string
}

export type Customer = {
  id: Id
  firstName: string
  lastName: string
  email: string
  address: Address | null
  createdAt: Date
  updatedAt: Date
}

export type LineItem = {
  id: Id
  productId: Id
  variantId: Id
  title: string
  variantTitle: string | null
  sku: string
  quantity: number
  /** In cents. */
  price: number
}

export type Order = {
  id: Id
  number: number
  lineItems: LineItem[]
  /** Null for a guest. */
  customerId: Id | null
  email: string
  address: Address | null
  locale: string
  isTest: boolean
  createdAt: Date
  updatedAt: Date
  cancelledAt: Date | null
  refundedAt: Date | null
}

export type Staff = {
  id: Id
  firstName: string
  lastName: string
  email: string
  locale: string
  isOwner: boolean
  /** Works for the shop through an agency's account. */
  isCollaborator: boolean
}

/** An app block that was added to the product page. */
type PlacedBlock = { id: string; handle: string }

type Theme = {
  id: Id
  name: string
  /** App embeds that are switched on, by file name of the block. */
  embeds: Set<string>
  blocks: PlacedBlock[]
}

export type Money = { amount: string; currencyCode: string }

export type Subscription = {
  id: Id
  name: string
  returnUrl: string
  status: 'PENDING' | 'ACTIVE' | 'DECLINED' | 'EXPIRED' | 'FROZEN' | 'CANCELLED'
  isTest: boolean
  trialDays: number
  price: Money | null
  interval: 'EVERY_30_DAYS' | 'ANNUAL'
  /** Handle of a plan on the platform's own plan page. Null: the app created it. */
  planHandle: string | null
  cappedAmount: Money | null
  terms: string
  createdAt: Date
  currentPeriodEnd: Date | null
}

export type Purchase = {
  id: Id
  name: string
  returnUrl: string
  price: Money
  status: 'PENDING' | 'ACTIVE' | 'DECLINED' | 'EXPIRED'
  isTest: boolean
  createdAt: Date
}

export type Metafield = {
  id: Id
  namespace: string
  key: string
  type: string
  value: string
  createdAt: Date
  updatedAt: Date
}

/** The app in a shop. Uninstalling it starts it again from nothing. */
export type Installation = {
  id: Id
  scopes: string[]
  subscriptions: Subscription[]
  purchases: Purchase[]
  metafields: Metafield[]
  webPixel: { id: Id; settings: string } | null
}

/** Data about customers that the platform approves for an app one by one. */
export const protectedFields = ['name', 'address', 'email', 'phone'] as const
export type ProtectedField = (typeof protectedFields)[number]

/**
 * Customer data that the platform approved for the app. Null is level 0: not even orders. An empty
 * list is level 1: orders without what is protected. Any field is level 2.
 */
export type DataAccess = readonly ProtectedField[] | null

export type ShopState = {
  id: Id
  /** First part of its domain, and its place in the admin's URLs. */
  name: string
  /** `{name}.myshopify.com`, as it is in tokens and headers. */
  domain: string
  title: string
  email: string
  currency: string
  timeZone: string
  country: string
  countryCode: string
  createdAt: Date
  locationId: Id
  staff: Staff[]
  /** Which of the staff is looking at the admin. */
  viewerId: Id
  products: Product[]
  customers: Customer[]
  orders: Order[]
  theme: Theme
  /** Null while the app isn't installed. */
  installation: Installation | null
  /** Its app was removed: only its people bring it back, by the page that asks for it. */
  wasUninstalled: boolean
  dataAccess: DataAccess
  /** Shopify keeps buyers' data back because of the shop's plan, and its errors say so. */
  isPlanWithoutData: boolean
  /** Granted scopes that the platform acts as if the merchant had taken them back. */
  revokedScopes: readonly string[]
  /** How long the platform asks an app to wait when it is busy. */
  retryAfterSeconds: number
  /** Mutations change nothing, and answer with errors for the user. */
  refusesChanges: boolean
  /** Storage in the app's frame throws, as in browsers that block what other sites store. */
  blocksStorage: boolean
}

export const viewerOf = ({ staff, viewerId }: ShopState): Staff => {
  const viewer = staff.find(({ id }) => id === viewerId) ?? staff[0]
  if (!viewer) throw new Error('A shop has an owner.')
  return viewer
}

export const ownerOf = ({ staff }: ShopState): Staff => {
  const owner = staff.find(({ isOwner }) => isOwner)
  if (!owner) throw new Error('A shop has an owner.')
  return owner
}

export type KindOfId =
  | 'AppInstallation'
  | 'AppPurchaseOneTime'
  | 'AppSubscription'
  | 'AppSubscriptionLineItem'
  | 'Customer'
  | 'Domain'
  | 'InventoryItem'
  | 'InventoryLevel'
  | 'InventoryQuantity'
  | 'LineItem'
  | 'Location'
  | 'MailingAddress'
  | 'Metafield'
  | 'OnlineStoreTheme'
  | 'Order'
  | 'Product'
  | 'ProductImage'
  | 'ProductOption'
  | 'ProductVariant'
  | 'MediaImage'
  | 'Refund'
  | 'Shop'
  | 'StaffMember'
  | 'WebPixel'

/** An id as the Admin API and webhooks name it across all kinds of things. */
export const gid = (kind: KindOfId, id: Id | string) => `gid://shopify/${kind}/${String(id)}`

/** The number in a global id; null for text that isn't one of this kind. */
export function idIn(kind: KindOfId, text: unknown): Id | null {
  const prefix = `gid://shopify/${kind}/`
  if (typeof text !== 'string' || !text.startsWith(prefix)) return null
  const digits = /^\d{1,30}/.exec(text.slice(prefix.length))?.[0]
  return digits === undefined ? null : BigInt(digits)
}

/** Cents as the platform writes an amount: `18.00`. */
export const amountText = (cents: number) => (cents / 100).toFixed(2)

export const totalOf = (lines: readonly LineItem[]) =>
  lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
