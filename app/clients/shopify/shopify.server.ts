/** Shopify, for an app with a key and a secret. */
import type { ShopifyApp } from '#app/config.server.ts'
import type { Shopify } from '#app/domain/shops/shopify.ts'
import type { ProviderClients } from '#app/lib/web/provider-client.server.ts'
import { createAccessTokens } from './access-tokens.server.ts'
import { createAdminApi } from './admin-api.server.ts'
import { shopDetails } from './operations/shop-details.ts'
import { isProxiedByShopify } from './proxy-signature.server.ts'
import { createSessionTokens } from './session-tokens.server.ts'
import { createShopBilling } from './shop-billing.server.ts'
import { createShopData } from './shop-data.server.ts'
import { shopifyOrigins } from './shopify-origins.ts'
import { createStorefrontConnection } from './storefront-connection.server.ts'
import { blockLink, embedLink } from './theme-editor.ts'
import { readWebhook } from './webhook.server.ts'
import { readShopEvent } from './webhook-payloads.ts'

type Parts = {
  app: ShopifyApp
  appUrl: string
  providers: ProviderClients
  now: () => Date
}

export function createShopify({ app, appUrl, providers, now }: Parts): Shopify {
  const origins = shopifyOrigins(app.double)
  const tokens = createSessionTokens({ app, appUrl, now })
  const { exchangeOffline, exchangeOnline, refresh } = createAccessTokens({
    app,
    origins,
    providers,
    now,
  })
  const secrets = [app.apiSecret, app.previousApiSecret].filter((secret) => secret !== undefined)
  const adminApi = createAdminApi({ origins, providers, now })
  const { call } = adminApi

  const editorOf = (shop: string) => ({ admin: origins.admin(shop), clientId: app.apiKey })
  return {
    readSession: tokens.readSession,
    readSignedShop: tokens.readSignedShop,
    isSignedQuery: tokens.isSignedQuery,
    isProxied: (query) => isProxiedByShopify(query, { secrets, now: now() }),
    readWebhook: (headers, body) => readWebhook(headers, body, secrets),
    readEvent: readShopEvent,
    embedLink: (shop, handle) => embedLink(editorOf(shop), handle),
    blockLink: (shop, handle) => blockLink(editorOf(shop), { handle }),
    exchangeOffline,
    exchangeOnline,
    refresh,
    call,
    ...createShopData(adminApi),
    ...createStorefrontConnection(call),
    ...createShopBilling({ call, origins, handle: app.handle }),

    async readShop(shop, accessToken) {
      const read = await call({ shop, accessToken, operation: shopDetails })
      const { id, name, currencyCode, ianaTimezone, primaryDomain } = read.shop
      return {
        id: id.slice(id.lastIndexOf('/') + 1),
        name,
        url: primaryDomain.url,
        currency: currencyCode,
        timeZone: ianaTimezone,
      }
    },
  }
}
