/**
 * The sentences that owners read of each published refusal: first when they connect a service meanwhile, then
 * of a connection that is read meanwhile. Each is true of what `when` says there, and SERVICE is its name.
 */
import type { ConnectableName } from '#app/contract/integrations.ts'

const connects = 'connected: The service is connected.'
const notAccepted =
  'refused: SERVICE didn’t accept these details. Check them, and that they may read your data.'
const busy =
  'refused: SERVICE is busy or can’t be reached right now. Check the address, or try again in a few minutes.'
const busyWithoutAddress =
  'refused: SERVICE is busy or can’t be reached right now. Try again in a few minutes.'
const requestRefused =
  'refused: SERVICE refused one of our requests. Check these details, or try again in a few minutes.'
const works = 'working: SERVICE is connected, and new data arrives automatically.'
const isLost = 'lost: SERVICE no longer accepts our access, so nothing new arrives.'
const waits = 'failing: The service is busy or can’t be reached. We try again automatically.'
const isRefused = 'failing: The service refused one of our requests. We try again automatically.'
const lacks = (list: string) =>
  `failing: The service doesn’t let us read its ${list}. Everything else still arrives. Allow it in the service, and we try again automatically.`
const lostPlace = (list: string) =>
  `The service lost our place in its ${list}, so we read them again from where the last full reading began. Nothing is missed or counted twice.`
const notGranted =
  'Google hasn’t given this installation access to reviews yet. Ask its operator to apply for it at Google.'
const noShop =
  'We didn’t find SERVICE at this address. Check the address, that the plugin is active, and that the permalinks of WordPress aren’t “Plain”.'

/** A refusal of all calls that ends without new credentials. */
const heldUp = (sentence: string): readonly string[] => [
  `refused: ${sentence} Then try again.`,
  `failing: ${sentence} We try again automatically.`,
]
const blocked = heldUp(
  'A web page answers in place of the service, as firewalls and security plugins do. If it’s yours, allow Footfall’s requests there.',
)
const pageAnswers = heldUp(
  'A web page answers in place of the service. Check that the address is right, and if a firewall or a security plugin shows the page, allow Footfall’s requests there.',
)
const badTopic =
  'refused: SERVICE refused one of the webhooks. Check that the app has all scopes that are named here.'

type Sentences = Partial<Record<ConnectableName, Readonly<Record<string, readonly string[]>>>>

export const refusalSentences: Sentences = {
  active_campaign: {
    'token-wrong': [notAccepted, isLost],
    'list-forbidden': [notAccepted, works],
    gone: [connects, works],
  },
  bigcommerce: {
    'rate-limit': [busyWithoutAddress, waits],
    'rate-limit-500': [busyWithoutAddress, waits],
    'empty-v2': [connects, works],
    'too-many': [requestRefused, isRefused],
    scope: [notAccepted, lacks('products')],
    'store-down': heldUp(
      'BigCommerce says that your store is in maintenance, suspended or not paid for. Check its status in BigCommerce.',
    ),
    'hook-invalid': [requestRefused, works],
    'hook-gone': [connects, works],
    'plan-507': heldUp(
      'Your store has reached a limit of its BigCommerce plan. Check your plan there.',
    ),
  },
  etsy: {
    'rate-second': [busyWithoutAddress, waits],
    'rate-day': [busyWithoutAddress, waits],
    'token-ended': [notAccepted, isLost],
    scope: [connects, lacks('reviews')],
  },
  eventbrite: {
    rate: [busyWithoutAddress, waits],
    auth: [notAccepted, isLost],
    'auth-400': [notAccepted, isLost],
    forbidden: [
      connects,
      'failing: The service doesn’t let us read its orders. Allow it in the service, and we try again automatically.',
    ],
    expansion: [connects, works],
    continuation: [
      connects,
      `working: SERVICE is connected, and new data arrives automatically. ${lostPlace('orders')}`,
    ],
    arguments: [connects, isRefused],
  },
  google_my_business_reviews: {
    'no-access': [`refused: ${notGranted}`, `failing: ${notGranted}`],
  },
  magento: {
    'not-authorized': [notAccepted, lacks('customers')],
    'bearer-off': [notAccepted, isLost],
    'page-size': [connects, works],
    'field-unknown': [requestRefused, isRefused],
    maintenance: [busy, waits],
    'browser-check': pageAnswers,
  },
  mailchimp: {
    'hook-unreachable': [requestRefused, works],
  },
  paypal: {
    'url-exists': [requestRefused, works],
    'too-many': [
      'refused: This app has ten webhooks already, and SERVICE allows no more. Remove one in the SERVICE Developer Dashboard.',
      works,
    ],
  },
  prestashop: {
    'key-missing': [notAccepted, isLost],
    'service-off': heldUp(
      'The webservice of your shop is turned off. Turn it on in PrestaShop, under Advanced Parameters › Webservice.',
    ),
    maintenance: [busy, waits],
    'browser-check': pageAnswers,
  },
  shopify: {
    'token-ended': [notAccepted, isLost],
    frozen: heldUp('Shopify has frozen your shop because a bill is open. Pay it in Shopify.'),
    forbidden: heldUp(
      'Shopify doesn’t let the app use your shop. Check your shop’s status in Shopify, and the scopes of the app.',
    ),
    'not-found': heldUp(
      'Shopify can’t find your shop. Check that its address is right, and in Shopify that it’s still open.',
    ),
    locked: heldUp('Shopify has locked your shop. Ask Shopify Support to unlock it.'),
    inactive: heldUp('Your shop isn’t active at Shopify. Check its status there.'),
    'too-many': [busy, waits],
    security: [busy, waits],
    throttled: [busy, waits],
    internal: [busy, waits],
    maintenance: [busy, waits],
    'orders-scope': [
      'refused: The app isn’t allowed to read orders. Give it the scope read_orders, and release that version.',
      lacks('orders'),
    ],
    'orders-unapproved': [
      'refused: Shopify hasn’t given the app access to order data. Ask for it in the Dev Dashboard, under protected customer data.',
      lacks('orders'),
    ],
    'customers-scope': [
      connects,
      'working: Orders still arrive. Sign-ups may be missing, because the app isn’t allowed to read customers. Give it the scope read_customers.',
    ],
    'products-scope': [connects, lacks('products')],
    'hook-customers': [connects, works],
    'hook-scope': [connects, works],
    'hook-unapproved': [badTopic, works],
    'user-errors': [badTopic, works],
  },
  stripe: {
    'no-permission': [
      notAccepted,
      'working: New customers still arrive. Past and missed ones can’t be read, because the key lacks the right. In the SERVICE Dashboard, set Customers to Read for it.',
    ],
    'endpoint-limit': [
      'refused: This account has as many webhook endpoints as SERVICE allows. Remove one in the SERVICE Dashboard, under Developers › Webhooks.',
      works,
    ],
    'cursor-gone': [connects, `failing: ${lostPlace('events')}`],
    page: [busyWithoutAddress, waits],
  },
  wordpress: {
    'key-wrong': [notAccepted, isLost],
    'key-dropped': [connects, works],
    role: [connects, lacks('reviews')],
    'per-page': [connects, isRefused],
    'param-enum': [connects, isRefused],
    'no-route': [`refused: ${noShop}`, `failing: ${noShop} We try again automatically.`],
    'hook-unknown-update': [connects, works],
    'hook-unknown-delete': [connects, works],
    'hook-topic': [requestRefused, works],
    'hook-url': [requestRefused, works],
    challenge: blocked,
  },
  yelp: {
    token: [
      'refused: Reviews from SERVICE can’t be read right now. Try again in a few minutes.',
      waits,
    ],
    page: [
      'refused: Reviews from SERVICE can’t be read right now. Try again in a few minutes.',
      waits,
    ],
  },
}
