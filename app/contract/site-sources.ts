/** A site's fields about the shop system that it is part of, and the integrations that send it data. */
import { z } from 'zod'

export const sourceFields = {
  is_shopify: z.boolean().describe('Whether it is the site of a shop in Shopify.'),
  wix_token: z
    .boolean()
    .describe('Whether Footfall has access to the site in Wix. The token itself is never shown.'),
  bigcommerce_store_id: z
    .string()
    .nullable()
    .describe('Hash of the store in BigCommerce that the site belongs to.'),
  bigcommerce_access_token: z
    .boolean()
    .describe('Whether Footfall has access to that store. The token itself is never shown.'),
  integrations: z.array(z.string()).describe('Integrations that sent data in the last 30 days.'),
}
