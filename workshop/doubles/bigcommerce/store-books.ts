/** One store of the double: what it sells, who works there, and what the app left in it. */
import { randomUUID } from 'node:crypto'

export type PanelUser = { id: number; email: string }

export type StoreOrder = {
  id: number
  placedAt: Date
  changedAt: Date
  isRefunded: boolean
  productId: number
}

export type StoreHook = {
  id: number
  scope: string
  destination: string
  headers: Record<string, string> | null
  is_active: boolean
}

export type StoreBooks = {
  hash: string
  name: string
  owner: PanelUser
  /** People whom the owner let open the app. */
  users: PanelUser[]
  /** Null: the app isn't installed, so no token works. */
  token: string | null
  scopes: string
  /** Unused codes of installs, with the person who installs. */
  codes: Map<string, { scope: string; user: PanelUser }>
  scripts: Map<string, Record<string, unknown>>
  hooks: Map<number, StoreHook>
  orders: StoreOrder[]
  products: { id: number; name: string; price: number; stock: number }[]
  customers: { id: number; email: string; createdAt: Date }[]
}

/** The rights that the app asks for. */
export const appScopes =
  'store_v2_content store_v2_customers_read_only store_v2_default store_v2_information_read_only store_v2_orders_read_only store_v2_products_read_only'

export const newStore = (hash: string, name: string, owner: PanelUser): StoreBooks => ({
  hash,
  name,
  owner,
  users: [],
  token: null,
  scopes: '',
  codes: new Map(),
  scripts: new Map(),
  hooks: new Map(),
  orders: [],
  products: [
    { id: 205, name: 'Linen shirt', price: 59.5, stock: 7 },
    { id: 206, name: 'Wool scarf', price: 35, stock: 2 },
  ],
  customers: [],
})

/** Letters and digits, as BigCommerce's are. */
export const newSecret = () => randomUUID().replaceAll('-', '')

/** Uninstalling takes the token, and with it the scripts that ask for that, and the webhooks. */
export function clearApp(store: StoreBooks): void {
  store.token = null
  store.scopes = ''
  store.codes.clear()
  store.hooks.clear()
  for (const [id, script] of store.scripts) {
    if (script['auto_uninstall'] === true) store.scripts.delete(id)
  }
}
