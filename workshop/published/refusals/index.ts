/** Published refusals by integration. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { Refusal } from './refusal.ts'
import {
  activeCampaignRefusals,
  datashakeRefusals,
  etsyRefusals,
  eventbriteRefusals,
  googleRefusals,
  mailchimpRefusals,
  paypalRefusals,
  stripeRefusals,
} from './service-refusals.ts'
import { shopifyRefusals } from './shopify-refusals.ts'
import {
  bigcommerceRefusals,
  magentoRefusals,
  prestashopRefusals,
  woocommerceRefusals,
} from './shop-refusals.ts'

export const refusals: Partial<Record<ConnectableName, readonly Refusal[]>> = {
  active_campaign: activeCampaignRefusals,
  bigcommerce: bigcommerceRefusals,
  etsy: etsyRefusals,
  eventbrite: eventbriteRefusals,
  google_my_business_reviews: googleRefusals,
  magento: magentoRefusals,
  mailchimp: mailchimpRefusals,
  paypal: paypalRefusals,
  prestashop: prestashopRefusals,
  shopify: shopifyRefusals,
  stripe: stripeRefusals,
  wordpress: woocommerceRefusals,
  yelp: datashakeRefusals,
}
