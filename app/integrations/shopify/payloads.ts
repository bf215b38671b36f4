/**
 * What webhooks of Shopify carry, as far as we read it. Everything about a person may be missing or
 * null: it depends on which protected customer data the app was granted.
 *
 * Fields: shopify.dev, Admin REST resources of API version 2026-07, which webhooks still use.
 */
import { z } from 'zod'

/** Ids are read exactly (exact-json.ts), and are texts from here on. */
const id = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()]).transform(String)

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)

/** Decimal digits in a text. A number would already be rounded. */
const money = z.string().regex(/^\d{1,12}(\.\d{1,3})?$/)

const moment = z.iso.datetime({ offset: true })

const address = z
  .object({
    first_name: optionalText,
    last_name: optionalText,
    city: optionalText,
    province: optionalText,
    country_code: optionalText,
  })
  .nullish()

const customer = z
  .object({
    id,
    first_name: optionalText,
    last_name: optionalText,
    email: optionalText,
    default_address: address,
  })
  .nullish()

export const lineItem = z.object({
  product_id: id.nullish(),
  variant_id: id.nullish(),
  title: z.string(),
  quantity: z.number().positive().max(1_000_000),
  price: money,
})

export const orderPayload = z.object({
  id,
  test: z.boolean().nullish(),
  created_at: moment,
  processed_at: moment.nullish(),
  updated_at: moment.nullish(),
  cancelled_at: moment.nullish(),
  financial_status: z.string().nullish(),
  currency: z.string(),
  total_price: money,
  email: optionalText,
  customer,
  billing_address: address,
  shipping_address: address,
  line_items: z.array(lineItem),
})
export type OrderPayload = z.output<typeof orderPayload>

export const customerPayload = z.object({
  id,
  created_at: moment,
  first_name: optionalText,
  last_name: optionalText,
  email: optionalText,
  state: z.string().nullish(),
  default_address: address,
})
export type CustomerPayload = z.output<typeof customerPayload>

const variant = z.object({
  id,
  title: z.string().nullish(),
  price: money,
  inventory_item_id: id.nullish(),
  inventory_quantity: z.int().nullish(),
  /** `deny`: can't be bought without stock. Null for stock that Shopify doesn't manage. */
  inventory_policy: z.string().nullish(),
  inventory_management: z.string().nullish(),
})

export const productPayload = z.object({
  id,
  title: z.string(),
  handle: z.string(),
  status: z.string().nullish(),
  published_at: moment.nullish(),
  updated_at: moment,
  image: z.object({ src: z.url() }).nullish(),
  variants: z.array(variant),
})
export type ProductPayload = z.output<typeof productPayload>

export const deletedProductPayload = z.object({ id })

export const inventoryLevelPayload = z.object({
  inventory_item_id: id,
  location_id: id,
  available: z.int().nullable(),
  updated_at: moment,
})

const subject = z.object({ id: id.nullish(), email: optionalText }).nullish()

/** The three topics that every app has to obey. */
export const customerRequestPayload = z.object({
  shop_domain: z.string(),
  customer: subject,
  orders_requested: z.array(id).nullish(),
  orders_to_redact: z.array(id).nullish(),
})
export type CustomerRequestPayload = z.output<typeof customerRequestPayload>
