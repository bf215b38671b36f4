/** Doubles of services that sites connect with, for `npm run dev` and for journeys through its screens. */
import { aggregator, startDatashakeServer, type DatashakeServer } from './datashake-server.ts'
import { startPayPalServer } from './paypal-server.ts'
import { startReviewServices } from './review-services.ts'
import { startShopifyAdminServer } from './shopify-admin-server.ts'
import {
  approvedStripe,
  environmentOf,
  startApprovedDoubles,
  type ApprovedDoubles,
  type ReplacedService,
} from './start-approved.ts'
import { startServiceDesk, type DeskService } from './service-desk.ts'
import { startStripeServer } from './stripe-server.ts'
import { startWooServer, type WooServer } from './woo-server.ts'

export type ServiceDoubles = {
  woo: WooServer
  /** The page with what to enter, and with buttons that place orders. */
  deskUrl: string
  services: readonly DeskService[]
  /**
   * Variables of the product: its apps at the services, and INTEGRATION_ORIGINS, the only addresses on this
   * machine that it may call.
   */
  environment: Record<string, string>
  stop: () => Promise<void>
}

const shopDomain = 'oak-and-ash.myshopify.com'

/**
 * @param port the first of thirteen ports, which are taken when they are free: a connection outlives a restart
 *   of its service only at the same address. Absent: any ports
 * @param given variables of the product: a service of which they name an app of our own is called itself
 */
export async function startServiceDoubles(
  port?: number,
  given: Readonly<Record<string, string | undefined>> = {},
): Promise<ServiceDoubles> {
  const now = () => new Date()
  // An id of an earlier start would be an order that is known already.
  const lastId = Math.floor(Date.now() / 1_000)
  const optionsAt = (offset: number) => ({ lastId, port: port === undefined ? 0 : port + offset })
  const [woo, stripe, paypal, shopify, approved, reviews, datashake] = await Promise.all([
    startWooServer(now, optionsAt(1)),
    startStripeServer(now, optionsAt(2)),
    startPayPalServer(now, optionsAt(3)),
    startShopifyAdminServer(now, optionsAt(4)),
    startApprovedDoubles(now, (number) => optionsAt(5 + number)),
    startReviewServices(now, (number) => optionsAt(9 + number)),
    startDatashakeServer(now, { ...optionsAt(12), pendingAsks: 0 }),
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
        'Client ID': shopify.clientId,
        'Client secret': shopify.secret,
        'Access token of an older custom app': shopify.token,
      },
      // Its double sends no webhooks automatically, so orders arrive when they are listed.
      actions: { 'Place an order before connecting': () => Promise.resolve(shopify.placeOrder()) },
    },
    ...approvedServices(approved),
    ...reviews.desk,
    reviewPages(datashake),
  ]
  const desk = await startServiceDesk(services, port ?? 0)
  const origins = {
    [woo.url]: woo.url,
    [`https://${shopDomain}`]: shopify.url,
    'https://api.paypal.com': paypal.url,
    'https://api-m.paypal.com': paypal.url,
    'https://api-m.sandbox.paypal.com': paypal.url,
    ...reviews.origins,
  }
  const isGivenApp = ({ app }: ReplacedService) => Object.keys(app).some((name) => given[name])
  const replaced = [approvedStripe(stripe), ...approved.services, aggregator(datashake)].filter(
    (one) => !isGivenApp(one),
  )
  return {
    woo,
    deskUrl: desk.url,
    services,
    environment: environmentOf(replaced, origins),
    async stop() {
      await Promise.all(
        [desk, woo, stripe, paypal, shopify, approved, reviews, datashake].map((double) =>
          double.stop(),
        ),
      )
    },
  }
}

/** Every entered page has the reviews that were written here. */
const reviewPages = (datashake: DatashakeServer): DeskService => ({
  name: 'Yelp and other pages of reviews',
  details: { 'Address of the page': 'https://www.yelp.com/biz/your-business-city' },
  actions: { 'Write a review before connecting': () => Promise.resolve(datashake.placeOrder()) },
})

/** Each asks on a page of its own, so there is nothing to enter. */
const approvedServices = ({
  etsy,
  eventbrite,
  google,
  mailchimp,
}: ApprovedDoubles): readonly DeskService[] => [
  {
    name: 'Eventbrite',
    details: {},
    actions: {
      'Order a ticket': () => eventbrite.deliver('order.placed', eventbrite.placeOrder().id),
      'Refund the last order': () => {
        const id = eventbrite.orders.at(-1)?.id ?? 0
        eventbrite.refund(id)
        return eventbrite.deliver('order.refunded', id)
      },
    },
  },
  {
    name: 'Mailchimp',
    details: {},
    actions: {
      Subscribe: () => mailchimp.deliver('subscribe', mailchimp.subscribe().email),
    },
  },
  // These two send nothing, so what happens in them arrives when it is listed.
  {
    name: 'Etsy',
    details: {},
    actions: {
      'Place an order before connecting': () => Promise.resolve(etsy.placeOrder()),
    },
  },
  {
    name: 'Google Business Profile',
    details: {},
    actions: {
      'Write a review before connecting': () => Promise.resolve(google.placeOrder()),
    },
  },
]
