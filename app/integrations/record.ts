/** Records that integrations bring: orders, sign-ups, reviews, products. */
import { z } from 'zod'
import { activityInput, type ActivityKind } from '#app/contract/activities.ts'
import { reviewInput, type ReportedFact } from '#app/contract/reviews.ts'
import { plainLine, plainText } from '#app/lib/markup/plain-text.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { firstNameIn } from '#app/lib/names/given-name.ts'
import { webAddress } from '#app/lib/web/web-address.ts'
import { shorten } from '#app/lib/storable-text.ts'
import { soldProducts } from './kit/sold-products.ts'

type Text = string | null | undefined

type PersonRecord = {
  first_name?: Text
  email?: Text
  city?: Text
  /** ISO 3166-1 alpha-2. */
  country?: Text
}

export type ItemRecord = {
  title: string
  url?: Text
  image?: Text
  quantity?: number | null
  /** Decimal, of one. */
  price?: number | null
  /** The id of a product that the same connection brings. Its link and picture fill what is missing. */
  productId?: Text
}

export type ActivityRecord = {
  kind: ActivityKind
  /** The service's id, the same for each report of the same order. */
  id: string
  /** Orders only: the number that the shop shows to people, which its files have, if it isn't the id. */
  number?: Text
  /** With its zone. */
  occurred_at: string
  /**
   * Absent: confirmed. A payment that was declined or failed is no state: the customer can pay the
   * same order at the second try, so there is no record until then.
   */
  state?: 'confirmed' | 'cancelled' | 'refunded'
  /**
   * When the service last changed the order, by its clock and with its zone. It decides which of two
   * states is the newer one. Absent: the service doesn't say, so a reversal is final.
   */
  as_of?: Text
  test?: boolean
  /**
   * The order isn't the site's: of another website of the shop, or deleted. Nothing is stored of it, but one that was
   * stored before ends with it.
   */
  isElsewhere?: true
  person?: PersonRecord | null
  items?: readonly ItemRecord[]
  /** Decimal. */
  total?: number | null
  currency?: Text
  /** Reviews only: 1 to 5. */
  stars?: number
  /** A review's text, in its original language. */
  body?: Text
  /** Reviews only: where the service publishes it, or the page of reviews. */
  sourceUrl?: Text
  /** Reviews only: the service says that its writer was a customer. Absent: it doesn't say. */
  isVerified?: boolean | null
  /** Reviews only: BCP 47, as the service names it. */
  language?: Text
  /** Reviews only: the answer that the page's owner gave. It isn't stored. */
  answer?: Text
}

/** The reversal of an order that isn't the site's, without its details. Null: it wasn't reversed. */
export const elsewhere = (record: ActivityRecord | null): ActivityRecord | null => {
  if (record?.state === undefined || record.state === 'confirmed') return null
  const { kind, id, occurred_at, state, as_of = null } = record
  return { kind, id, occurred_at, state, as_of, isElsewhere: true }
}

export type ProductRecord = {
  kind: 'product'
  id: string
  title: string
  url?: Text
  image?: Text
  /** Decimal. */
  price?: number | null
  currency?: Text
  /** Null: unknown. */
  stock?: number | null
  isAvailable?: boolean | null
}

export type RemovedProductRecord = { kind: 'product_removed'; id: string }

/** A row of a list that can't be read. It's counted, and its problem is shown to the owner. */
export type UnreadableRecord = {
  kind: 'unreadable'
  /** One sentence, without any value of the row but its id. */
  problem: string
}

export type IntegrationRecord =
  | ActivityRecord
  | ProductRecord
  | RemovedProductRecord
  | UnreadableRecord

export const isActivity = (record: IntegrationRecord): record is ActivityRecord =>
  record.kind !== 'product' && record.kind !== 'product_removed' && record.kind !== 'unreadable'

const maxText = 200
const maxReview = 2_000
const broken = /[\p{Cc}\p{Cs}]+/gu
/** The sign that a wrong charset lost letters. No one should read the rest. */
const lostLetter = '\uFFFD'

/** Fits our limits: what a service allows must not lose an order. Undefined: nothing is left. */
function line(value: unknown, max = maxText): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value.replaceAll(broken, ' ').trim()
  if (clean === '' || clean.includes(lostLetter)) return undefined
  return shortened(clean, max)
}

/** A text that visitors see. Its entities are decoded first, because a cut one is none. */
const words = (value: unknown) => line(typeof value === 'string' ? plainLine(value) : value)

/** Never ends within a character of two units. */
const shortened = (text: string, max: number) =>
  text.length > max ? `${shorten(text, max - 1)}…` : text

const email = z.email().max(254)
const code = (letters: number, value: unknown) => {
  const text = line(value)?.toUpperCase()
  return text !== undefined && text.length === letters && /^[A-Z]+$/.test(text) ? text : undefined
}
const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 1_000_000_000
const amountIn = (value: unknown) => (isAmount(value) ? value : undefined)

/** Family names stay with the service, also those in a field for the first name: no nudge needs one. */
const personOf = (person: PersonRecord) => {
  const address = line(person.email, 254)?.toLowerCase()
  const country = code(2, person.country)
  return {
    first_name: firstNameIn({ first: words(person.first_name), country }) ?? undefined,
    email: email.safeParse(address).success ? address : undefined,
    city: words(person.city),
    country,
  }
}

const itemOf = (item: ItemRecord) => {
  const title = words(item.title)
  if (title === undefined) return []
  const { quantity } = item
  const isCount = isAmount(quantity) && quantity > 0 && quantity <= 1_000_000
  return [
    {
      title,
      url: webAddress(item.url) ?? undefined,
      image: webAddress(item.image) ?? undefined,
      quantity: isCount ? quantity : undefined,
      price: amountIn(item.price),
    },
  ]
}

/**
 * The record as the REST API would accept it. Leaves out optional values that are wrong. A
 * service's own mistake in a name must not cost an order.
 *
 * @throws BadRecord for one without an id, a moment or a rating that can be used
 */
export function factOf(record: ActivityRecord): ReportedFact {
  const { kind, id, items = [], person } = record
  const shared = {
    kind,
    id: line(id),
    occurred_at: record.occurred_at,
    state: record.state ?? 'confirmed',
    test: record.test ?? false,
    person: person ? personOf(person) : undefined,
    items: soldProducts(items).slice(0, 50).flatMap(itemOf),
    total: amountIn(record.total),
    currency: code(3, record.currency),
  }
  const read =
    kind === 'review'
      ? reviewInput.safeParse({ ...shared, stars: record.stars, body: reviewBody(record.body) })
      : activityInput.safeParse(shared)
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ')
  throw new BadRecord(`A record can’t be used: ${fields}.`)
}

/** The number by which people know an order. Null: it's the id, or the service doesn't say. */
export const numberOf = ({ kind, id, number }: ActivityRecord): string | null => {
  const shown = kind === 'purchase' ? line(number) : undefined
  return shown === undefined || shown === line(id) ? null : shown
}

/** The source's facts about a review, apart from its stars and words. */
export type ReviewOrigin = {
  sourceUrl: string | null
  isVerified: boolean | null
  language: string | null
}

/** Leaves out values that are wrong, like `factOf`. */
export const originOf = ({ sourceUrl, isVerified, language }: ActivityRecord): ReviewOrigin => ({
  sourceUrl: webAddress(sourceUrl) ?? null,
  isVerified: isVerified ?? null,
  language: /^[a-z]{2,3}(?:-[\w-]{1,20})?$/i.test(language ?? '') ? (language ?? null) : null,
})

const reviewBody = (body: unknown) => {
  if (typeof body !== 'string' || body.includes(lostLetter)) return undefined
  const plain = /[<&]/.test(body) ? plainText(body) : body
  const clean = plain.replaceAll(/(?![\n\r\t])[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return shortened(clean, maxReview)
}
