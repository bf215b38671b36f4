/** Subscriptions of a shop to the app. They need no scope. */
import { z } from 'zod'
import type { ShopifyOperation } from '#app/domain/shops/shopify.ts'

const money = z.object({ amount: z.string(), currencyCode: z.string() })

const subscriptionStatus = z.enum([
  'PENDING',
  'ACCEPTED',
  'ACTIVE',
  'FROZEN',
  'CANCELLED',
  'DECLINED',
  'EXPIRED',
])

const subscriptionNode = z.object({
  id: z.string(),
  name: z.string(),
  status: subscriptionStatus,
  test: z.boolean(),
  trialDays: z.int().nonnegative(),
  createdAt: z.iso.datetime({ offset: true }),
  currentPeriodEnd: z.iso.datetime({ offset: true }).nullable(),
  lineItems: z.array(
    z.object({
      plan: z.object({
        pricingDetails: z.object({
          __typename: z.string(),
          interval: z.enum(['EVERY_30_DAYS', 'ANNUAL']).optional(),
          planHandle: z.string().nullish(),
          price: money.optional(),
        }),
      }),
    }),
  ),
})

export type SubscriptionNode = z.output<typeof subscriptionNode>

const subscriptionPage = z.object({
  currentAppInstallation: z.object({
    allSubscriptions: z.object({
      nodes: z.array(subscriptionNode),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
})

export type SubscriptionPage = z.output<typeof subscriptionPage>

const fields = `
  fragment SubscriptionFields on AppSubscription {
    id
    name
    status
    test
    trialDays
    createdAt
    currentPeriodEnd
    lineItems {
      plan {
        pricingDetails {
          __typename
          ... on AppRecurringPricing {
            interval
            planHandle
            price {
              amount
              currencyCode
            }
          }
        }
      }
    }
  }`

/** All that were ever created, newest first. */
export const listAppSubscriptions = {
  name: 'ListAppSubscriptions',
  document: `#graphql
    query ListAppSubscriptions($after: String) {
      currentAppInstallation {
        allSubscriptions(first: 20, after: $after, sortKey: CREATED_AT, reverse: true) {
          nodes {
            ...SubscriptionFields
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
    ${fields}`,
  shape: subscriptionPage,
} satisfies ShopifyOperation

export const readAppSubscription = {
  name: 'ReadAppSubscription',
  document: `#graphql
    query ReadAppSubscription($id: ID!) {
      node(id: $id) {
        ...SubscriptionFields
      }
    }
    ${fields}`,
  shape: z.object({ node: subscriptionNode.nullable() }),
} satisfies ShopifyOperation

export const createAppSubscription = {
  name: 'CreateAppSubscription',
  document: `#graphql
    mutation CreateAppSubscription(
      $name: String!
      $lineItems: [AppSubscriptionLineItemInput!]!
      $returnUrl: URL!
      $test: Boolean!
    ) {
      appSubscriptionCreate(
        name: $name
        lineItems: $lineItems
        returnUrl: $returnUrl
        test: $test
        replacementBehavior: STANDARD
      ) {
        appSubscription {
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
    appSubscriptionCreate: z.object({
      appSubscription: z.object({ id: z.string() }),
      confirmationUrl: z.url(),
    }),
  }),
} satisfies ShopifyOperation

/** Credits the payment for the remaining days. */
export const cancelAppSubscription = {
  name: 'CancelAppSubscription',
  document: `#graphql
    mutation CancelAppSubscription($id: ID!) {
      appSubscriptionCancel(id: $id, prorate: true) {
        appSubscription {
          id
          status
        }
        userErrors {
          field
          message
        }
      }
    }`,
  shape: z.object({
    appSubscriptionCancel: z.object({
      appSubscription: z.object({ id: z.string(), status: subscriptionStatus }),
    }),
  }),
} satisfies ShopifyOperation
