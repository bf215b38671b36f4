/**
 * The parts of an integration. Each is one object in `catalog/`: it says what the service brings
 * and needs, and translates between the service and our records. It knows no database: the domain
 * passes in what it keeps between calls, and stores what it returns.
 *
 * Failures are errors from lib/web/provider-errors.ts. Any other error is a bug of ours.
 */
import type { z } from 'zod'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { ProviderClient } from '#app/lib/web/provider-client.server.ts'
import type { Budget } from '#app/lib/web/request-budget.ts'
import type { IntegrationRecord } from './record.ts'

type IntegrationCategory = 'shop' | 'payments' | 'marketing' | 'reviews' | 'developer'

/** Kinds of records that arrive over a connection. */
export type Brought = ActivityKind | 'product'

/** Fields of the form that connects. `meta` of each names it: label, help, isSecret, placeholder. */
export type SettingsShape = z.ZodObject

/** Shown beside a field of the form that connects. */
export type FieldMeta = {
  label: string
  /** One sentence: where to find it. */
  help?: string
  /** Kept encrypted, and never shown again. */
  isSecret?: boolean
  /** Follows from an approval by OAuth. No form asks for it, and none can set it. */
  isGranted?: boolean
  placeholder?: string
  /** Only some old settings are without it, so the screen doesn't call it optional. */
  isUsual?: boolean
}

/** A connection during one call. */
export type Caller<Settings = Record<string, unknown>> = {
  settings: Settings
  /** Keeps to the integration's budget, and reaches public addresses only. */
  http: ProviderClient
  now: Date
  /** Where the service sends deliveries. Secret, because anyone who knows it can send some. */
  hookUrl: string
  /** Letters and digits, for this connection only. Signs deliveries where we choose the secret. */
  hookSecret: string
  /** The result of `subscribe`. */
  subscription: Readonly<Record<string, string>>
  /**
   * The origin to call instead of the service's own. In tests and in development it may be a double's.
   *
   * @param origin for example https://api.stripe.com
   */
  origin: (origin: string) => string
  /**
   * A token that lasts for a while: the one that was made before, or a new one. One process at a time
   * makes it, and it is kept encrypted. Not for tokens that never end: those are settings.
   *
   * A kept token that the service refuses with 401 before its end is replaced, and the request sent again, once.
   *
   * After an approval by OAuth it is the token of the grant, renewed when it ends. `make` isn't called
   * then: pass `onlyByApproval` of kit/oauth.ts.
   */
  token: (make: () => Promise<MadeToken>) => Promise<string>
  /** How many of the newest reviews a reading keeps: as many as the plan includes. */
  reviewsLimit: number
  /** The app that Footfall registered at the service. Null: this installation has none. */
  app: App | null
  /** Token of the account at the review aggregator. Null: this installation has none. */
  aggregatorToken: string | null
}

/** Client id and secret at the service. */
export type App = { id: string; secret: string }

export type MadeToken = { token: string; expiresAt: Date }

/** The result of an approval at the service by OAuth 2.0. */
export type Grant = {
  accessToken: string
  refreshToken: string | null
  /** Null: it doesn't end. */
  expiresAt: Date | null
  /** The service's full response, for values that only some send, for example the account. */
  answer: Readonly<Record<string, unknown>>
}

/** The service's OAuth 2.0, authorization code. */
export type OAuth = {
  /** With its fixed parameters, for example `access_type=offline`. */
  authorizeUrl: string
  tokenUrl: string
  /** All are needed: an approval that leaves one out is refused. */
  scopes: readonly string[]
  /** Default: a space. */
  scopeSeparator?: ' ' | ','
  /** S256. */
  usesPkce: boolean
  /**
   * Where the app's id and secret go. `id`: the id in the body, and no secret. `secret`: the secret alone in the
   * body, without the address that the browser came back to.
   */
  clientAuth: 'body' | 'basic' | 'id' | 'secret'
  tokenBody: 'form' | 'json'
}

/** One of the accounts that a login covers. */
export type OfferedAccount = { id: string; label: string }

type AccountChoice<Settings> = {
  /** The setting that the ID of the chosen account becomes. */
  field: keyof Settings & string
  /** The noun for the accounts to choose from, for example "location". */
  noun: string
  /** @throws ConnectionLost, TryLater, BadRecord */
  list: (caller: Caller<Partial<Settings>>) => Promise<readonly OfferedAccount[]>
}

/** A request to the connection's address, as it came. */
export type RawDelivery = {
  method: string
  /** By names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  body: Buffer
}

/** A delivery that was stored, and is read now. */
export type StoredDelivery = {
  topic: string
  contentType: string
  query: URLSearchParams
  text: string
  receivedAt: Date
}

export type Verdict =
  /** Store it. `id` is the same for each attempt to deliver the same event. */
  | { id: string; topic: string; triggeredAt?: Date | null }
  /** Nothing is stored: the service only checks the address. */
  | { reply: { status: number; body?: string; contentType?: string } }
  /** The service sends credentials, as values of the connection's settings. */
  | { credentials: Record<string, unknown> }

type ReceiveVerbs<Settings> = {
  /** @throws ForgedDelivery, BadRecord (it can't be read) */
  verify: (delivery: RawDelivery, caller: Caller<Settings>) => Verdict | Promise<Verdict>
  /** May ask the service for details. @throws ConnectionLost, TryLater, BadRecord */
  read: (
    delivery: StoredDelivery,
    caller: Caller<Settings>,
  ) => readonly IntegrationRecord[] | Promise<readonly IntegrationRecord[]>
}

/** JSON that one page hands to the next. Null: from the beginning. */
export type Cursor = Record<string, unknown> | null

export type PulledPage = {
  records: readonly IntegrationRecord[]
  /** Kept for the next call, also when this was the last page for now. */
  cursor: Cursor
  /** Whether more can be read immediately. */
  hasMore: boolean
  /** Before then there is nothing to read: the service is still preparing it. */
  againAt?: Date
  /**
   * This page can't be read. It's tried again later; `hasMore` says whether others can be read now. A
   * MissingRight (kit/partial-failures.ts) may be of this list alone, or of the connection.
   */
  failure?: BadRecord | ConnectionLost
  /** An earlier page couldn't be read, and hasn't been read since. */
  isIncomplete?: boolean
  /** The service refuses a list that the connection does its work without. A sentence for its owner. */
  limit?: string
  /** All products of the shop have been listed since then: others no longer exist. */
  completedProductsSince?: Date
  /** With the last page of such a list. */
  completedReviews?: ReviewsListing
  /** Reviews that were read as well, and that the plan doesn't include: those that are stored are still listed. */
  beyondPlan?: readonly IntegrationRecord[]
  /** As it was read with this page. */
  published?: PublishedPage
}

/** A service's published facts about a page of reviews. */
export type PublishedPage = {
  /** Host of the website that the page names, as the service writes it. Null: it names none. */
  website: string | null
  /** Average out of 5, with the decimals of the service, and the number of reviews. Null: it publishes none. */
  rating: { average: number; total: number } | null
}

/** All reviews of a service have been listed, or its newest ones as far as the plan includes them. */
export type ReviewsListing = {
  /** When the list was begun. */
  since: Date
  /** Reviews that were written later are on the list. Null: earlier ones are, too. */
  oldest: Date | null
  /** How many are on it. */
  listed: number
}

/** Who can connect a page of reviews, and how it is known to be the site's. */
type ReviewSource<Settings> = {
  /** Hours that a review may be shown after it was last listed. Default: those of 30 days. */
  keptHours?: number
  /** Absent: only the owner of the reviews can connect them, by a login or a key. */
  page?: {
    /** The public page. */
    addressOf: (settings: Settings) => string
    /** Whether a link of the site's home page leads to it. Absent: links prove nothing. */
    isLink?: (settings: Settings, link: URL) => boolean
    /**
     * The list of reviews that the page shows, the same at each of its addresses and for each integration that
     * reads it. Absent: the account's.
     */
    listOf?: (settings: Settings) => string
    /** The page is that of a domain, which has to be the site's. */
    domainOf?: (settings: Settings) => string
    /** Only the page's owner can answer its reviews, and answers are listed with them. */
    hasAnswers: boolean
  }
}

export type PullVerbs<Settings> = {
  everyMinutes: number
  /** It reads reviews, and keeps to the plan's limit. */
  limitsReviews: boolean
  /** Reads one page: what is old first after connecting, later what is new. Repeatable. */
  page: (caller: Caller<Settings>, cursor: Cursor) => Promise<PulledPage>
  /**
   * After the last page of a list of reviews that lacks so many that the next one has to agree
   * (finish-reviews.server.ts). Absent: the next one comes soon enough anyway.
   *
   * @param cursor of that page
   * @returns a cursor with which the next list comes soon
   */
  doubted?: (cursor: Cursor) => Cursor
  /** False: what was there before the connection is still read. A list that can’t be read isn’t waited for. */
  hasReadPast: (cursor: Cursor) => boolean
  /**
   * Asks for the newest part of each list, one function a list. Each list may need a right of its own, so an
   * answer to one of them shows that the credentials work. Absent: it has one list alone.
   */
  probes?: readonly ((caller: Caller<Settings>) => Promise<unknown>)[]
}

/**
 * How a site is connected.
 * - `keys`: the form's fields are tested. - `paste`: the owner enters our address in the service.
 * - `approve`: the owner approves at the service, which then sends credentials.
 * - `oauth`: the same by OAuth 2.0, with an app that Footfall registered at the service.
 */
export type ConnectWay = 'keys' | 'paste' | 'approve' | 'oauth'

export type Integration<Shape extends SettingsShape = SettingsShape> = {
  /** Its label is in labels.ts. */
  name: ConnectableName
  category: IntegrationCategory
  /** One sentence for its card: what it brings. */
  summary: string
  brings: readonly Brought[]
  ways: readonly [ConnectWay, ...ConnectWay[]]
  settings: Shape
  /** For `approve`: the fields that are asked for before the owner is sent to the service. */
  approveFields?: readonly (keyof z.output<Shape> & string)[]
  /** The owner's steps at the service, one per entry. */
  steps: Partial<Record<ConnectWay, readonly string[]>>
  /** Its reviews come from the aggregator that Footfall has an account at, not from the service itself. */
  isAggregated?: boolean
  /** Its customers include buyers without an account, who signed up for nothing. */
  hasGuestCustomers?: boolean
  /** It runs on a server that its customer chose, so a firewall there is the customer's to open. */
  isSelfHosted?: boolean
  /** The service counts the requests of our app there, for all connections together. */
  isLimitedByApp?: boolean
  /** Request budget of each account at the service, of our app there, or of the account at the aggregator. */
  budget: Budget
  /**
   * The account's name at the service: connecting it again goes on with the same connection. Empty: each
   * connection is a new one.
   */
  accountOf: (settings: z.output<Shape>) => string
  /**
   * The account that its records’ ids belong to, so that two accounts with the same numbers never meet.
   * - absent: the account's. - `service`: all accounts share one row of ids. - `caller`: those of the
   *   sender, as at the REST API. - a function: the part of the account's name that counts.
   */
  idsOf?: 'service' | 'caller' | ((account: string) => string)
  /** Its name is that of a key or an app, of which an account can have several. Goes with `idsOf: 'service'`. */
  isNamedByKey?: boolean
  /**
   * Whether changed settings name the same account although `accountOf` differs, for example that of a shop
   * with a new address. Absent: they don't, and a connection never moves to another account.
   *
   * @param before the settings until now
   */
  isSameAccount?: (
    caller: Caller<z.output<Shape>>,
    before: z.output<Shape>,
  ) => boolean | Promise<boolean>
  /** For `approve`: the service's page that asks the owner. */
  approveUrl?: (
    caller: Caller<Partial<z.output<Shape>>>,
    pages: { returnUrl: string; appName: string; connectionId: string },
  ) => string
  oauth?: OAuth
  /**
   * After an approval by OAuth: the settings that follow from the grant, for example the account's
   * address. Token and refresh token are kept by `token`, which gives the grant's during this call.
   */
  settingsOf?: (
    grant: Grant,
    caller: Caller,
  ) => Promise<Partial<z.output<Shape>>> | Partial<z.output<Shape>>
  /**
   * For a login that covers several accounts, for example an agency’s: which one the site belongs to. The
   * owner chooses when there is more than one.
   */
  choice?: AccountChoice<z.output<Shape>>
  /**
   * Revokes an approval by OAuth. Called only for the account's last connection, because services
   * know one approval of an account, however many sites use it. Best effort.
   */
  revoke?: (caller: Caller<z.output<Shape>>) => Promise<void>
  /** Credentials work. Returns the account's label. @throws ConnectionLost, TryLater, BadRecord */
  test?: (caller: Caller<z.output<Shape>>) => Promise<{ label: string }>
  /** Asks the service to send deliveries. Returns what `unsubscribe` needs. Repeatable. */
  subscribe?: (caller: Caller<z.output<Shape>>) => Promise<Record<string, string>>
  /** Stops the service's deliveries. Best effort: the service may no longer exist. */
  unsubscribe?: (caller: Caller<z.output<Shape>>) => Promise<void>
  /** For services that list reviews. */
  reviews?: ReviewSource<z.output<Shape>>
  receive?: ReceiveVerbs<z.output<Shape>>
  pull?: PullVerbs<z.output<Shape>>
}

/** Any integration, for code that doesn't know which. */
export type AnyIntegration = Integration

/** Types the verbs by the settings. Who calls them passes what the same settings' shape has read. */
export const defineIntegration = <Shape extends SettingsShape>(
  definition: Integration<Shape>,
): AnyIntegration => definition as unknown as AnyIntegration
