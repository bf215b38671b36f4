/**
 * Shopify as the domain sees it: who visits, what a shop grants, and its Admin API. Implemented in
 * app/clients/shopify.
 */
import type { z } from 'zod'
import type { CustomerField } from '#app/lib/shopify/refusals.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { ClosedReason } from './closed-shop.ts'
import type { ShopEvent, ShopOrder, ShopPage, ShopProduct } from './shop-event.ts'

/** A session token that Shopify signed for this app and that is valid now. */
export type ShopSession = {
  /** Domain of the shop, like `linen.myshopify.com`. */
  shop: string
  /** Shopify's id of the person in the shop's staff. */
  staffId: string
}

/** Access to a shop without a person. Both tokens expire; a refresh replaces both. */
export type OfflineGrant = {
  accessToken: string
  /** After this many seconds. */
  expiresIn: number
  refreshToken: string
  refreshTokenExpiresIn: number
  scopes: readonly string[]
}

/** The person of a session, as Shopify knows them. */
export type StaffMember = {
  /** Shopify's id: digits as text. */
  id: string
  firstName: string
  lastName: string
  email: string
  isEmailVerified: boolean
  /** The shop belongs to them. */
  isOwner: boolean
}

/** One operation of the Admin API: its document, and what its answer has to look like. */
export type ShopifyOperation<Data = unknown> = {
  name: string
  document: string
  /** The shape of `data`. Ids are text. */
  shape: z.ZodType<Data>
}

export type ShopifyCall<Data> = {
  shop: string
  accessToken: string
  operation: ShopifyOperation<Data>
  variables?: Readonly<Record<string, unknown>>
}

/** A shop, and the right to call its Admin API. */
export type ShopAccess = { shop: string; accessToken: string }

/** Data that a storefront needs about its site. */
type StorefrontSite = {
  uuid: string
  /** Origin that serves the pixel. */
  host: string
}

/** Details of a shop for its organization and site. */
export type ShopDetails = {
  /** Shopify's id: digits as text. */
  id: string
  name: string
  /** URL that visitors see. */
  url: string
  /** ISO 4217. */
  currency: string
  /** IANA. */
  timeZone: string
}

/** Subscription of a shop to this app, as Shopify has it. Ids are digits as text. */
export type ShopSubscription = {
  id: string
  name: string
  /** `ACCEPTED` is deprecated: approved, and not active yet. */
  status: 'PENDING' | 'ACCEPTED' | 'ACTIVE' | 'FROZEN' | 'CANCELLED' | 'DECLINED' | 'EXPIRED'
  /** No money is charged. */
  isTest: boolean
  /** Handle of a plan on Shopify's plan page. Null: the app created the subscription. */
  planHandle: string | null
  /** Per interval. Null: nothing recurs. */
  price: { cents: number; currency: string; interval: 'EVERY_30_DAYS' | 'ANNUAL' } | null
  /** From `createdAt` on. */
  trialDays: number
  createdAt: Date
  /** Null unless it is active. */
  currentPeriodEndsAt: Date | null
}

/** A shop's one-time purchase in this app. */
export type ShopPurchase = {
  id: string
  status: 'PENDING' | 'ACCEPTED' | 'ACTIVE' | 'DECLINED' | 'EXPIRED'
  isTest: boolean
  priceCents: number
  currency: string
}

/** A charge for the shop's owner to approve, in US cents. */
type ShopCharge = {
  /** As Shopify shows it, here and on its invoice. */
  name: string
  priceCents: number
  /** Where Shopify returns to after any answer. */
  returnUrl: string
  /** No money is charged. */
  isTest: boolean
}

/** A created charge, and the page in the shop's admin on which its owner answers within two days. */
export type ShopApproval = { id: string; url: string }

/** A webhook that Shopify signed for this app. */
export type SignedWebhook = {
  /** The same for each attempt to deliver it. */
  id: string
  /** For example "orders/paid". */
  topic: string
  shop: string
  /** When the shop changed, by Shopify's clock. Null: unknown. */
  triggeredAt: Date | null
}

export type WebhookVerdict =
  | { webhook: SignedWebhook }
  /** `forged`: not signed with the app's secret. `malformed`: a header is missing or wrong. */
  | { refused: 'forged' | 'malformed'; detail: string }

export type Shopify = {
  /** Null when Shopify didn't sign the token for this app, or it isn't valid now. */
  readSession: (token: string) => Promise<ShopSession | null>
  /**
   * The shop in a token that Shopify signed for this app at any time. Enough to name the pages that
   * can frame an answer, never to answer with data.
   */
  readSignedShop: (token: string) => Promise<string | null>
  /**
   * Whether Shopify signed the query of an address.
   *
   * @param maxAgeSeconds of its timestamp, either way; absent: any
   */
  isSignedQuery: (query: URLSearchParams, maxAgeSeconds?: number) => boolean
  /** Whether Shopify passed on a storefront's request: the query of the app's proxy. */
  isProxied: (query: URLSearchParams) => boolean
  /** @param body the bytes as they came, because the signature is of these */
  readWebhook: (headers: Headers, body: Uint8Array) => WebhookVerdict
  /** @throws BadRecord when the body has another shape */
  readEvent: (webhook: { topic: string; body: string }) => ShopEvent
  /** URL of the shop's theme editor with an app embed turned on, ready to be saved. */
  embedLink: (shop: string, handle: string) => string
  /** URL of the shop's theme editor with a block added, ready to be moved and saved. */
  blockLink: (shop: string, handle: string) => string
  /** @throws SessionRefused, ShopClosed, TryLater, BadRecord */
  exchangeOffline: (shop: string, sessionToken: string) => Promise<OfflineGrant>
  /** @throws SessionRefused, ShopClosed, TryLater, BadRecord */
  exchangeOnline: (shop: string, sessionToken: string) => Promise<StaffMember>
  /** @throws GrantEnded, ShopClosed, TryLater, BadRecord */
  refresh: (shop: string, refreshToken: string) => Promise<OfflineGrant>
  /** @throws AccessEnded, ShopClosed, TryLater, BadRecord, ChangeRefused */
  call: <Data>(call: ShopifyCall<Data>) => Promise<Data>
  /** @throws as `call` does */
  readShop: (shop: string, accessToken: string) => Promise<ShopDetails>
  /** URL of the app in the shop's admin. @param path with a leading slash, of one of our pages */
  appLink: (shop: string, path: string) => string
  /** URL of Shopify's own plan page, for apps that use Shopify App Pricing. */
  plansLink: (shop: string) => string
  /** All that were ever created, newest first. @throws as `call` does */
  listSubscriptions: (access: ShopAccess) => Promise<ShopSubscription[]>
  /** Null: unknown, or of another shop. @throws as `call` does */
  readSubscription: (access: ShopAccess, id: string) => Promise<ShopSubscription | null>
  /**
   * For 30 days each, once the owner approves it, and instead of the one before. Not repeatable: each
   * call creates a charge.
   *
   * @throws as `call` does
   */
  createSubscription: (access: ShopAccess, charge: ShopCharge) => Promise<ShopApproval>
  /**
   * Ends immediately, and credits the remaining days.
   *
   * @throws as `call` does; ChangeRefused unless active
   */
  cancelSubscription: (access: ShopAccess, id: string) => Promise<void>
  /** Not repeatable: each call creates a charge. @throws as `call` does */
  createPurchase: (access: ShopAccess, charge: ShopCharge) => Promise<ShopApproval>
  /** Null: unknown, or of another shop. @throws as `call` does */
  readPurchase: (access: ShopAccess, id: string) => Promise<ShopPurchase | null>
  /** Null: it was deleted, or is too old. @throws OrdersRefused, and as `call` does */
  readOrder: (access: ShopAccess, id: string) => Promise<ShopOrder | null>
  /**
   * Those that changed since then, oldest change first.
   *
   * @param wanted.withheld fields that Shopify is known to refuse, which aren't asked for
   * @returns with those that it refuses now
   * @throws OrdersRefused, and as `call` does
   */
  listOrders: (
    access: ShopAccess,
    wanted: { since: Date; after: string | null; withheld: readonly CustomerField[] },
  ) => Promise<ShopPage<ShopOrder> & { withheld: readonly CustomerField[] }>
  /** Null: it was deleted. @throws as `call` does */
  readProduct: (access: ShopAccess, id: string) => Promise<ShopProduct | null>
  /** The product whose stock is counted in this item. Null: it was deleted. @throws as `call` does */
  readProductOfItem: (access: ShopAccess, itemId: string) => Promise<ShopProduct | null>
  /** All of the catalog. @throws as `call` does */
  listProducts: (access: ShopAccess, after: string | null) => Promise<ShopPage<ShopProduct>>
  /** Names the site to the theme's extension. @throws as `call` does */
  connectTheme: (access: ShopAccess, site: StorefrontSite) => Promise<void>
  /**
   * Names the site to the web pixel. Returns the web pixel's id.
   *
   * @param id of the existing one; null: none
   * @throws as `call` does
   */
  connectWebPixel: (
    access: ShopAccess,
    wanted: { id: string | null; site: StorefrontSite; sandboxKey: string },
  ) => Promise<string>
}

/** Shopify doesn't accept the session token: a new one is needed. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused'

  constructor() {
    super('Shopify did not accept the session token.')
  }
}

/** No member of the shop's organization is of its staff, so new staff aren't added to it. */
export class StaffNotAdmitted extends Error {
  override readonly name = 'StaffNotAdmitted'

  constructor() {
    super('The organization has no member of the shop’s staff.')
  }
}

/** The refresh token is used up or revoked: the next visit of the shop's staff gets a new one. */
export class GrantEnded extends Error {
  override readonly name = 'GrantEnded'

  constructor() {
    super('The access to the shop has ended.')
  }
}

/** The access token is not, or no longer, valid. */
export class AccessEnded extends Error {
  override readonly name = 'AccessEnded'

  constructor() {
    super('Shopify did not accept the access token.')
  }
}

export class ShopClosed extends Error {
  override readonly name = 'ShopClosed'

  constructor(readonly reason: ClosedReason) {
    super(`The shop can’t be used: ${reason}.`)
  }
}

/**
 * Shopify hasn't approved order data for the app. Only Shopify can change it, so the shop is looked at
 * again now and then.
 */
export class OrdersRefused extends Error {
  override readonly name = 'OrdersRefused'

  constructor() {
    super('Shopify hasn’t approved order data for the app.')
  }
}

/**
 * The calls that a shop allows are used up for a moment, by this app or by others, or another process
 * renews the access. Nothing failed: the same call works at `at`.
 */
export class ShortWait extends TryLater {}

/** A mutation that Shopify understood and refused: `userErrors` of its answer. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused'

  /** @param errors for the merchant, with the path of the field */
  constructor(readonly errors: readonly { field: string; message: string }[]) {
    super('Shopify refused the change.')
  }
}
