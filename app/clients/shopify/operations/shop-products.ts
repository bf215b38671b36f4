import { z } from 'zod'
import type { ShopifyOperation } from '#app/domain/shops/shopify.ts'

/** Variants that are read with each product of a list. One with more is read separately. */
const listedVariants = 10

const productFields = (variants: number) => `
  id
  title
  onlineStoreUrl
  featuredMedia {
    preview {
      image {
        url
      }
    }
  }
  variants(first: ${String(variants)}) {
    nodes {
      price
      availableForSale
      inventoryPolicy
      inventoryQuantity
      inventoryItem {
        tracked
      }
    }
    pageInfo {
      hasNextPage
    }
  }`

const product = z.object({
  id: z.string(),
  title: z.string(),
  onlineStoreUrl: z.string().nullable(),
  featuredMedia: z
    .object({
      preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable(),
    })
    .nullable(),
  variants: z.object({
    nodes: z.array(
      z.object({
        price: z.string(),
        availableForSale: z.boolean(),
        inventoryPolicy: z.enum(['DENY', 'CONTINUE']),
        inventoryQuantity: z.number().int().nullable(),
        inventoryItem: z.object({ tracked: z.boolean() }),
      }),
    ),
    pageInfo: z.object({ hasNextPage: z.boolean() }),
  }),
})
export type ProductNode = z.output<typeof product>

/** Null for one that was deleted. */
export const readProduct = {
  name: 'ReadProduct',
  document: `#graphql
    query ReadProduct($id: ID!) {
      product(id: $id) {${productFields(100)}
      }
    }`,
  shape: z.object({ product: product.nullable() }),
} satisfies ShopifyOperation

/** By what the shop's stock is counted in. Null for one that was deleted. */
export const readProductOfItem = {
  name: 'ReadProductOfItem',
  document: `#graphql
    query ReadProductOfItem($id: ID!) {
      inventoryItem(id: $id) {
        variant {
          product {${productFields(100)}
          }
        }
      }
    }`,
  shape: z.object({
    inventoryItem: z
      .object({ variant: z.object({ product: product.nullable() }).nullable() })
      .nullable(),
  }),
} satisfies ShopifyOperation

/** Costs less than half of what a single query may. */
export const listProducts = {
  name: 'ListProducts',
  document: `#graphql
    query ListProducts($after: String) {
      products(first: 20, after: $after, sortKey: ID) {
        nodes {${productFields(listedVariants)}
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }`,
  shape: z.object({
    products: z.object({
      nodes: z.array(product),
      pageInfo: z.object({
        hasNextPage: z.boolean(),
        endCursor: z.string().nullable(),
      }),
    }),
  }),
} satisfies ShopifyOperation
