/**
 * BigCommerce as an app sees it: the token endpoint (login.bigcommerce.com), control panels that frame the
 * app, stores' REST API (api.bigcommerce.com) and webhooks. It refuses what it doesn't know: paths, codes,
 * scopes, tokens.
 *
 * Sources: github.com/bigcommerce/docs, the guide of apps (auth, callbacks, users, buttons) and the references
 * that store-api.ts names.
 */
import { createHash, randomUUID } from 'node:crypto'
import { bigcommerce as published } from '../../published/services/bigcommerce.ts'
import {
  startShopDouble,
  type DoubleOptions,
  type DoubleReply,
  type SeenRequest,
  type ShopDouble,
} from '../shops/shop-double.ts'
import { answerPanel } from './panel-pages.ts'
import { signDelivery, signPayload, type SignedClaims } from './signing.ts'
import { answerStore } from './store-api.ts'
import {
  appScopes,
  clearApp,
  newSecret,
  newStore,
  type PanelUser,
  type StoreBooks,
  type StoreOrder,
} from './store-books.ts'

export type Signing = {
  user?: PanelUser
  claims?: SignedClaims
  /** Default: the app's. */
  secret?: string
  alg?: string
}

export type BigCommerceDouble = ShopDouble & {
  account: { clientId: string; clientSecret: string; appId: string }
  stores: Map<string, StoreBooks>
  addStore: (hash: string, name?: string) => StoreBooks
  /** The parameters with which an install opens the auth callback. @param scope default: all */
  install: (store: StoreBooks, install?: { user?: PanelUser; scope?: string }) => URLSearchParams
  /** As the panel signs it for a callback. */
  sign: (store: StoreBooks, signing?: Signing) => string
  /** The owner uninstalls the app: BigCommerce does it, and reports it afterwards. */
  uninstall: (store: StoreBooks, user?: PanelUser) => Promise<Response>
  /** The owner takes the app from a person. */
  removeUser: (store: StoreBooks, user: PanelUser) => Promise<Response>
  /** Places an order, and reports it. */
  order: (store: StoreBooks) => Promise<StoreOrder>
  /** Reports something to the store's webhooks of the scope. */
  send: (store: StoreBooks, scope: string, data: object) => Promise<Response[]>
  /** The scripts that a page of the storefront has. */
  page: (store: StoreBooks, place: 'storefront' | 'order_confirmation') => string[]
}

export type BigCommerceOptions = DoubleOptions & {
  /** Origin of the product, whose callbacks are called. */
  appUrl: () => string
  /** How the product is reached, where that isn't the network. */
  ask?: (url: string, init?: RequestInit) => Promise<Response>
  clientSecret?: string
}

export async function startBigCommerce(
  now: () => Date,
  {
    port,
    appUrl,
    ask = fetch,
    clientSecret = 'bigcommerce0app0secret0123456789',
    lastId = 1_000,
  }: BigCommerceOptions,
): Promise<BigCommerceDouble> {
  const account = { clientId: 'bigcommerceclient0123456789', clientSecret, appId: '31415' }
  const stores = new Map<string, StoreBooks>()
  let last = lastId
  const nextId = () => (last += 1)

  const storeOfToken = ({ path, headers }: SeenRequest): StoreBooks | undefined => {
    const store = stores.get(path.split('/')[2] ?? '')
    return store?.token !== null && headers['x-auth-token'] === store?.token ? store : undefined
  }

  function issueToken({ body }: SeenRequest): DoubleReply {
    const asked = JSON.parse(body) as Record<string, unknown>
    const refuse = (status: number, error: string): DoubleReply => ({ status, json: { error } })
    if (asked['client_id'] !== account.clientId || asked['client_secret'] !== clientSecret) {
      return refuse(401, 'invalid_client')
    }
    const store = stores.get(String(asked['context']).replace(/^stores\//, ''))
    const code = String(asked['code'])
    const known = store?.codes.get(code)
    const isAsked =
      asked['grant_type'] === 'authorization_code' &&
      asked['redirect_uri'] === `${appUrl()}/bc/auth` &&
      asked['scope'] === known?.scope
    if (!store || !known || !isAsked) return refuse(400, 'invalid_grant')
    store.codes.delete(code)
    // An earlier token ends.
    store.token = newSecret()
    store.scopes = known.scope
    const personOf = ({ id, email }: PanelUser) => ({ id, username: email, email })
    return {
      json: {
        access_token: store.token,
        scope: known.scope,
        user: personOf(known.user),
        owner: personOf(store.owner),
        context: `stores/${store.hash}`,
        account_uuid: '7b8ce30e-3f74-4d8e-9d1c-0f6b0c7a1e55',
      },
    }
  }

  function sign(
    store: StoreBooks,
    { user = store.owner, claims = {}, secret = clientSecret, alg }: Signing = {},
  ) {
    const iat = Math.floor(now().getTime() / 1_000)
    const payload = {
      aud: account.clientId,
      iss: 'bc',
      iat,
      // The documents name the same moment, their example five seconds before.
      nbf: iat - 5,
      exp: iat + 86_400,
      jti: randomUUID(),
      sub: `stores/${store.hash}`,
      user: { ...user, locale: 'en-US' },
      owner: store.owner,
      url: '/',
      channel_id: null,
    }
    return signPayload({ ...payload, ...claims }, secret, alg)
  }

  const callback = (path: string, signed: string) =>
    ask(`${appUrl()}${path}?${new URLSearchParams({ signed_payload_jwt: signed }).toString()}`, {
      headers: { Accept: 'application/json' },
    })

  function install(
    store: StoreBooks,
    { user = store.owner, scope = appScopes }: { user?: PanelUser; scope?: string } = {},
  ): URLSearchParams {
    const code = newSecret()
    store.codes.set(code, { scope, user })
    const context = `stores/${store.hash}`
    return new URLSearchParams({ code, context, scope, account_uuid: randomUUID() })
  }

  async function send(store: StoreBooks, scope: string, data: object): Promise<Response[]> {
    const at = now()
    const event = {
      scope,
      store_id: '1025646',
      data,
      hash: createHash('sha1')
        .update(JSON.stringify([scope, data, at]))
        .digest('hex'),
      created_at: Math.floor(at.getTime() / 1_000),
      producer: `stores/${store.hash}`,
    }
    const body = JSON.stringify(event)
    const answers: Response[] = []
    for (const hook of store.hooks.values()) {
      if (hook.scope !== scope || !hook.is_active) continue
      const headers = {
        'content-type': 'application/json',
        ...hook.headers,
        ...signDelivery(body, clientSecret, at),
      }
      answers.push(await ask(hook.destination, { method: 'POST', headers, body }))
    }
    return answers
  }

  const uninstall: BigCommerceDouble['uninstall'] = (store, user = store.owner) => {
    const signed = sign(store, { user })
    clearApp(store)
    return callback('/bc/uninstall', signed)
  }

  async function order(store: StoreBooks): Promise<StoreOrder> {
    const at = now()
    const [product] = store.products
    const placed = {
      id: nextId(),
      placedAt: at,
      changedAt: at,
      isRefunded: false,
      productId: product?.id ?? 0,
    }
    store.orders.push(placed)
    await send(store, 'store/order/created', { type: 'order', id: placed.id })
    return placed
  }

  const double = await startShopDouble({
    port,
    published,
    isPage: (path) => path.startsWith('/panel/') || path.startsWith('/app/') || path === '/',
    isAuthorized: (request) =>
      !request.path.startsWith('/stores/') || storeOfToken(request) !== undefined,
    refused: { json: { status: 401, title: 'Unauthorized', type: 'error' } },
    limited: () => ({
      headers: {
        'X-Rate-Limit-Time-Window-Ms': '30000',
        'X-Rate-Limit-Time-Reset-Ms': '15000',
        'X-Rate-Limit-Requests-Quota': '150',
        'X-Rate-Limit-Requests-Left': '0',
      },
      json: { status: 429, title: 'Too Many Requests', type: 'error' },
    }),
    answer(request) {
      if (request.method === 'POST' && request.path === '/oauth2/token') return issueToken(request)
      const store = storeOfToken(request)
      const isProductAddress = (url: string) => url.startsWith(`${appUrl()}/`)
      const answered = store && answerStore(store, request, { nextId, isProductAddress })
      return (
        answered ??
        answerPanel(request, { stores, account, appUrl, install, sign, order, uninstall }) ?? {
          status: 404,
          json: { status: 404, title: 'Not found', type: 'error' },
        }
      )
    },
  })

  return {
    ...double,
    account,
    stores,
    addStore(hash, name = `Store ${hash}`) {
      const store = newStore(hash, name, { id: stores.size + 1, email: `owner@${hash}.example` })
      stores.set(hash, store)
      return store
    },
    install,
    sign,
    uninstall,
    removeUser: (store, user) => callback('/bc/remove-user', sign(store, { user })),
    order,
    send,
    page: (store, place) =>
      [...store.scripts.values()]
        .filter((one) => one['visibility'] === place && one['enabled'] === true)
        .map((one) => String(one['html'])),
  }
}
