/** A shop that delivers orders to its connection. */
import { createHmac } from 'node:crypto'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { startWooServer, type WooServer } from '#workshop/doubles/shops/woo-server.ts'
import { wordpress } from '../integrations/connected-shop.ts'
import type { KillLoad } from './kill-load.ts'
import { orderLoad } from './order-load.ts'

const topic = 'order.created'

/** With a shop of its own. */
export function connectionLoad(): KillLoad {
  let woo: WooServer | null = null
  return orderLoad({
    name: 'wordpress',
    async prepare() {
      woo = await startWooServer(() => new Date())
      return { INTEGRATION_ORIGINS: `${woo.url}=${woo.url}` }
    },
    end: async () => woo?.stop(),
    async connect({ site }, services) {
      if (!woo) throw new Error('The shop isn’t prepared.')
      const given = { store: woo.url, ...woo.keys }
      const connection = { integration: wordpress(), given }
      const connected = await connectWithSettings(services, site, connection)
      if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
      const hook = [...woo.hooks.values()].find((one) => one.topic === topic)
      if (!hook) throw new Error('The connection did not subscribe to orders.')
      // The shop writes whole seconds. Orders that are older than the connection reach no goals.
      const paidAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000).toISOString().slice(0, 19)
      return (order) => {
        const body = JSON.stringify(orderOf(order, paidAt))
        const headers = {
          'Content-Type': 'application/json',
          'X-WC-Webhook-Topic': topic,
          'X-WC-Webhook-Signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
        }
        return { address: hook.delivery_url, init: { method: 'POST', headers, body } }
      }
    },
  })
}

const orderOf = (order: string, paidAt: string) => ({
  id: Number(order),
  status: 'processing',
  currency: 'EUR',
  total: '24.50',
  date_created_gmt: paidAt,
  date_modified_gmt: paidAt,
  date_paid_gmt: paidAt,
  billing: { first_name: 'Emma', city: 'Utrecht', country: 'NL' },
  line_items: [{ name: 'Oak tray', product_id: 0, quantity: 1, price: 24.5 }],
})
