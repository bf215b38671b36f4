import { z } from 'zod'
import type { ShopifyOperation } from '#app/domain/shops/shopify.ts'
import { customerFields, customerSelection, type CustomerField } from '#app/lib/shopify/refusals.ts'

/**
 * Nothing of the customer, which needs a scope that shops may refuse. Five lines, because a query can
 * cost 1,000 points and each object of each line costs one (shopify.dev, API rate limits).
 *
 * @param withheld fields that Shopify is known to refuse
 */
const orderFields = (withheld: readonly CustomerField[]) => `
  id
  name
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
  ${customerSelection(withheld)}
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
  name: z.string().nullish(),
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

/** An operation that asks for no more of the buyer than Shopify allows. */
type OrderOperation<Data> = (withheld: readonly CustomerField[]) => ShopifyOperation<Data>

const orderShape = z.object({ order: order.nullable() })

/** Null for one that was deleted or is too old for the app. */
export const readOrderWithout: OrderOperation<z.output<typeof orderShape>> = (withheld) => ({
  name: 'ReadOrder',
  document: `#graphql
    query ReadOrder($id: ID!) {
      order(id: $id) {${orderFields(withheld)}
      }
    }`,
  shape: orderShape,
})

const pageShape = z.object({
  orders: z.object({
    nodes: z.array(order),
    pageInfo: z.object({
      hasNextPage: z.boolean(),
      endCursor: z.string().nullable(),
    }),
  }),
})

/** Oldest change first, so that none is missed between two pages. */
export const listOrdersWithout: OrderOperation<z.output<typeof pageShape>> = (withheld) => ({
  name: 'ListOrders',
  document: `#graphql
    query ListOrders($query: String!, $after: String) {
      orders(first: 20, after: $after, query: $query, sortKey: UPDATED_AT) {
        nodes {${orderFields(withheld)}
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }`,
  shape: pageShape,
})

/** With all of the buyer, and with nothing: those that a test compares with the published schema. */
export const orderOperations = [[], customerFields].flatMap((withheld) => [
  readOrderWithout(withheld),
  listOrdersWithout(withheld),
])
