/** Shops that setup asks about. Safe in the browser. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { InstallGuide } from '#app/presenters/install-guides.ts'

/** In the order in which they are offered. */
export const setupShops = [
  'shopify',
  'wordpress',
  'wix',
  'bigcommerce',
  'magento',
  'prestashop',
] as const satisfies readonly (ConnectableName & InstallGuide['id'])[]
export type SetupShop = (typeof setupShops)[number]

/** `other`: another shop system, or no shop. */
export type ShopChoice = SetupShop | 'other'

/** From the address of a step. Null: none, or none that is asked about. */
export const readShopChoice = (text: string | null): ShopChoice | null =>
  text === 'other' ? text : (setupShops.find((name) => name === text) ?? null)
