/**
 * How Shopify refuses an app, as it publishes it, in our own words, and how the demo store plays it. The
 * admin's page "Testing" has a switch for each, and tests drive the product through each.
 */
import type { DemoShop } from '../demo-shop.server.ts'
import { faultOf, type StatusFault } from '../wire/faults.server.ts'
import type { OperationFacts } from './operations.ts'

/** Pages of shopify.dev, read on November 28, 2026. */
export const sources = {
  codes: 'https://shopify.dev/docs/api/usage/response-codes',
  graphql: 'https://shopify.dev/docs/api/admin-graphql',
  limits: 'https://shopify.dev/docs/api/usage/limits',
  scopes: 'https://shopify.dev/docs/api/usage/access-scopes',
  customers: 'https://shopify.dev/docs/apps/launch/protected-customer-data',
  tokens:
    'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens',
} as const

/** The answer that an app sees. */
type Seen = {
  status: number
  /** Code of an error in the answer. */
  code?: string
  /** `part`: the rest of the data comes with the errors. */
  data?: 'part' | 'none'
  isUserError?: true
  isPage?: true
}

export type Refusal = {
  /** On the admin's page. */
  label: string
  source: keyof typeof sources
  seen: Seen
  meets: (operation: OperationFacts) => boolean
  /** Requests for tokens are refused as well. */
  meetsTokens: boolean
  /** Returns what ends it. Null: it is over, as with tokens that are replaced. */
  start: (shop: DemoShop) => (() => void) | null
}

const all = () => true
const readsOrders = ({ readsOrders: reads }: OperationFacts) => reads

/** A refusal of the shop as a whole, by a status. */
const closed = (status: number, label: string): Refusal => ({
  label: `${String(status)}: ${label}`,
  source: 'codes',
  seen: {
    status,
    ...(faultOf(status).headers['Content-Type'] === 'text/html' && { isPage: true }),
  },
  meets: all,
  meetsTokens: true,
  start: (shop) => hold(shop, faultOf(status), { tokens: true }),
})

/** An answer with an error instead of data. */
const failing = (code: string, label: string): Refusal => ({
  label: `${code}: ${label}`,
  source: 'graphql',
  seen: { status: 200, code, data: 'none' },
  meets: all,
  meetsTokens: false,
  start: (shop) => hold(shop, errorOf(code, label), { tokens: false }),
})

const errorOf = (code: string, message: string): StatusFault => ({
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ errors: [{ message, extensions: { code } }] }),
})

function hold(shop: DemoShop, fault: StatusFault, { tokens }: { tokens: boolean }) {
  const headers = { ...fault.headers }
  if ('Retry-After' in headers) headers['Retry-After'] = String(shop.state.retryAfterSeconds)
  const places = [shop.apiFaults, ...(tokens ? [shop.tokenFaults] : [])]
  const ends = places.map((faults) => faults.hold({ ...fault, headers }))
  return () => {
    for (const end of ends) end()
  }
}

const page: StatusFault = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<html><body>Shopify is under maintenance</body></html>',
}

/** Sets parts of the shop, and sets them back. */
function change(shop: DemoShop, parts: Partial<DemoShop['state']>) {
  const { state } = shop
  const names = Object.keys(parts) as (keyof typeof parts)[]
  const before = Object.fromEntries(names.map((name) => [name, state[name]]))
  Object.assign(state, parts)
  return () => {
    Object.assign(state, before)
  }
}

const ordersScope = 'read_orders'

export const refusals = {
  unapproved: {
    label: 'Level 0 of customer data: no orders',
    source: 'customers',
    seen: { status: 200, code: 'ACCESS_DENIED', data: 'none' },
    meets: readsOrders,
    meetsTokens: false,
    start: (shop) => change(shop, { dataAccess: null }),
  },
  partial: {
    label: 'Level 1 of customer data: orders without their buyers',
    source: 'customers',
    seen: { status: 200, code: 'ACCESS_DENIED', data: 'part' },
    meets: readsOrders,
    meetsTokens: false,
    start: (shop) => change(shop, { dataAccess: [] }),
  },
  plan: {
    label: 'A plan of the shop without customer data (Basic)',
    source: 'customers',
    seen: { status: 200, code: 'ACCESS_DENIED', data: 'part' },
    meets: readsOrders,
    meetsTokens: false,
    start: (shop) => change(shop, { dataAccess: [], isPlanWithoutData: true }),
  },
  scope: {
    label: `The merchant took back ${ordersScope}`,
    source: 'scopes',
    seen: { status: 200, code: 'ACCESS_DENIED', data: 'none' },
    meets: ({ scope }) => scope === ordersScope,
    meetsTokens: false,
    start: (shop) => change(shop, { revokedScopes: [ordersScope] }),
  },
  throttled: {
    label: 'THROTTLED: other apps use up all points',
    source: 'limits',
    seen: { status: 200, code: 'THROTTLED', data: 'none' },
    meets: all,
    meetsTokens: false,
    start: ({ bucket }) => {
      bucket.setUsedUp(true)
      return () => {
        bucket.setUsedUp(false)
      }
    },
  },
  'user-errors': {
    label: 'userErrors: changes are refused',
    source: 'graphql',
    seen: { status: 200, isUserError: true },
    meets: ({ kind }) => kind === 'mutation',
    meetsTokens: false,
    start: (shop) => change(shop, { refusesChanges: true }),
  },
  expired: {
    label: 'The access tokens expire now',
    source: 'tokens',
    seen: { status: 401 },
    meets: all,
    meetsTokens: false,
    start: ({ tokens }) => {
      tokens.expireAll()
      return null
    },
  },
  revoked: {
    label: 'All tokens are revoked now, also those to refresh',
    source: 'tokens',
    seen: { status: 401 },
    meets: all,
    meetsTokens: false,
    start: ({ tokens }) => {
      tokens.revokeAll()
      return null
    },
  },
  frozen: closed(402, 'the shop is frozen'),
  forbidden: closed(403, 'the app is kept out'),
  gone: closed(404, 'the shop isn’t found'),
  locked: closed(423, 'the shop is locked'),
  busy: closed(429, 'too many requests'),
  security: closed(430, 'the requests look like an attack'),
  broken: closed(500, 'a fault of Shopify'),
  maintenance: closed(503, 'Shopify is away'),
  inactive: failing('SHOP_INACTIVE', 'the shop is not active'),
  internal: failing('INTERNAL_SERVER_ERROR', 'a fault of Shopify'),
  'not-json': {
    label: 'A page instead of JSON',
    source: 'codes',
    seen: { status: 200, isPage: true },
    meets: all,
    meetsTokens: true,
    start: (shop) => hold(shop, page, { tokens: true }),
  },
} as const satisfies Record<string, Refusal>

export type RefusalId = keyof typeof refusals

export const refusalIds = Object.keys(refusals) as RefusalId[]

export const isRefusalId = (id: string | null): id is RefusalId =>
  id !== null && Object.hasOwn(refusals, id)

export type Refusing = {
  /** Those that last, in the order in which they began. */
  active: () => readonly RefusalId[]
  start: (id: RefusalId) => void
  end: (id: RefusalId) => void
}

/** A shop's switches. */
export function createRefusing(shop: () => DemoShop): Refusing {
  const running = new Map<RefusalId, () => void>()
  return {
    active: () => [...running.keys()],
    start(id) {
      if (running.has(id)) return
      const end = refusals[id].start(shop())
      if (end) running.set(id, end)
    },
    end(id) {
      running.get(id)?.()
      running.delete(id)
    },
  }
}
