/** The app in BigCommerce, as the domain needs it. Its client is app/clients/bigcommerce. */
import type { TenantId } from '../tenants/tenant-name.ts'

/** A person of a store, as its control panel knows them. */
export type StoreUser = {
  /** BigCommerce's number of the person. */
  id: string
  /** As BigCommerce has it; empty: it names none. */
  email: string
}

/** The answer to a code: access to a store, and who installed the app there. */
export type StoreGrant = {
  tenantId: TenantId
  accessToken: string
  user: StoreUser
  /** Null: the answer names none. */
  owner: StoreUser | null
}

/** Facts that a store's control panel signs when it opens the app or reports an end. */
export type StorePayload = {
  tenantId: TenantId
  user: StoreUser
  owner: StoreUser
  /** The page of the app that a link names, as it arrived: not checked. */
  url: string
  /** The payload’s identifier, which no other has. */
  id: string
  issuedAt: Date
}

export type StoreDetails = {
  name: string
  /** The storefront’s address; null: the store has none yet. */
  url: string | null
  /** IANA, as the store names it; null: none. */
  timeZone: string | null
}

/** Pages of a storefront on which a script runs. Others would need a right that we don't ask for. */
export const scriptPlaces = ['storefront', 'order_confirmation'] as const
export type ScriptPlace = (typeof scriptPlaces)[number]

type StoreScript = {
  id: string
  /** As the store names it: maybe none of `scriptPlaces`. */
  place: string
  html: string
  /** Whether the merchant left it on. */
  isEnabled: boolean
}

/** A store and the token of its API. */
export type StoreAccess = { tenantId: TenantId; accessToken: string }

export type BigCommerceApp = {
  /** Secret by which deliveries of webhooks are signed. */
  clientSecret: string
  /** @returns null unless BigCommerce signed it for this app, and it is valid now */
  readPayload: (signed: string) => StorePayload | null
  /**
   * Exchanges the code of an install, which works once.
   *
   * @param asked `context` and `scope` as they arrived
   * @throws CodeRefused, ScopesMissing, TryLater, BadRecord
   */
  exchangeCode: (asked: { code: string; context: string; scope: string }) => Promise<StoreGrant>
  /** @throws ConnectionLost when the token has ended, TryLater, BadRecord */
  readStore: (access: StoreAccess) => Promise<StoreDetails>
  /** Our scripts in the store. @throws ConnectionLost, TryLater, BadRecord */
  listScripts: (access: StoreAccess) => Promise<StoreScript[]>
  /** @throws ConnectionLost, TryLater, BadRecord */
  saveScript: (access: StoreAccess, script: NewScript) => Promise<void>
  /** Asks for the webhook that reports a store's end. Repeatable. @throws ConnectionLost, TryLater, BadRecord */
  reportEnd: (access: StoreAccess) => Promise<void>
  /** The app in the store's control panel. */
  appUrl: (tenantId: TenantId) => string
  /** Where a merchant installs the app from another site. */
  installUrl: string
  /** Where BigCommerce shows the end of an install that began on another site. */
  installedUrl: (outcome: 'succeeded' | 'failed') => string
}

type NewScript = {
  place: ScriptPlace
  html: string
  /** One that is there and is replaced. Null: there is none. */
  id: string | null
}

/** The code was used, has expired, or is another store's. */
export class CodeRefused extends Error {
  constructor() {
    super('The code of the install was refused.')
  }
}

/** The store's owner hasn't agreed to everything that the app needs. */
export class ScopesMissing extends Error {
  readonly scopes: readonly string[]

  constructor(scopes: readonly string[]) {
    super(`The install lacks ${scopes.join(', ')}.`)
    this.scopes = scopes
  }
}
