/** Each integration's data for the tests that all pass (app/integrations/battery.test.ts). */
import type { RawDelivery, Verdict } from '#app/integrations/integration.ts'
import type { IntegrationRecord } from '#app/integrations/record.ts'
import type { ShopDouble } from '#workshop/doubles/shops/shop-double.ts'
import type { Clock } from '../support/clock.ts'

/** A double of the service, with a connection to it. */
export type World = {
  double: ShopDouble
  settings: Record<string, unknown>
  /** Result of `subscribe`. Default: it is called. */
  subscription?: Record<string, string>
  app?: { id: string; secret: string }
  aggregatorToken?: string
  /** Default: the integration makes it. */
  token?: string
  /** Places a paid order, now; or what the service has instead. @returns the id of its record */
  placeOrder: () => string | Promise<string>
  /** How many webhooks the service knows. */
  countHooks?: () => number
}

export type Signing = {
  world: World
  subscription: Readonly<Record<string, string>>
  hookSecret: string
  at: Date
  /** With a secret that is another one. */
  isForged: boolean
}

export type DeliveryCase = {
  name: string
  topic: string
  json: unknown
  /** The text that is sent. Default: the JSON. */
  textOf?: (json: unknown, signing: Signing) => string
  /** Headers, in lower case. */
  sign: (text: string, signing: Signing) => Record<string, string | undefined>
  /** JSON that the service answers when it is asked for details, by `GET /path`. */
  answers?: Readonly<Record<string, unknown>>
  expected: readonly IntegrationRecord[]
  /** Fields without which it must not count as confirmed. */
  decisive: readonly string[]
}

export type BatteryCase = {
  start: (clock: Clock) => Promise<World>
  deliveries?: readonly DeliveryCase[]
  /**
   * The service signs nothing. The address is the only secret, so nothing in a delivery is believed: it
   * only names what is asked for.
   */
  isUnsigned?: boolean
  /** Headers without which a delivery is forged. */
  signedHeaders?: readonly string[]
  /** Whether deliveries that were signed long ago are refused. */
  isTimed?: boolean
  /** Requests that are answered without being stored. */
  contacts?: readonly { name: string; delivery: Partial<RawDelivery>; verdict: Verdict }[]
  /** Paths that answer with data about the shop. Without it nothing can be read. */
  pathsOfShop?: readonly string[]
  /** The best rating, of a service whose ratings have parts of a star, or more than five. */
  scale?: number
  /**
   * Reviews are listed as a whole again after so many hours, because edits and deletions are only noticed
   * so. Absent: what is known is never listed again.
   */
  relistedHours?: number
  /** For so many days what was listed is listed again, because some of it appears late. */
  listedAgainDays?: number
  /** The service's lists, and the records that pulling them brings. */
  pulled?: { answers: Readonly<Record<string, unknown>>; expected: readonly IntegrationRecord[] }
}
