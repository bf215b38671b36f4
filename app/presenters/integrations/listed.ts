/** Integrations that the list offers. Safe in the browser. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'

export type ListedCategory = 'shop' | 'payments' | 'marketing' | 'reviews' | 'developer'

export const categoryLabels: Record<ListedCategory, string> = {
  shop: 'Shops',
  payments: 'Payments',
  marketing: 'Marketing and events',
  reviews: 'Reviews',
  developer: 'Your pages and server',
}
export const listedCategories = Object.keys(categoryLabels) as ListedCategory[]

export type ListedIntegration = {
  name: ConnectableName
  category: ListedCategory
  summary: string
  /** An app of this platform, which other shops can’t have. */
  platform?: ShopPlatform
}

/** Ways to bring data that need no connection. Each has a screen of its own. */
export const directIntegrations = [
  {
    name: 'rest_api',
    category: 'developer',
    summary: 'Your server sends each purchase and sign-up with one call.',
  },
  {
    name: 'javascript',
    category: 'developer',
    summary: 'Your pages report products, carts, goals and orders with a line of script.',
  },
  {
    name: 'form_submissions',
    category: 'developer',
    summary: 'Sign-up forms on your pages become sign-ups. Email addresses never leave the page.',
  },
  {
    name: 'google_shopping',
    category: 'shop',
    summary: 'Products, prices and stock from your Google Shopping feed.',
  },
  {
    name: 'vitals',
    category: 'reviews',
    summary: 'Reviews that your Shopify shop collects with the Vitals app.',
    platform: 'shopify',
  },
  {
    name: 'zapier',
    category: 'marketing',
    summary: 'Sends data from thousands of apps to Footfall without a developer.',
  },
] as const satisfies readonly ListedIntegration[]

/** Other names of services, which the search finds as well. Forms are those of any plugin. */
const otherNames: Partial<Record<ConnectableName, string>> = {
  active_campaign: 'active campaign email',
  bigcommerce: 'big commerce',
  booking_com: 'booking com hotel',
  capterra: 'gartner',
  capterra_reviews: 'gartner',
  facebook: 'meta recommendations',
  form_submissions:
    'contact form 7 wpforms gravity forms elementor hubspot klaviyo newsletter popup lead',
  google_my_business_reviews: 'google my business gmb google reviews google maps',
  google_places: 'google maps google reviews',
  google_shopping: 'merchant center product feed xml csv inventory',
  hotels_com: 'hotels com expedia',
  javascript: 'pixel snippet script google tag manager gtm data layer',
  magento: 'adobe commerce',
  mailchimp: 'newsletter audience',
  paypal: 'pay pal',
  prestashop: 'presta shop',
  product_hunt: 'producthunt',
  rest_api: 'backend curl server node php python developer',
  reviews_io: 'reviews io reviews.co.uk',
  stripe: 'credit card checkout payment links',
  tripadvisor: 'trip advisor',
  trust_radius: 'trust radius',
  trusted_shops: 'trustedshops etrusted',
  trustpilot: 'trust pilot',
  wordpress: 'wordpress woo commerce wp',
  zapier: 'zaps automation squarespace',
}

/** The texts that the search looks through. */
export const searchedTexts = ({ name, summary, category }: ListedIntegration): string[] => [
  integrationLabels[name],
  name,
  otherNames[name] ?? '',
  summary,
  categoryLabels[category],
]

/** The integration that a shop of the platform is connected with. */
const integrationOfPlatform: Partial<Record<ShopPlatform, ConnectableName>> = {
  shopify: 'shopify',
  woocommerce: 'wordpress',
  wix: 'wix',
  bigcommerce: 'bigcommerce',
  magento: 'magento',
  prestashop: 'prestashop',
}

/** Null: none is made for it. */
export const fittingName = (platform: ShopPlatform | null): ConnectableName | null =>
  platform === null ? null : (integrationOfPlatform[platform] ?? null)

type SitePlatform = {
  /** Platform of its home page. Null: unknown. */
  homePage: ShopPlatform | null
  isConnected: (name: ConnectableName) => boolean
}

/** Whether the list offers it to a site: apps of a platform only to shops of that platform. */
export function isForSite(
  { platform }: ListedIntegration,
  { homePage, isConnected }: SitePlatform,
): boolean {
  if (platform === undefined || platform === homePage) return true
  const connection = integrationOfPlatform[platform]
  return connection !== undefined && isConnected(connection)
}

/**
 * The search, in any order of words. Without words everything matches.
 *
 * @param texts of one integration: its label, its summary, its category
 */
export function matchesSearch(text: string, texts: readonly string[]): boolean {
  const whole = texts.join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
