/** One shop of the demo store: its state, what can happen in it, and what the app sees of it. */
import { createHmac } from 'node:crypto'
import type { ApiContext } from './graphql/api-context.ts'
import { answerAdminApi, type SeenOperation } from './graphql/admin-api.server.ts'
import { createCostBucket, type CostBucket } from './graphql/query-cost.ts'
import { createRefusing, type Refusing } from './refusals/published-refusals.ts'
import { createAppActions, type AppActions, type AppScopes } from './state/app-actions.server.ts'
import { createIds } from './state/new-ids.ts'
import { createShopActions, type ShopActions } from './state/shop-actions.server.ts'
import { viewerOf, type ShopState } from './state/shop-state.ts'
import { createAccessTokens, type AccessTokens } from './wire/access-tokens.server.ts'
import { createFaults, type Faults } from './wire/faults.server.ts'
import {
  createSessionToken,
  sessionOf,
  tokenSeconds,
  type AppKeys,
} from './wire/session-token.server.ts'
import type { Topic } from './wire/webhook-payloads.ts'
import { createWebhooks, type Webhooks } from './wire/webhooks.server.ts'

export type DemoShop = ShopActions &
  AppActions & {
    /** Everything in the shop. Changing it here sends no webhooks. */
    state: ShopState
    webhooks: Webhooks
    tokens: AccessTokens
    /** Points for the Admin API. */
    bucket: CostBucket
    /** Faults of the Admin API. */
    apiFaults: Faults
    /** Faults of the token endpoint. */
    tokenFaults: Faults
    /** How Shopify refuses the app at the moment. */
    refusing: Refusing
    /** The app's requests to the Admin API, oldest first. */
    operations: readonly SeenOperation[]
    adminUrl: string
    /** Where people find the shop, without a trailing slash. */
    storefrontUrl: string
    /** The same pages and the Admin API for programs, which don't resolve names below `localhost`. */
    machineUrl: string
    /** Who looks at the admin from now on. */
    viewAs: (who: 'owner' | 'collaborator') => void
    /** A session token of who is looking. `claims` replaces parts, for tokens that must be refused. */
    createSessionToken: (claims?: Record<string, unknown>) => string
    /** The next token that the admin gives to the app's frame has expired. */
    expireSessionToken: () => void
    /** The token that the admin gives to the app's frame. */
    nextSessionToken: () => string
    /**
     * The app's URL as the admin's frame opens it, signed.
     *
     * @param path within the app, with its query; absent for where the app begins
     */
    launchUrl: (path?: string) => string
    answerGraphql: (request: unknown) => unknown
  }

export type ShopOptions = {
  keys: AppKeys
  handle: string
  /** Where the app begins; other paths are those of its origin. */
  appUrl: string
  webhooksUrl: string
  apiVersion: string
  scopes: AppScopes
  topics: readonly Topic[]
  fetch: typeof fetch
  clock: () => Date
  /** Origin of the demo store, known once it listens. */
  origin: () => string
  /** Origin of the shop's pages as people see it. */
  storefrontOrigin: () => string
}

export function createDemoShop(state: ShopState, options: ShopOptions): DemoShop {
  const { keys, handle, appUrl, clock, origin, storefrontOrigin, scopes } = options
  const nextId = createIds(clock)
  const webhooks = createWebhooks({ ...options, shop: state, apiSecret: keys.apiSecret })
  const bucket = createCostBucket(clock)
  const operations: SeenOperation[] = []
  let isNextExpired = false

  const shared = { shop: state, webhooks, clock, nextId, origin }
  const app = createAppActions({ ...shared, scopes, tokens: () => tokens })
  const ensureInstalled = () => {
    app.install()
  }
  const tokens = createAccessTokens({ keys, shop: state, clock, ensureInstalled })

  const sessionToken = (claims: Record<string, unknown> = {}) =>
    createSessionToken({ keys, shop: state, viewer: viewerOf(state), now: clock(), claims })
  const context = (): ApiContext => ({
    shop: state,
    app,
    scopes,
    apiKey: keys.apiKey,
    handle,
    origin: origin(),
    storefrontUrl: demoShop.storefrontUrl,
    clock,
    nextId,
  })

  const demoShop: DemoShop = {
    ...createShopActions(shared),
    ...app,
    state,
    webhooks,
    tokens,
    bucket,
    apiFaults: createFaults(),
    tokenFaults: createFaults(),
    refusing: createRefusing(() => demoShop),
    operations,
    get adminUrl() {
      return `${origin()}/store/${state.name}`
    },
    get storefrontUrl() {
      return `${storefrontOrigin()}/shops/${state.domain}`
    },
    get machineUrl() {
      return `${origin()}/shops/${state.domain}`
    },
    viewAs(who) {
      const found = state.staff.find(({ isOwner }) => isOwner === (who === 'owner'))
      if (found) state.viewerId = found.id
    },
    createSessionToken: sessionToken,
    expireSessionToken() {
      isNextExpired = true
    },
    nextSessionToken() {
      if (!isNextExpired) return sessionToken()
      isNextExpired = false
      const seconds = Math.floor(clock().getTime() / 1000) - 2 * tokenSeconds
      return sessionToken({ iat: seconds, nbf: seconds, exp: seconds + tokenSeconds })
    },
    launchUrl(path) {
      const url = new URL(path ?? appUrl, appUrl)
      const adminHost = new URL(origin()).host
      const parameters = {
        embedded: '1',
        host: Buffer.from(`${adminHost}/store/${state.name}`).toString('base64'),
        id_token: sessionToken(),
        locale: viewerOf(state).locale,
        session: sessionOf(keys, viewerOf(state)),
        shop: state.domain,
        timestamp: String(Math.floor(clock().getTime() / 1000)),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      url.searchParams.delete('hmac')
      url.searchParams.set('hmac', hmacOf(url.searchParams, keys.apiSecret))
      return url.href
    },
    answerGraphql: (request) =>
      answerAdminApi(request, {
        context: context(),
        bucket,
        onOperation: (operation) => operations.push(operation),
      }),
  }
  return demoShop
}

/** All parameters but the signature, in the order of their names. */
function hmacOf(parameters: URLSearchParams, secret: string): string {
  const text = [...parameters]
    .filter(([name]) => name !== 'hmac')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha256', secret).update(text).digest('hex')
}
