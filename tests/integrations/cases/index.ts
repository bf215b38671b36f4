/** Fixtures of every integration that is built, by name. */
import type { BatteryCase } from '../battery-case.ts'
import { activeCampaign } from './active-campaign.ts'
import { bigcommerce } from './bigcommerce.ts'
import { etsy } from './etsy.ts'
import { eventbrite } from './eventbrite.ts'
import { googleMyBusinessReviews } from './google-my-business-reviews.ts'
import { magento } from './magento.ts'
import { mailchimp } from './mailchimp.ts'
import { paypal } from './paypal.ts'
import { prestashop } from './prestashop.ts'
import { reviewPages } from './review-pages.ts'
import { reviewsIo } from './reviews-io.ts'
import { shopify } from './shopify.ts'
import { stripe } from './stripe.ts'
import { trustedShops } from './trusted-shops.ts'
import { trustpilot } from './trustpilot.ts'
import { wix } from './wix.ts'
import { wordpress } from './wordpress.ts'

export const cases: Readonly<Record<string, BatteryCase>> = {
  ...reviewPages,
  active_campaign: activeCampaign,
  bigcommerce,
  etsy,
  eventbrite,
  google_my_business_reviews: googleMyBusinessReviews,
  magento,
  mailchimp,
  paypal,
  prestashop,
  reviews_io: reviewsIo,
  shopify,
  stripe,
  trusted_shops: trustedShops,
  trustpilot,
  wix,
  wordpress,
}
