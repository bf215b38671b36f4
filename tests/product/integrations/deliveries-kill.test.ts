/** The built product is killed while a shop delivers to its connection (docs/threats.md T31). */
import { createHmac } from 'node:crypto'
import { onTestFinished, test } from 'vitest'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { startWooServer } from '../../doubles/shops/woo-server.ts'
import { wordpress } from '../../support/integrations/connected-shop.ts'
import { expectNoLossWhenKilled } from '../../support/webhooks/kill-under-deliveries.ts'

const topic = 'order.created'

test('ten times killed under deliveries to a connection: none is lost, none counts twice', async () => {
  const woo = await startWooServer(() => new Date())
  onTestFinished(woo.stop)
  await expectNoLossWhenKilled({
    environment: { INTEGRATION_ORIGINS: `${woo.url}=${woo.url}` },
    async connect(services, site) {
      const given = { store: woo.url, ...woo.keys }
      const connected = await connectWithSettings(services, site, {
        integration: wordpress(),
        given,
      })
      if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
      const hook = [...woo.hooks.values()].find((one) => one.topic === topic)
      if (!hook) throw new Error('The connection did not subscribe to orders.')
      // The shop writes whole seconds. Orders that are older than the connection reach no goals.
      const paidAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000).toISOString().slice(0, 19)
      return (order) => {
        const body = JSON.stringify({
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
        const headers = {
          'Content-Type': 'application/json',
          'X-WC-Webhook-Topic': topic,
          'X-WC-Webhook-Signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
        }
        return { address: hook.delivery_url, init: { method: 'POST', headers, body } }
      }
    },
  })
}, 900_000)
