/** The sample shop's connection with the double of WooCommerce, which has a few orders. */
import { connections } from '#app/db/schema/index.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { WooServer } from '../doubles/shops/woo-server.ts'
import { demoCurrency, demoProducts } from '../shop/catalog.ts'
import type { SampleShop } from './sample-shop.server.ts'

/** Numbers of its orders, oldest first: the last one is 1042. */
const orderIds = [1037, 1038, 1039, 1040, 1041, 1042] as const

const towns = [
  { city: 'Utrecht', country: 'NL' },
  { city: 'Bremen', country: 'DE' },
] as const

/** Connects once. The double forgets its orders when it stops, so each start places them again. */
export async function ensureSampleConnection(
  services: Services,
  { scope: site, merchantId: userId }: SampleShop,
  woo: WooServer,
): Promise<void> {
  for (const [place, id] of orderIds.entries()) {
    if (!woo.orders.has(id)) await woo.placeOrder(orderOf(services.now(), id, place))
  }
  if ((await services.db.system.$count(connections, inSite(connections, site))) > 0) return
  const integration = builtIntegration('wordpress')
  if (!integration) throw new Error('WooCommerce is not built.')
  const { consumerKey, consumerSecret } = woo.keys
  const connected = await connectWithSettings(services, site, {
    integration,
    given: { store: woo.url, consumerKey, consumerSecret },
    by: userId,
  })
  if (!connected.ok) {
    services.log.warn({ errors: connected.errors }, 'the sample shop was not connected')
  }
}

/** By no one: WooCommerce has orders of guests without a name. */
function orderOf(now: Date, id: number, place: number): Record<string, unknown> {
  const product = demoProducts[place % demoProducts.length]
  const placedAt = new Date(now.getTime() - (orderIds.length - place) * 5 * hourMillis)
  const at = placedAt.toISOString().slice(0, 19)
  const price = ((product?.price ?? 0) / 100).toFixed(2)
  return {
    id,
    number: String(id),
    currency: demoCurrency,
    total: price,
    date_created_gmt: at,
    date_modified_gmt: at,
    date_paid_gmt: at,
    billing: { first_name: '', last_name: '', email: '', ...towns[place % towns.length] },
    line_items: [{ name: product?.title, product_id: 0, quantity: 1, price: Number(price) }],
  }
}
