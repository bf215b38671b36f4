/** A smart webhook that is set up, with a delivery of every outcome. */
import { deliveries } from '#app/db/schema/index.ts'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { findSiteConnection } from '#app/domain/connections/manage-connections.server.ts'
import { createSmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import { rowName } from '#app/domain/deliveries/store-delivery.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'

type Wanted = { name: string; isActive: boolean }

/** Returns the uuid of one to which nothing was sent yet. */
export async function storeNewSmartWebhook(
  services: Services,
  { scope }: TestSite,
  name: string,
): Promise<string> {
  const made = await createSmartWebhook(services, scope, { name })
  if (!made.ok) throw new Error('No smart webhook was stored.')
  return made.uuid
}

/** Returns its uuid. */
export async function storeSmartWebhook(
  services: Services,
  { scope }: TestSite,
  { name, isActive }: Wanted,
): Promise<string> {
  const made = await createSmartWebhook(services, scope, {
    name,
    ...(isActive ? { recipe: 'woocommerce-orders' } : {}),
  })
  if (!made.ok) throw new Error('No smart webhook was stored.')
  const connection = await findSiteConnection(services, scope, made.uuid)
  if (!connection) throw new Error('The site has no such webhook.')
  if (isActive) await changeSettings(services, connection, { isActive })
  const orders = [
    orderOf(727, { status: 'processing', total: '24.50' }),
    orderOf(728, { status: 'pending', total: '12.00' }),
    orderOf(729, { status: 'completed', total: 'free' }),
  ]
  const rows = orders.map((order, place) => {
    const deliveryId = `${made.uuid}:${String(place)}`
    const envelope = { type: 'application/json', query: '', body: JSON.stringify(order) }
    return {
      provider: 'smart_webhook' as const,
      connectionId: connection.id,
      account: made.uuid,
      deliveryId,
      topic: 'delivery',
      body: services.security.secrets.seal(
        JSON.stringify(envelope),
        rowName('smart_webhook', deliveryId),
      ),
      receivedAt: new Date(services.now().getTime() - (9 - 3 * place) * minuteMillis),
      state: 'done' as const,
      dueAt: services.now(),
    }
  })
  await services.db.system.insert(deliveries).values(rows)
  return made.uuid
}

const orderOf = (id: number, given: { status: string; total: string }) => ({
  id,
  ...given,
  currency: 'EUR',
  date_created_gmt: '2026-01-31T09:30:00',
  billing: {
    first_name: 'Emma',
    last_name: 'Jansen',
    email: 'emma@customer.example',
    city: 'Utrecht',
    country: 'NL',
  },
  line_items: [
    { id: 1, name: 'Oak tray', product_id: 41, quantity: 1, price: 24.5 },
    { id: 2, name: 'Linen towel', product_id: 42, quantity: 2, price: 9 },
  ],
})
