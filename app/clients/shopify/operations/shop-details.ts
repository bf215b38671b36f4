import { z } from 'zod'
import type { ShopifyOperation } from '#app/domain/shops/shopify.ts'

/** Data from which an organization and its site are created. */
export const shopDetails = {
  name: 'ShopDetails',
  document: `#graphql
    query ShopDetails {
      shop {
        id
        name
        currencyCode
        ianaTimezone
        primaryDomain {
          url
        }
      }
    }`,
  shape: z.object({
    shop: z.object({
      id: z.string(),
      name: z.string(),
      currencyCode: z.string(),
      ianaTimezone: z.string(),
      primaryDomain: z.object({ url: z.string() }),
    }),
  }),
} satisfies ShopifyOperation
