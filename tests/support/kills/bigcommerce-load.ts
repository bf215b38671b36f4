/** A store whose webhooks name orders that are read afterwards. */
import { createHash } from 'node:crypto'
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import {
  startBigCommerce,
  type BigCommerceDouble,
} from '#workshop/doubles/bigcommerce/bigcommerce-server.ts'
import { signDelivery } from '#workshop/doubles/bigcommerce/signing.ts'
import { appScopes, newSecret } from '#workshop/doubles/bigcommerce/store-books.ts'
import type { KillLoad } from './kill-load.ts'
import { orderLoad } from './order-load.ts'

const scope = 'store/order/created'

/** With a store of its own. */
export function bigcommerceLoad(): KillLoad {
  let double: BigCommerceDouble | null = null
  let appUrl = ''
  return orderLoad({
    name: 'bigcommerce',
    // Each order is read with its lines, by the store's own rate limit.
    senders: 1,
    paceMillis: 1_000,
    async prepare() {
      double = await startBigCommerce(() => new Date(), { appUrl: () => appUrl })
      const { account, url } = double
      return {
        BIGCOMMERCE_CLIENT_ID: account.clientId,
        BIGCOMMERCE_CLIENT_SECRET: account.clientSecret,
        BIGCOMMERCE_APP_ID: account.appId,
        BIGCOMMERCE_DOUBLE_URL: url,
      }
    },
    end: async () => double?.stop(),
    async connect({ product, site }, services) {
      const integration = builtIntegration('bigcommerce')
      if (!double || !integration) throw new Error('The store isn’t prepared.')
      appUrl = product.baseUrl
      const { clientSecret } = double.account
      const store = double.addStore('killed')
      store.token = newSecret()
      store.scopes = appScopes
      const given = { storeHash: store.hash, accessToken: store.token, clientSecret }
      const connected = await connectWithSettings(services, site, { integration, given })
      if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
      const hook = [...store.hooks.values()].find((one) => one.scope === scope)
      if (!hook) throw new Error('The connection did not subscribe to orders.')
      const productId = store.products[0]?.id ?? 0
      // The store writes whole seconds. Orders that are older than the connection reach no goals.
      const placedAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000)
      return (order) => {
        const at = new Date()
        const id = Number(order)
        store.orders.push({ id, placedAt, changedAt: placedAt, isRefunded: false, productId })
        const body = JSON.stringify({
          scope,
          store_id: '1025646',
          data: { type: 'order', id },
          hash: createHash('sha1').update(order).digest('hex'),
          created_at: Math.floor(at.getTime() / 1_000),
          producer: `stores/${store.hash}`,
        })
        const headers = {
          'content-type': 'application/json',
          ...hook.headers,
          ...signDelivery(body, clientSecret, at),
        }
        return { address: hook.destination, init: { method: 'POST', headers, body } }
      }
    },
  })
}
