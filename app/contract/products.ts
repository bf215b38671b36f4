/** Products as other programs send them, and the responses. */
import { z } from 'zod'
import { amount, currency, fieldErrors, nextCursor, someText, webAddress } from './activities.ts'
import { closedObject } from './api/closed-object.ts'

const maxProductsPerRequest = 100

const fields = {
  title: someText,
  url: webAddress
    .nullish()
    .describe('The product’s page. Nudges about stock are shown on it, so they need it.'),
  image: webAddress.nullish(),
  price: amount.nullish(),
  currency: currency.nullish().describe('ISO 4217. Required with a price.'),
  stock: z
    .number('Send a whole number.')
    .int('Send a whole number.')
    .min(0, 'Send a number of 0 or more.')
    .max(2_000_000_000, 'Send a number of at most 2000000000.')
    .nullish()
    .describe('Items in stock. Stock that wasn’t sent again within 24 hours isn’t shown.'),
  is_available: z
    .boolean('Send true or false.')
    .nullish()
    .describe('False: can’t be ordered. Nudges then don’t mention its stock.'),
}

type Priced = { price?: number | null | undefined; currency?: string | null | undefined }
const hasCurrency = ({ price, currency: unit }: Priced) => price == null || unit != null
const withoutCurrency = { error: 'Send the currency of the price.', path: ['currency'] }

/** The whole product; its id is in the URL. */
export const productInput = closedObject(fields)
  .refine(hasCurrency, withoutCurrency)
  .describe('Replaces the whole product: a field that is left out is cleared.')
export type ProductInput = z.output<typeof productInput>

export const listedProductInput = closedObject({
  id: someText.describe('Your ID, for example the SKU.'),
  ...fields,
}).refine(hasCurrency, withoutCurrency)

/** Each product is validated separately. */
export const productBatch = closedObject({
  products: z
    .array(z.unknown(), 'Send a list.')
    .min(1, 'Send at least one product.')
    .max(
      maxProductsPerRequest,
      `Send up to ${String(maxProductsPerRequest)} products per request.`,
    ),
})

/** How `productBatch` is documented: as a list of valid products. */
export const describedProductBatch = closedObject({
  products: z.array(listedProductInput).min(1).max(maxProductsPerRequest),
})

const productAnswer = z.object({
  id: z.string().describe('Your ID.'),
  title: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  stock: z.number().int().nullable(),
  is_available: z.boolean().nullable(),
  is_hidden: z.boolean().describe('Hidden by the owner: nudges don’t mention it.'),
  updated_at: z.iso.datetime(),
})
export type ProductAnswer = z.infer<typeof productAnswer>

export const singleProduct = z.object({ data: productAnswer })
export const productList = z.object({ data: z.array(productAnswer), next_cursor: nextCursor })

/** Outcome of one product in a batch. Outcomes are in the order of the request. */
const productOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), id: z.string(), product: productAnswer }),
  z.object({ outcome: z.literal('updated'), id: z.string(), product: productAnswer }),
  z.object({
    outcome: z.literal('rejected'),
    id: z.string().nullable(),
    message: z.string(),
    errors: fieldErrors,
  }),
])
export type ProductOutcome = z.infer<typeof productOutcome>
export const productBatchAnswer = z.object({ data: z.array(productOutcome) })
