/** Every integration that has a definition, by name. */
import type { AnyIntegration } from './integration.ts'
import { activeCampaign } from './catalog/active-campaign.ts'
import { bigcommerce } from './catalog/bigcommerce.ts'
import { etsy } from './catalog/etsy.ts'
import { eventbrite } from './catalog/eventbrite.ts'
import { googleMyBusinessReviews } from './catalog/google-my-business-reviews.ts'
import { magento } from './catalog/magento.ts'
import { mailchimp } from './catalog/mailchimp.ts'
import { paypal } from './catalog/paypal.ts'
import { prestashop } from './catalog/prestashop.ts'
import {
  agoda,
  airbnb,
  aliexpress,
  bookingCom,
  capterra,
  capterraReviews,
  facebook,
  googlePlaces,
  hotelsCom,
  productHunt,
  tripadvisor,
  trustRadius,
  yelp,
} from './catalog/review-pages.ts'
import { reviewsIo } from './catalog/reviews-io.ts'
import { shopify } from './catalog/shopify.ts'
import { smartWebhook } from './catalog/smart-webhook.ts'
import { stripe } from './catalog/stripe.ts'
import { trustedShops } from './catalog/trusted-shops.ts'
import { trustpilot } from './catalog/trustpilot.ts'
import { wix } from './catalog/wix.ts'
import { wordpress } from './catalog/wordpress.ts'

export const integrations: readonly AnyIntegration[] = [
  activeCampaign,
  agoda,
  airbnb,
  aliexpress,
  bigcommerce,
  bookingCom,
  capterra,
  capterraReviews,
  etsy,
  eventbrite,
  facebook,
  googleMyBusinessReviews,
  googlePlaces,
  hotelsCom,
  magento,
  mailchimp,
  paypal,
  prestashop,
  productHunt,
  reviewsIo,
  shopify,
  smartWebhook,
  stripe,
  tripadvisor,
  trustRadius,
  trustedShops,
  trustpilot,
  wix,
  wordpress,
  yelp,
]

/** Undefined: it has no definition. */
export const findIntegration = (name: string): AnyIntegration | undefined =>
  integrations.find((one) => one.name === name)
