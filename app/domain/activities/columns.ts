/** The columns that are read of an activity, and their type. */
import type { ActivityKind, ReportedState } from '#app/contract/activities.ts'
import { activities } from '#app/db/schema/activities.ts'

/** An activity as stored, without internal columns. */
export type Activity = {
  uuid: string
  externalId: string
  kind: ActivityKind
  firstName: string | null
  lastName: string | null
  city: string | null
  country: string | null
  productTitle: string | null
  productUrl: string | null
  productImage: string | null
  /** 1 to 5, of a review. */
  stars: number | null
  /** Text of a review. */
  body: string | null
  trust: 'signed' | 'origin' | 'unknown'
  approval: 'approved' | 'quarantined' | 'hidden'
  isShowable: boolean
  /** The shop's order that is shown instead of this payment, by our id. */
  sameSaleAs: number | null
  /** A review of a page that isn't proven to be the site's. */
  isUnproved: boolean
  /** Since when its source doesn't list the review. Null: it does, or lists none. */
  unlistedAt: Date | null
  /** When a review stops being shown, unless its source lists it again. Null: never. */
  keptUntil: Date | null
  /** As reported last. Null, like `isTest`: stored before these were. */
  state: ReportedState | null
  isTest: boolean | null
  /** The order's total. Null if its shop didn't send it. */
  amountCents: number | null
  currency: string | null
  occurredAt: Date
  receivedAt: Date
}

export const activityColumns = {
  uuid: activities.uuid,
  externalId: activities.externalId,
  kind: activities.kind,
  firstName: activities.firstName,
  lastName: activities.lastName,
  city: activities.city,
  country: activities.country,
  productTitle: activities.productTitle,
  productUrl: activities.productUrl,
  productImage: activities.productImage,
  stars: activities.stars,
  body: activities.body,
  trust: activities.trust,
  approval: activities.approval,
  isShowable: activities.isShowable,
  sameSaleAs: activities.sameSaleAs,
  isUnproved: activities.isUnproved,
  unlistedAt: activities.unlistedAt,
  keptUntil: activities.keptUntil,
  state: activities.state,
  isTest: activities.isTest,
  amountCents: activities.amountCents,
  currency: activities.currency,
  occurredAt: activities.occurredAt,
  receivedAt: activities.receivedAt,
}
