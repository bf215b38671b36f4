import { z } from 'zod'
import type { ShopifyOperation } from '#app/domain/shops/shopify.ts'

const addressFields = `{
    firstName
    city
    countryCodeV2
  }`

/**
 * Nothing of the customer, which needs a scope that shops may refuse. Five lines, because a query can
 * cost 1,000 points and each object of each line costs one (shopify.dev, API rate limits).
 */
const orderFields = `
  id
  test
  createdAt
  processedAt
  cancelledAt
  displayFinancialStatus
  currencyCode
  totalPriceSet {
    shopMoney {
      amount
    }
  }
  email
  billingAddress ${addressFields}
  shippingAddress ${addressFields}
  lineItems(first: 5) {
    nodes {
      title
      currentQuantity
      isGiftCard
      originalUnitPriceSet {
        shopMoney {
          amount
        }
      }
      product {
        id
      }
      variant {
        id
      }
    }
  }`

const money = z.object({ shopMoney: z.object({ amount: z.string() }) })

const address = z
  .object({
    firstName: z.string().nullish(),
    city: z.string().nullish(),
    countryCodeV2: z.string().nullish(),
  })
  .nullish()

const withId = z.object({ id: z.string() }).nullish()

const order = z.object({
  id: z.string(),
  test: z.boolean(),
  createdAt: z.string(),
  processedAt: z.string().nullish(),
  cancelledAt: z.string().nullish(),
  displayFinancialStatus: z.string().nullish(),
  currencyCode: z.string(),
  totalPriceSet: money,
  email: z.string().nullish(),
  billingAddress: address,
  shippingAddress: address,
  lineItems: z.object({
    nodes: z.array(
      z.object({
        title: z.string(),
        currentQuantity: z.number(),
        isGiftCard: z.boolean(),
        originalUnitPriceSet: money,
        product: withId,
        variant: withId,
      }),
    ),
  }),
})
export type OrderNode = z.output<typeof order>

/** Null for one that was deleted or is too old for the app. */
export const readOrder = {
  name: 'ReadOrder',
  document: `#graphql
    query ReadOrder($id: ID!) {
      order(id: $id) {${orderFields}
      }
    }`,
  shape: z.object({ order: order.nullable() }),
} satisfies ShopifyOperation

/** Oldest change first, so that none is missed between two pages. */
export const listOrders = {
  name: 'ListOrders',
  document: `#graphql
    query ListOrders($query: String!, $after: String) {
      orders(first: 20, after: $after, query: $query, sortKey: UPDATED_AT) {
        nodes {${orderFields}
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }`,
  shape: z.object({
    orders: z.object({
      nodes: z.array(order),
      pageInfo: z.object({
        hasNextPage: z.boolean(),
        endCursor: z.string().nullable(),
      }),
    }),
  }),
} satisfies ShopifyOperation
