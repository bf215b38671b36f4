/** Letters and colors that distinguish services in lists. Safe in the browser. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import { integrationLabels } from '#app/integrations/labels.ts'

/** Text on a color, as `readInk` of app/domain/wording/color-contrast.ts chooses it. */
const inks = { light: '#ffffff', dark: '#16191d' } as const

/**
 * A color close to the one that the service is known by, and the ink on it. Data that needs no service has
 * an icon instead.
 */
const colors: Partial<Record<ConnectableName, readonly [color: string, ink: keyof typeof inks]>> = {
  active_campaign: ['#004cff', 'light'],
  agoda: ['#5392f9', 'dark'],
  airbnb: ['#ff385c', 'dark'],
  aliexpress: ['#d32f04', 'light'],
  bigcommerce: ['#121118', 'light'],
  booking_com: ['#003580', 'light'],
  capterra: ['#ff9d28', 'dark'],
  capterra_reviews: ['#ff9d28', 'dark'],
  etsy: ['#f1641e', 'dark'],
  eventbrite: ['#f05537', 'dark'],
  facebook: ['#0866ff', 'light'],
  google_my_business_reviews: ['#4285f4', 'dark'],
  google_places: ['#34a853', 'dark'],
  google_shopping: ['#1a73e8', 'light'],
  hotels_com: ['#d32f2f', 'light'],
  magento: ['#ee672f', 'dark'],
  mailchimp: ['#ffe01b', 'dark'],
  paypal: ['#003087', 'light'],
  prestashop: ['#df0067', 'light'],
  product_hunt: ['#c2452a', 'light'],
  reviews_io: ['#0e1311', 'light'],
  shopify: ['#95bf47', 'dark'],
  stripe: ['#635bff', 'light'],
  tripadvisor: ['#34e0a1', 'dark'],
  trust_radius: ['#0b3e6f', 'light'],
  trusted_shops: ['#ffdc0f', 'dark'],
  trustpilot: ['#00b67a', 'dark'],
  vitals: ['#2f4858', 'light'],
  wix: ['#0c6efc', 'light'],
  wordpress: ['#7f54b3', 'light'],
  yelp: ['#d32323', 'light'],
  zapier: ['#ff4a00', 'dark'],
}

export type ServiceLetters = { letters: string; color: string; ink: string }

/** Null: it has an icon. Colors are `#rrggbb`. */
export function markOf(name: ConnectableName): ServiceLetters | null {
  const found = colors[name]
  if (!found) return null
  const [color, ink] = found
  return { letters: lettersOf(integrationLabels[name]), color, ink: inks[ink] }
}

/** The first letters of two words, also of "PayPal"; otherwise the first two letters. */
export function lettersOf(label: string): string {
  const words = label.match(/\p{Lu}+\p{Ll}*|\p{Ll}+/gu) ?? []
  const [first = '', second] = label.includes('.') ? [label] : words
  return second === undefined
    ? `${first.slice(0, 1)}${first.slice(1, 2).toLowerCase()}`
    : `${first.slice(0, 1)}${second.slice(0, 1)}`.toUpperCase()
}
