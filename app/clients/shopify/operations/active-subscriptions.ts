import { z } from 'zod'
import type { ShopifyOperation } from '#app/domain/shops/shopify.ts'

const money = z.object({ amount: z.string(), currencyCode: z.string() })

/** What the shop pays for. Shopify lists subscriptions with the status ACTIVE only. */
export const activeSubscriptions = {
  name: 'ActiveSubscriptions',
  document: `#graphql
    query ActiveSubscriptions {
      currentAppInstallation {
        activeSubscriptions {
          name
          status
          test
          lineItems {
            plan {
              pricingDetails {
                __typename
                ... on AppRecurringPricing {
                  interval
                  price {
                    amount
                    currencyCode
                  }
                }
              }
            }
          }
        }
      }
    }`,
  shape: z.object({
    currentAppInstallation: z.object({
      activeSubscriptions: z.array(
        z.object({
          name: z.string(),
          status: z.string(),
          test: z.boolean(),
          lineItems: z.array(
            z.object({
              plan: z.object({
                pricingDetails: z.object({
                  __typename: z.string(),
                  interval: z.string().optional(),
                  price: money.optional(),
                }),
              }),
            }),
          ),
        }),
      ),
    }),
  }),
} satisfies ShopifyOperation
