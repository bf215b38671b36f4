/** Names of the services that a site can be connected with, as addresses, rows and queries have them. */

/** Each has a page of its own. */
export const integrationNames = [
  'active_campaign',
  'agoda',
  'airbnb',
  'aliexpress',
  'bigcommerce',
  'booking_com',
  'capterra',
  'capterra_reviews',
  'etsy',
  'eventbrite',
  'facebook',
  'form_submissions',
  'google_my_business_reviews',
  'google_places',
  'google_shopping',
  'hotels_com',
  'javascript',
  'magento',
  'mailchimp',
  'paypal',
  'prestashop',
  'product_hunt',
  'rest_api',
  'reviews_io',
  'shopify',
  'stripe',
  'tripadvisor',
  'trust_radius',
  'trusted_shops',
  'trustpilot',
  'vitals',
  'wix',
  'wordpress',
  'yelp',
  'zapier',
] as const

/** The integrations that a connection can belong to. A smart webhook has screens of its own. */
export const connectableNames = [...integrationNames, 'smart_webhook'] as const
export type ConnectableName = (typeof connectableNames)[number]
