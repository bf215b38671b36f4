/**
 * The app in BigCommerce: the code of an install, what control panels sign, scripts of storefronts, and the
 * webhook of the app itself. Orders, products and customers are read by the integration.
 *
 * Sources: developer.bigcommerce.com, "Implementing OAuth", "Handling callbacks", "Creating install buttons";
 * the REST references of scripts (v3), store information (v2) and webhooks (v3).
 */
import { z } from 'zod'
import type { BigCommerceAccount } from '#app/config.server.ts'
import {
  CodeRefused,
  ScopesMissing,
  type BigCommerceApp,
  type StoreAccess,
} from '#app/domain/shops/stores/bigcommerce-app.ts'
import { productName } from '#app/lib/product.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { ProviderClients } from '#app/lib/web/provider-client.server.ts'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { bigcommerceOrigins } from './bigcommerce-origins.ts'
import { createPayloadReader, storeOfContext, storeUser } from './signed-payload.ts'

/** Every plan allows 150 in 30 seconds, of which the integration takes 120. */
const budget = { requests: 25, seconds: 30 }

/** People wait for the answer. */
const maxPauseMillis = 2 * secondMillis
const maxMillis = 5 * secondMillis

/** Each is satisfied by the right to modify as well. Scripts are written. */
const neededScopes = [
  'store_v2_content',
  'store_v2_information_read_only',
  'store_v2_orders_read_only',
  'store_v2_products_read_only',
  'store_v2_customers_read_only',
] as const

const grantAnswer = z.object({
  access_token: z.string().regex(/^\w{20,100}$/),
  scope: z.string(),
  context: z.string(),
  user: storeUser,
  owner: storeUser.optional(),
})

const text = z.string().nullish().catch(null)

const storeAnswer = z.object({
  name: text,
  secure_url: text,
  timezone: z.object({ name: text }).nullish().catch(null),
})

const scriptsAnswer = z.object({
  data: z.array(
    z.object({
      uuid: z.string(),
      visibility: z.string().catch(''),
      html: z.string().catch(''),
      enabled: z.boolean().catch(true),
    }),
  ),
})

const hooksAnswer = z.object({
  data: z.array(
    z.object({ id: z.int(), destination: z.string(), is_active: z.boolean().catch(true) }),
  ),
})

/** Fires when a store ends the app. Source: the webhook reference of store events. */
const endTopic = 'store/app/uninstalled'

type Parts = {
  account: BigCommerceAccount
  appUrl: string
  providers: ProviderClients
  now: () => Date
}

type StoreRequest = { path: string } & (
  | { query?: Readonly<Record<string, string>> }
  | { method: 'POST' | 'PUT'; json: unknown }
)

export function createBigCommerceApp({ account, appUrl, providers, now }: Parts): BigCommerceApp {
  const { clientId, clientSecret, appId, double } = account
  const origins = bigcommerceOrigins(double)

  const call = (
    { tenantId, accessToken }: StoreAccess,
    { path, ...request }: StoreRequest,
  ): Promise<ProviderReply> =>
    providers({ key: `bigcommerce app ${tenantId}`, budget, maxPauseMillis, maxMillis }).request({
      ...request,
      url: `${origins.api}/stores/${tenantId}/${path}`,
      headers: { 'X-Auth-Token': accessToken },
    })

  return {
    clientSecret,
    readPayload: createPayloadReader(account, now),

    async exchangeCode({ code, context, scope }) {
      const tenantId = storeOfContext(context)
      if (tenantId === null) throw new CodeRefused()
      const client = providers({ key: 'bigcommerce login', budget, maxPauseMillis, maxMillis })
      const reply = await client
        .request({
          method: 'POST',
          url: `${origins.login}/oauth2/token`,
          json: {
            client_id: clientId,
            client_secret: clientSecret,
            code,
            context,
            scope,
            grant_type: 'authorization_code',
            redirect_uri: `${appUrl}/bc/auth`,
          },
        })
        .catch((error: unknown) => {
          throw isRefusal(error) ? new CodeRefused() : error
        })
      const grant = reply.read(grantAnswer)
      // The code names no store for us: the answer does, and has to be the one that was asked for.
      if (grant.context !== context) throw new CodeRefused()
      const missing = missingScopes(grant.scope)
      if (missing.length > 0) throw new ScopesMissing(missing)
      const { access_token: accessToken, user, owner = null } = grant
      return { tenantId, accessToken, user, owner }
    },

    async readStore(access) {
      const { name, secure_url, timezone } = (await call(access, { path: 'v2/store' })).read(
        storeAnswer,
      )
      return { name: name ?? '', url: secure_url ?? null, timeZone: timezone?.name ?? null }
    },

    async listScripts(access) {
      // An app has ten at most.
      const reply = await call(access, { path: 'v3/content/scripts', query: { limit: '50' } })
      return reply.read(scriptsAnswer).data.map(({ uuid, visibility, html, enabled }) => ({
        id: uuid,
        place: visibility,
        html,
        isEnabled: enabled,
      }))
    },

    async saveScript(access, { place, html, id }) {
      const path = 'v3/content/scripts'
      await call(access, {
        method: id === null ? 'POST' : 'PUT',
        path: id === null ? path : `${path}/${id}`,
        json: {
          name: productName,
          description: 'Shows nudges on your storefront and counts what they lead to.',
          kind: 'script_tag',
          html,
          location: 'footer',
          load_method: 'async',
          visibility: place,
          // It counts visits, so it waits until a visitor agrees to that.
          consent_category: 'analytics',
          auto_uninstall: true,
          enabled: true,
        },
      })
    },

    async reportEnd(access) {
      const destination = `${appUrl}/hooks/bigcommerce`
      const query = { scope: endTopic, limit: '250' }
      const { data } = (await call(access, { path: 'v3/hooks', query })).read(hooksAnswer)
      const known = data.find((one) => one.destination === destination)
      if (known?.is_active) return
      await call(access, {
        method: known ? 'PUT' : 'POST',
        path: known ? `v3/hooks/${String(known.id)}` : 'v3/hooks',
        json: { scope: endTopic, destination, is_active: true },
      })
    },

    appUrl: (tenantId) => `${origins.panel(tenantId)}/manage/app/${appId}`,
    installUrl: `${origins.login}/app/${clientId}/install`,
    installedUrl: (outcome) => `${origins.login}/app/${clientId}/install/${outcome}`,
  }
}

function missingScopes(granted: string): string[] {
  const scopes = new Set(granted.split(/\s+/))
  return neededScopes.filter(
    (one) => !scopes.has(one) && !scopes.has(one.replace(/_read_only$/, '')),
  )
}

/** BigCommerce answered, and not with a fault of its own. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof ConnectionLost || error instanceof BadRecord) &&
  error.reply !== null &&
  error.reply.status >= 400
