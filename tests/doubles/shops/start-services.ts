/** Doubles of services that sites connect with, for `npm run dev` and for journeys through its screens. */
import { startPayPalServer } from './paypal-server.ts'
import { startShopifyAdminServer } from './shopify-admin-server.ts'
import { startServiceDesk, type DeskService } from './service-desk.ts'
import { startStripeServer } from './stripe-server.ts'
import { startWooServer, type WooServer } from './woo-server.ts'

export type ServiceDoubles = {
  woo: WooServer
  /** The page with what to enter, and with buttons that place orders. */
  deskUrl: string
  services: readonly DeskService[]
  /** Value of INTEGRATION_ORIGINS: the only addresses on this machine that the product may call. */
  integrationOrigins: string
  stop: () => Promise<void>
}

const shopDomain = 'oak-and-ash.myshopify.com'

/**
 * @param port the first of five ports, which are taken when they are free: a connection outlives a restart
 *   of its service only at the same address. Absent: any ports
 */
export async function startServiceDoubles(port?: number): Promise<ServiceDoubles> {
  const now = () => new Date()
  // An id of an earlier start would be an order that is known already.
  const lastId = Math.floor(Date.now() / 1_000)
  const optionsAt = (offset: number) => ({ lastId, port: port === undefined ? 0 : port + offset })
  const [woo, stripe, paypal, shopify] = await Promise.all([
    startWooServer(now, optionsAt(1)),
    startStripeServer(now, optionsAt(2)),
    startPayPalServer(now, optionsAt(3)),
    startShopifyAdminServer(now, optionsAt(4)),
  ])
  const services: readonly DeskService[] = [
    {
      name: 'WooCommerce',
      details: {
        'Store address': woo.url,
        'Consumer key': woo.keys.consumerKey,
        'Consumer secret': woo.keys.consumerSecret,
      },
      actions: {
        'Place an order': () => woo.placeOrder(),
        'Refund the last order': () => woo.refund([...woo.orders.keys()].at(-1) ?? 0),
        'Add a product': () => woo.addProduct(),
        'Register a customer': () => woo.addCustomer(),
      },
    },
    {
      name: 'Stripe',
      details: { 'Restricted key': stripe.key },
      actions: { 'Check out': () => stripe.checkOut() },
    },
    {
      name: 'PayPal',
      details: { 'Client ID': paypal.clientId, Secret: paypal.clientSecret },
      actions: { 'Pay an order': () => paypal.pay() },
    },
    {
      name: 'Shopify',
      details: {
        'Shop address': shopDomain,
        'Admin API access token': shopify.token,
        'API secret key': shopify.secret,
      },
      // Its double sends no webhooks by itself, so orders arrive when they are listed.
      actions: { 'Place an order before connecting': () => Promise.resolve(shopify.placeOrder()) },
    },
  ]
  const desk = await startServiceDesk(services, port ?? 0)
  const origins = {
    [woo.url]: woo.url,
    [`https://${shopDomain}`]: shopify.url,
    'https://api.stripe.com': stripe.url,
    'https://api.paypal.com': paypal.url,
    'https://api-m.paypal.com': paypal.url,
    'https://api-m.sandbox.paypal.com': paypal.url,
  }
  return {
    woo,
    deskUrl: desk.url,
    services,
    integrationOrigins: Object.entries(origins)
      .map((pair) => pair.join('='))
      .join(','),
    async stop() {
      await Promise.all([desk, woo, stripe, paypal, shopify].map((double) => double.stop()))
    },
  }
}
