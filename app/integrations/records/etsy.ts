/** Converts an Etsy shop's data to records. */
import { z } from 'zod'
import { firstNameOf } from '../kit/names.ts'
import {
  identifier,
  loose,
  looseIdentifier,
  looseNumber,
  looseRows,
  looseText,
  secondsMoment,
} from '../kit/shapes.ts'
import type { ActivityRecord } from '../record.ts'

/** Amounts are whole numbers of a part of the currency, which the divisor names. */
const money = loose(
  z.object({
    amount: z.int().min(0),
    divisor: z.union([z.literal(1), z.literal(10), z.literal(100), z.literal(1000)]),
    currency_code: looseText,
  }),
)
const decimalOf = (value: z.output<typeof money>) => (value ? value.amount / value.divisor : null)

export const receipt = z.object({
  receipt_id: identifier,
  status: z.string(),
  is_paid: z.boolean(),
  created_timestamp: secondsMoment,
  updated_timestamp: loose(secondsMoment),
  name: looseText,
  city: looseText,
  country_iso: looseText,
  buyer_email: looseText,
  grandtotal: money,
  transactions: looseRows(
    z.object({
      title: z.string(),
      listing_id: looseIdentifier,
      listing_image_id: looseIdentifier,
      quantity: looseNumber,
      price: money,
    }),
  ),
})

export const review = z.object({
  /** The reviewed purchase. Each has at most one review. */
  transaction_id: identifier,
  listing_id: looseIdentifier,
  rating: z.int().min(1).max(5),
  review: looseText,
  language: looseText,
  created_timestamp: secondsMoment,
})

export const listing = z.object({
  listing_id: identifier,
  title: looseText,
  url: looseText,
  images: looseRows(
    z.object({ listing_image_id: looseIdentifier, url_570xN: looseText, url_fullxfull: looseText }),
  ),
})
export type Listings = Map<string, z.output<typeof listing>>

function stateOf(one: z.output<typeof receipt>): 'confirmed' | 'cancelled' | 'refunded' | null {
  const status = one.status.toLowerCase().replaceAll(/[ _-]+/g, ' ')
  if (status === 'fully refunded') return 'refunded'
  if (status === 'canceled' || status === 'cancelled') return 'cancelled'
  const isDone = ['paid', 'completed', 'partially refunded'].includes(status)
  return one.is_paid && isDone ? 'confirmed' : null
}

/** The picture of the variant that was bought, else the first one. */
function pictureOf(listings: Listings, id: string | null | undefined, imageId?: string | null) {
  const images = listings.get(id ?? '')?.images ?? []
  const image = images.find((one) => one.listing_image_id === imageId) ?? images[0]
  return image?.url_570xN ?? image?.url_fullxfull ?? null
}

export function receiptRecord(
  one: z.output<typeof receipt>,
  listings: Listings,
): ActivityRecord | null {
  const state = stateOf(one)
  if (state === null) return null
  return {
    kind: 'purchase',
    id: one.receipt_id,
    occurred_at: one.created_timestamp,
    state,
    as_of: one.updated_timestamp ?? null,
    person: {
      first_name: firstNameOf(one.name, one.country_iso),
      email: one.buyer_email ?? null,
      city: one.city ?? null,
      country: one.country_iso ?? null,
    },
    items: one.transactions.map((item) => ({
      title: item.title,
      url: listings.get(item.listing_id ?? '')?.url ?? null,
      image: pictureOf(listings, item.listing_id, item.listing_image_id),
      quantity: item.quantity ?? null,
      price: decimalOf(item.price),
    })),
    total: decimalOf(one.grandtotal),
    currency: one.grandtotal?.currency_code ?? null,
  }
}

/** Etsy doesn't name who wrote it. */
export function reviewRecord(one: z.output<typeof review>, listings: Listings): ActivityRecord {
  const about = listings.get(one.listing_id ?? '')
  return {
    kind: 'review',
    id: `etsy-${one.transaction_id}`,
    occurred_at: one.created_timestamp,
    items: about?.title
      ? [
          {
            title: about.title ?? '',
            url: about.url ?? null,
            image: pictureOf(listings, one.listing_id),
          },
        ]
      : [],
    stars: one.rating,
    body: one.review ?? null,
    // Etsy has no address of a single review, and shows it with the product.
    sourceUrl: about?.url ?? null,
    language: one.language ?? null,
  }
}
