/** A shop's one-time purchases in the app. They need no scope. */
import { z } from 'zod'
import type { ShopifyOperation } from '#app/domain/shops/shopify.ts'

export const createAppPurchase = {
  name: 'CreateAppPurchase',
  document: `#graphql
    mutation CreateAppPurchase(
      $name: String!
      $price: MoneyInput!
      $returnUrl: URL!
      $test: Boolean!
    ) {
      appPurchaseOneTimeCreate(name: $name, price: $price, returnUrl: $returnUrl, test: $test) {
        appPurchaseOneTime {
          id
        }
        confirmationUrl
        userErrors {
          field
          message
        }
      }
    }`,
  shape: z.object({
    appPurchaseOneTimeCreate: z.object({
      appPurchaseOneTime: z.object({ id: z.string() }),
      confirmationUrl: z.url(),
    }),
  }),
} satisfies ShopifyOperation

export const readAppPurchase = {
  name: 'ReadAppPurchase',
  document: `#graphql
    query ReadAppPurchase($id: ID!) {
      node(id: $id) {
        ... on AppPurchaseOneTime {
          id
          status
          test
          price {
            amount
            currencyCode
          }
        }
      }
    }`,
  shape: z.object({
    node: z
      .object({
        id: z.string(),
        status: z.enum(['PENDING', 'ACCEPTED', 'ACTIVE', 'DECLINED', 'EXPIRED']),
        test: z.boolean(),
        price: z.object({ amount: z.string(), currencyCode: z.string() }),
      })
      .nullable(),
  }),
} satisfies ShopifyOperation
