/**
 * Each refusal, and each rare answer, that was found published without doubt, by service, and where it's met. Those
 * of the tables next to it are played by `app/integrations/refusals.test.ts`.
 */

/** IDs of all of them, separated by spaces. */
const found = {
  'active-campaign': 'token-wrong list-forbidden gone list-number no-time',
  bigcommerce:
    'rate-limit rate-limit-500 empty-v2 too-many scope store-down hook-invalid hook-gone hook-deactivated not-found plan-507',
  datashake: 'token no-source diff-unknown job-unknown maintenance',
  etsy: 'rate-second rate-day token-ended scope not-found address-hidden status-lower-case',
  eventbrite: 'rate auth forbidden expansion continuation arguments',
  'google-business-profile': 'no-access',
  magento:
    'not-authorized bearer-off page-size field-unknown last-page-again null-list maintenance address-missing',
  mailchimp: 'hook-unreachable',
  paypal:
    'patch-no-change url-exists too-many capture-gone order-old capture-permission payer-deprecated verify-failure status-pending',
  prestashop: 'key-missing service-off empty maintenance negative-stock multishop translated',
  shopify:
    'partial-error throttled user-errors delete-user-errors locked token-short subscription-removed',
  stripe: 'expand-depth no-permission endpoint-limit cursor-gone',
  'stripe-billing': 'expand-depth open-enums',
  'trusted-shops': 'after-missing statement state-name',
  trustpilot: 'hidden text-empty no-zone',
  wix: 'status-more flags checkout-null free-trial',
  woocommerce:
    'hook-unknown-update hook-unknown-delete hook-topic hook-url hook-ping-ignored hook-force hook-disabled key-wrong key-dropped role per-page param-enum no-route old-version draft-orders',
} as const

/** By service and ID, separated by a slash. */
export const wellFounded: readonly string[] = Object.entries(found).flatMap(([service, ids]) =>
  ids.split(' ').map((id) => `${service}/${id}`),
)

/** Names of integrations whose service has another one in the table above. */
export const serviceOf: Readonly<Record<string, string>> = {
  active_campaign: 'active-campaign',
  google_my_business_reviews: 'google-business-profile',
  wordpress: 'woocommerce',
  yelp: 'datashake',
}

/** The beginning of the test's title, after the names that a table of tests puts in front of it. */
type Met = readonly [file: string, title: string]

const rare = (title: string): Met => ['app/integrations/catalog/rare-answers.test.ts', title]
const published = (title: string): Met => [
  'app/integrations/catalog/published-refusals.test.ts',
  title,
]
const battery = (title: string): Met => ['app/integrations/battery.test.ts', title]
const fixtures = 'what is listed is pulled as expected'
const pages = 'pages are pulled to the end, and then what is new'
const jobs = 'app/integrations/kit/page-pull.test.ts'

/** Met by a test of its own. */
export const metByTests: Readonly<Record<string, Met>> = {
  'active-campaign/list-number': published('ActiveCampaign: the list of a webhook is a number'),
  'active-campaign/no-time': battery('is read as expected'),
  'bigcommerce/hook-deactivated': rare('BigCommerce: a webhook that it turned off'),
  'bigcommerce/not-found': rare('BigCommerce: an order that no longer exists'),
  'datashake/job-unknown': [jobs, 'a failed job, and one that was forgotten'],
  'datashake/maintenance': [jobs, 'it waits longer and longer for a job'],
  'etsy/address-hidden': rare('Etsy: a receipt without a place'),
  'etsy/not-found': rare('Etsy: a shop that doesn’t exist'),
  'etsy/status-lower-case': battery(pages),
  'magento/address-missing': rare('Magento: an order without an address'),
  'magento/last-page-again': rare('Magento: a page beyond the end'),
  'magento/null-list': battery(pages),
  'paypal/capture-gone': rare('PayPal: a refund of a capture that the app doesn’t know'),
  'paypal/capture-permission': published('PayPal: a payment of another app can’t be read'),
  'paypal/order-old': rare('PayPal: a payment whose order is no longer kept'),
  'paypal/patch-no-change': published('PayPal: a webhook that has the event types already'),
  'paypal/payer-deprecated': published('PayPal: the buyer of %j is known'),
  'paypal/status-pending': rare('PayPal: a payment that is %s is none'),
  'paypal/verify-failure': [
    'app/integrations/catalog/payments.test.ts',
    'PayPal is asked when its certificate can’t be used',
  ],
  'prestashop/empty': battery(pages),
  'prestashop/multishop': rare('PrestaShop: a shop among several'),
  'prestashop/negative-stock': published('PrestaShop: stock below zero is sold out'),
  'prestashop/translated': rare('PrestaShop: a name in several languages'),
  'shopify/delete-user-errors': rare('Shopify: a webhook that no longer exists'),
  'shopify/partial-error': [
    'app/integrations/catalog/shopify.test.ts',
    'a shop that refuses %s is connected, and its orders come',
  ],
  'shopify/subscription-removed': rare('Shopify: webhooks that it deleted'),
  'shopify/token-short': [
    'app/integrations/catalog/shopify.test.ts',
    'an app of the Dev Dashboard gets its token',
  ],
  'stripe/expand-depth': published('Stripe: past payments with Checkout come'),
  'stripe-billing/expand-depth': [
    'tests/product/billing/stripe-values.test.ts',
    'more than four levels of what is expanded',
  ],
  'stripe-billing/open-enums': [
    'tests/product/billing/stripe-values.test.ts',
    'invoices, checkouts, VAT IDs and cards stay readable with values that we don’t know',
  ],
  'trusted-shops/after-missing': [
    'app/integrations/catalog/reviews.test.ts',
    'Trusted Shops: pages are read until one names no next place',
  ],
  'trusted-shops/state-name': rare('Trusted Shops: %j is shown'),
  'trusted-shops/statement': rare('Trusted Shops: %j is shown'),
  'trustpilot/hidden': [
    'tests/product/integrations/review-edits.test.ts',
    'a review that its source deleted disappears within a day',
  ],
  'trustpilot/no-zone': battery(fixtures),
  'trustpilot/text-empty': battery(fixtures),
  'wix/checkout-null': [
    'tests/product/billing/wix-billing.test.ts',
    'a checkout without an address',
  ],
  'wix/flags': published('Wix: a test order is marked'),
  'wix/free-trial': ['tests/product/billing/wix-billing.test.ts', 'a plan during its free trial'],
  'wix/status-more': rare('Wix: an order whose payment is %s'),
  'woocommerce/draft-orders': rare('WooCommerce: an order that is only a draft'),
  'woocommerce/hook-disabled': rare('WooCommerce: a webhook that the shop turned off'),
  'woocommerce/hook-ping-ignored': rare('WooCommerce: a webhook whose address doesn’t answer'),
  'woocommerce/old-version': rare('WooCommerce: a shop before 5.8'),
}

/** Why no call of ours can meet it, or why no outcome of it would be right. */
export const notMet: Readonly<Record<string, string>> = {
  'datashake/diff-unknown':
    'No job of ours names an earlier one: each lists all reviews that the plan includes, or edits and deletions would be missed.',
  'datashake/no-source':
    'Each of our jobs names a page: the address or the place ID of the connection.',
  'woocommerce/hook-force':
    'Webhooks are deleted with force, which has no other value in our calls.',
}
