/** Products in API requests and responses: an allow list of fields, never whole rows. */
import type { z } from 'zod'
import type { listedProductInput, ProductAnswer } from '#app/contract/products.ts'
import type { ProductFacts } from '#app/domain/products/product-fields.ts'
import type { ReportedProduct } from '#app/domain/products/reported-products.server.ts'
import { fromCents, toCents } from '#app/lib/money.ts'

/** URLs are stored as browsers write them: nudges find products by the paths of their pages. */
export const factsOf = (product: z.output<typeof listedProductInput>): ProductFacts => ({
  externalId: product.id,
  title: product.title,
  url: product.url == null ? null : new URL(product.url).href,
  image: product.image == null ? null : new URL(product.image).href,
  priceCents: toCents(product.price),
  currency: product.price == null ? null : (product.currency ?? null),
  stock: product.stock ?? null,
  isAvailable: product.is_available ?? null,
})

export const describeProduct = (product: ReportedProduct): ProductAnswer => ({
  id: product.externalId,
  title: product.title,
  url: product.url,
  image: product.image,
  price: fromCents(product.priceCents),
  currency: product.currency,
  stock: product.stock,
  is_available: product.isAvailable,
  is_hidden: product.isHidden,
  updated_at: product.updatedAt.toISOString(),
})
