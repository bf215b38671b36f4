import type { AppActions, AppScopes } from '../state/app-actions.server.ts'
import type { Id, ShopState } from '../state/shop-state.ts'
import { FieldRefused, type ApiObject } from './answer-document.ts'

/** The data that objects of the Admin API are read from. */
export type ApiContext = {
  shop: ShopState
  app: AppActions
  scopes: AppScopes
  apiKey: string
  handle: string
  /** Origin of the demo store. */
  origin: string
  /** Where people find the shop, without a trailing slash. */
  storefrontUrl: string
  clock: () => Date
  nextId: () => Id
}

/** @throws FieldRefused when the app wasn't granted the scope */
export function requireScope({ shop }: ApiContext, scope: string, field: string): void {
  const isRevoked = shop.revokedScopes.includes(scope)
  if (shop.installation?.scopes.includes(scope) && !isRevoked) return
  throw new FieldRefused(
    `Access denied for ${field} field. Required access: \`${scope}\` access scope.`,
    'ACCESS_DENIED',
  )
}

export const money = (amount: string, currencyCode: string): ApiObject => ({
  __typename: 'MoneyV2',
  amount,
  currencyCode,
})

/** The same amount for the shop and for the customer: nothing is converted here. */
export const moneyBag = (amount: string, currencyCode: string): ApiObject => ({
  __typename: 'MoneyBag',
  shopMoney: money(amount, currencyCode),
  presentmentMoney: money(amount, currencyCode),
})

export const iso = (date: Date | null) => date && date.toISOString()
