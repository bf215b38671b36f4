/**
 * Converts a Shopify shop's data to records. Data about people depends on what the shop's app can
 * read.
 */
import { z } from 'zod'
import { buyerOf } from '#app/lib/names/buyer.ts'
import { customerSelection, type CustomerField } from '#app/lib/shopify/refusals.ts'
import {
  identifier,
  isoMoment,
  loose,
  looseAmount,
  looseFlag,
  looseIdentifier,
  looseNumber,
  looseRows,
  looseText,
} from '../kit/shapes.ts'
import { decimal } from '../kit/values.ts'
import type { ActivityRecord, ProductRecord } from '../record.ts'

/** `gid://shopify/Order/1` is `1`, as in webhooks. */
const globalId = z
  .string()
  .regex(/^gid:\/\/shopify\/\w+\/\d{1,20}(?:\?.*)?$/)
  .transform((id) => /\/(\d+)(?:\?.*)?$/.exec(id)?.[1] ?? '')

/** An address in a webhook. */
const address = loose(
  z.object({
    first_name: looseText,
    city: looseText,
    country_code: looseText,
  }),
)

export const customer = z.object({
  id: identifier,
  created_at: isoMoment,
  first_name: looseText,
  email: looseText,
  default_address: address,
})

export const order = z.object({
  id: identifier,
  /** As people see it: `#1001`. */
  name: looseText,
  test: looseFlag,
  created_at: isoMoment,
  processed_at: loose(isoMoment),
  updated_at: loose(isoMoment),
  cancelled_at: looseText,
  financial_status: looseText,
  currency: looseText,
  total_price: looseAmount,
  email: looseText,
  customer: loose(customer.pick({ first_name: true, default_address: true })),
  billing_address: address,
  shipping_address: address,
  line_items: looseRows(
    z.object({
      title: z.string(),
      quantity: looseNumber,
      /** Without what was removed or refunded since. */
      current_quantity: looseNumber,
      gift_card: looseFlag,
      price: looseAmount,
      product_id: looseIdentifier,
    }),
  ),
})

/**
 * By the payment's status. An order that isn't paid yet is no purchase, nor is one whose
 * authorization was voided: no money was taken.
 */
const states: Readonly<Record<string, ActivityRecord['state']>> = {
  paid: 'confirmed',
  partially_refunded: 'confirmed',
  refunded: 'refunded',
}

const stateOf = (status: string | null | undefined, canceledAt: string | null | undefined) =>
  canceledAt ? 'cancelled' : states[status?.toLowerCase() ?? '']

const placeOf = (from: z.output<typeof address> | undefined) =>
  from && { first_name: from.first_name, city: from.city, country: from.country_code }

export function orderRecord(one: z.output<typeof order>): ActivityRecord | null {
  const state = stateOf(one.financial_status, one.cancelled_at)
  if (state === undefined) return null
  const { customer: buyer, billing_address: billing, shipping_address: shipping } = one
  return {
    kind: 'purchase',
    id: one.id,
    number: one.name ?? null,
    occurred_at: one.processed_at ?? one.created_at,
    state,
    as_of: one.updated_at ?? null,
    test: one.test ?? false,
    person: {
      ...buyerOf(buyer?.first_name, {
        billing: [placeOf(billing), placeOf(buyer?.default_address)],
        shipping: placeOf(shipping),
      }),
      email: one.email ?? null,
    },
    items: one.line_items
      .filter(({ gift_card: isGiftCard }) => isGiftCard !== true)
      .map(({ title, quantity, current_quantity: kept, price, product_id: productId }) => ({
        title,
        quantity: kept ?? quantity ?? null,
        price: decimal(price) ?? null,
        productId: productId ?? null,
      })),
    total: decimal(one.total_price) ?? null,
    currency: one.currency ?? null,
  }
}

export const customerRecord = (one: z.output<typeof customer>): ActivityRecord => ({
  kind: 'signup',
  id: one.id,
  occurred_at: one.created_at,
  person: {
    ...buyerOf(one.first_name, { billing: [placeOf(one.default_address)] }),
    email: one.email ?? null,
  },
})

/** @param isWhole with what Shopify may refuse to the app */
export const customerFieldsOf = (isWhole: boolean) =>
  isWhole
    ? `id createdAt firstName defaultEmailAddress { emailAddress }
  defaultAddress { firstName city countryCodeV2 }`
    : 'id createdAt'

const money = loose(z.object({ shopMoney: z.object({ amount: looseAmount }) }))

/**
 * Nothing of the customer, which needs a permission that shops may refuse.
 *
 * @param withheld fields that Shopify is known to refuse
 */
export const orderFields = (
  withheld: readonly CustomerField[],
) => `id name test createdAt processedAt updatedAt cancelledAt displayFinancialStatus
  currencyCode totalPriceSet { shopMoney { amount } }
  ${customerSelection(withheld)}
  lineItems(first: 20) {
    nodes { title quantity currentQuantity isGiftCard originalUnitPriceSet { shopMoney { amount } } product { id } }
  }`

const nodeAddress = loose(
  z
    .object({
      firstName: looseText,
      city: looseText,
      countryCodeV2: looseText,
    })
    .transform((from) => ({
      first_name: from.firstName,
      city: from.city,
      country_code: from.countryCodeV2,
    })),
)

/** The same customer from the Admin API. */
export const customerNode = z
  .object({
    id: globalId,
    createdAt: isoMoment,
    firstName: looseText,
    defaultEmailAddress: loose(z.object({ emailAddress: looseText })),
    defaultAddress: nodeAddress,
  })
  .transform((from): z.output<typeof customer> => ({
    id: from.id,
    created_at: from.createdAt,
    first_name: from.firstName,
    email: from.defaultEmailAddress?.emailAddress ?? null,
    default_address: from.defaultAddress,
  }))

/** The same order from the Admin API. */
export const orderNode = z
  .object({
    id: globalId,
    name: looseText,
    test: looseFlag,
    createdAt: isoMoment,
    processedAt: loose(isoMoment),
    updatedAt: loose(isoMoment),
    cancelledAt: looseText,
    displayFinancialStatus: looseText,
    currencyCode: looseText,
    totalPriceSet: money,
    email: looseText,
    billingAddress: nodeAddress,
    shippingAddress: nodeAddress,
    lineItems: loose(
      z.object({
        nodes: looseRows(
          z.object({
            title: z.string(),
            quantity: looseNumber,
            currentQuantity: looseNumber,
            isGiftCard: looseFlag,
            originalUnitPriceSet: money,
            product: loose(z.object({ id: globalId })),
          }),
        ),
      }),
    ),
  })
  .transform((node): z.output<typeof order> => ({
    id: node.id,
    name: node.name,
    test: node.test,
    created_at: node.createdAt,
    processed_at: node.processedAt,
    updated_at: node.updatedAt,
    cancelled_at: node.cancelledAt,
    financial_status: node.displayFinancialStatus,
    currency: node.currencyCode,
    total_price: node.totalPriceSet?.shopMoney.amount,
    email: node.email,
    customer: null,
    billing_address: node.billingAddress,
    shipping_address: node.shippingAddress,
    line_items: (node.lineItems?.nodes ?? []).map((line) => ({
      title: line.title,
      quantity: line.quantity,
      current_quantity: line.currentQuantity,
      gift_card: line.isGiftCard,
      price: line.originalUnitPriceSet?.shopMoney.amount,
      product_id: line.product?.id,
    })),
  }))

/** @param variants at most so many; each costs */
export const productFields = (variants: number) => `id title status onlineStoreUrl
  featuredMedia { preview { image { url } } }
  variants(first: ${String(variants)}) {
    nodes { price availableForSale inventoryPolicy inventoryQuantity inventoryItem { tracked } }
    pageInfo { hasNextPage }
  }`

const variant = z.object({
  price: looseAmount,
  availableForSale: looseFlag,
  inventoryPolicy: looseText,
  inventoryQuantity: looseNumber,
  inventoryItem: loose(z.object({ tracked: looseFlag })),
})

export const productNode = z.object({
  id: globalId,
  title: z.string(),
  status: looseText,
  onlineStoreUrl: looseText,
  featuredMedia: loose(
    z.object({ preview: loose(z.object({ image: loose(z.object({ url: looseText })) })) }),
  ),
  variants: loose(
    z.object({
      nodes: looseRows(variant),
      pageInfo: loose(z.object({ hasNextPage: looseFlag })),
    }),
  ),
})
export type ProductNode = z.output<typeof productNode>

/** The number is known if every variant is counted and none can be sold beyond it. */
function stockOf(variants: ProductNode['variants']): number | null {
  const nodes = variants?.nodes ?? []
  const isCounted = nodes.every(
    ({ inventoryItem, inventoryPolicy, inventoryQuantity }) =>
      inventoryItem?.tracked === true &&
      inventoryPolicy === 'DENY' &&
      Number.isInteger(inventoryQuantity),
  )
  if (!isCounted || nodes.length === 0 || variants?.pageInfo?.hasNextPage !== false) return null
  return nodes.reduce((sum, { inventoryQuantity }) => sum + Math.max(0, inventoryQuantity ?? 0), 0)
}

export function productRecord(node: ProductNode, currency: string | null): ProductRecord {
  const nodes = node.variants?.nodes ?? []
  const prices = nodes.map(({ price }) => decimal(price)).filter((price) => price !== undefined)
  return {
    kind: 'product',
    id: node.id,
    title: node.title,
    url: node.onlineStoreUrl ?? null,
    image: node.featuredMedia?.preview?.image?.url ?? null,
    price: prices.length === 0 ? null : Math.min(...prices),
    currency,
    stock: stockOf(node.variants),
    isAvailable: nodes.length === 0 ? null : nodes.some((one) => one.availableForSale === true),
  }
}
