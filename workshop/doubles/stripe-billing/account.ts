/** The state of a Stripe account: rows by kind, ids, time, and the events that it sends. */
import type { CardBehavior } from './cards.ts'
import { missing } from './failure.ts'
import { present } from './present.ts'
import type * as rows from './rows.ts'

/** As in the secret of events: each request names it, and answers have its shapes. */
export const apiVersion = '2026-10-28.endive'

type Tables = {
  customer: Map<string, rows.CustomerRow>
  tax_id: Map<string, rows.TaxIdRow>
  payment_method: Map<string, rows.PaymentMethodRow>
  setup_intent: Map<string, rows.SetupIntentRow>
  payment_intent: Map<string, rows.PaymentIntentRow>
  charge: Map<string, rows.ChargeRow>
  product: Map<string, rows.ProductRow>
  price: Map<string, rows.PriceRow>
  coupon: Map<string, rows.CouponRow>
  promotion_code: Map<string, rows.PromotionCodeRow>
  discount: Map<string, rows.DiscountRow>
  subscription: Map<string, rows.SubscriptionRow>
  invoice: Map<string, rows.InvoiceRow>
  'checkout.session': Map<string, rows.SessionRow>
  webhook_endpoint: Map<string, rows.WebhookEndpointRow>
}
type Kind = keyof Tables
type RowOf<K extends Kind> = Tables[K] extends Map<string, infer R> ? R : never

export type Account = {
  tables: Tables
  /** The behavior of cards when they are charged, by payment method. */
  cards: Map<string, CardBehavior>
  books: Map<string, rows.SubscriptionBook>
  /** A payment that its bank works on can be canceled, as Stripe allows it in rare cases. */
  cancelsProcessing: boolean
  /** Permissions of the restricted key, of those that calls name. It has all others. */
  granted: Set<string>
  /** All events so far, oldest first. */
  events: rows.EventRow[]
  livemode: boolean
  /** Origin of the double, once it listens. */
  url: string
  /** Seconds. While time is caught up, the moment of what is due. */
  now: () => number
  /** Runs as if it were that moment. */
  at: <Result>(seconds: number, run: () => Result) => Result
  nextId: (prefix: string) => string
  /** @throws StripeFailure 404 */
  get: <K extends Kind>(kind: K, id: string, param?: string) => RowOf<K>
  emit: (type: string, object: rows.Row) => void
  /** Called with each event. */
  onEvent: (event: rows.EventRow) => void
}

const kinds: readonly Kind[] = [
  'customer',
  'tax_id',
  'payment_method',
  'setup_intent',
  'payment_intent',
  'charge',
  'product',
  'price',
  'coupon',
  'promotion_code',
  'discount',
  'subscription',
  'invoice',
  'checkout.session',
  'webhook_endpoint',
]

/** @param lastId ids are larger than this */
export function createAccount(clock: () => Date, lastId: number): Account {
  const tables = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as Tables
  let last = lastId
  let simulated: number | null = null

  const account: Account = {
    tables,
    cards: new Map(),
    books: new Map(),
    cancelsProcessing: false,
    granted: new Set(),
    events: [],
    livemode: false,
    url: '',
    now: () => simulated ?? Math.floor(clock().getTime() / 1000),
    at(seconds, run) {
      const before = simulated
      simulated = seconds
      try {
        return run()
      } finally {
        simulated = before
      }
    },
    nextId: (prefix) => `${prefix}_${String((last += 1)).padStart(10, '0')}`,
    get(kind, id, param) {
      const row = (tables[kind] as Map<string, RowOf<typeof kind>>).get(id)
      if (row) return row
      throw missing(kind, id, param)
    },
    emit(type, object) {
      const event: rows.EventRow = {
        id: account.nextId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: account.now(),
        livemode: account.livemode,
        type,
        data: { object: structuredClone(present(() => undefined, object, [])) },
        pending_webhooks: 1,
        request: null,
      }
      account.events.push(event)
      account.onEvent(event)
    },
    onEvent: () => {},
  }
  return account
}

export const base = <K extends string>(account: Account, object: K, id: string) => ({
  id,
  object,
  created: account.now(),
  livemode: account.livemode,
})

/** The row of any kind. */
export function findRow({ tables }: Account, id: string): rows.Row | undefined {
  for (const kind of kinds) {
    const row = tables[kind].get(id)
    if (row) return row
  }
  return undefined
}
