/** Converts a Wix site's data to records. */
import { z } from 'zod'
import {
  identifier,
  isoMoment,
  loose,
  looseAmount,
  looseFlag,
  looseNumber,
  looseOrderNumber,
  looseRows,
  looseText,
} from '../kit/shapes.ts'
import { decimal } from '../kit/values.ts'
import type { ActivityRecord } from '../record.ts'

const money = loose(z.object({ amount: looseAmount }))

export const order = z.object({
  id: identifier,
  number: looseOrderNumber,
  createdDate: isoMoment,
  purchasedDate: loose(isoMoment),
  updatedDate: loose(isoMoment),
  status: z.string(),
  paymentStatus: z.string(),
  /** A test order of the site's owner. */
  demo: looseFlag,
  /** Brought over from another shop system, with the moment of the import. */
  imported: looseFlag,
  currency: looseText,
  buyerInfo: loose(z.object({ email: looseText })),
  billingInfo: loose(
    z.object({
      address: loose(z.object({ city: looseText, country: looseText })),
      contactDetails: loose(z.object({ firstName: looseText })),
    }),
  ),
  lineItems: looseRows(
    z.object({
      productName: z.object({ original: z.string() }),
      quantity: looseNumber,
      image: loose(z.object({ url: looseText })),
      price: money,
    }),
  ),
  priceSummary: loose(z.object({ total: money })),
})

/** By the payment's status. An order that isn't paid yet is no purchase. */
const states: Readonly<Record<string, ActivityRecord['state']>> = {
  PAID: 'confirmed',
  PARTIALLY_REFUNDED: 'confirmed',
  FULLY_REFUNDED: 'refunded',
}

export function orderRecord(one: z.output<typeof order>): ActivityRecord | null {
  const isCanceled = one.status === 'CANCELED'
  const state = isCanceled ? 'cancelled' : states[one.paymentStatus]
  if (one.imported) return null
  if (state === undefined || !(isCanceled || one.status === 'APPROVED')) return null
  const { billingInfo: billing } = one
  return {
    kind: 'purchase',
    id: one.id,
    number: one.number ?? null,
    occurred_at: one.purchasedDate ?? one.createdDate,
    state,
    ...(one.demo ? { test: true } : {}),
    as_of: one.updatedDate ?? null,
    person: {
      first_name: billing?.contactDetails?.firstName ?? null,
      email: one.buyerInfo?.email ?? null,
      city: billing?.address?.city ?? null,
      country: billing?.address?.country ?? null,
    },
    items: one.lineItems.map((item) => ({
      title: item.productName.original,
      image: item.image?.url ?? null,
      quantity: item.quantity ?? null,
      price: decimal(item.price?.amount) ?? null,
    })),
    total: decimal(one.priceSummary?.total?.amount) ?? null,
    currency: one.currency ?? null,
  }
}

export const member = z.object({
  id: identifier,
  createdDate: isoMoment,
  loginEmail: looseText,
  contact: loose(z.object({ firstName: looseText })),
})

export const memberRecord = (one: z.output<typeof member>): ActivityRecord => ({
  kind: 'signup',
  id: one.id,
  occurred_at: one.createdDate,
  person: {
    first_name: one.contact?.firstName ?? null,
    email: one.loginEmail ?? null,
  },
})

const changes = z.object({
  createdEvent: loose(z.object({ entity: z.unknown() })),
  updatedEvent: loose(z.object({ currentEntity: z.unknown() })),
  actionEvent: loose(z.object({ body: loose(z.looseObject({ order: z.unknown() })) })),
})

/** The entity that an event is about. Undefined: it names nothing. */
export function entityOf(event: unknown): unknown {
  const read = changes.safeParse(event)
  if (!read.success) return undefined
  const { createdEvent, updatedEvent, actionEvent } = read.data
  return createdEvent?.entity ?? updatedEvent?.currentEntity ?? actionEvent?.body?.order
}

const forgetting = z.object({
  triggeredByAnonymizeRequest: looseFlag,
  /** ID of the order or the member. */
  entityId: looseText,
})

/**
 * ID of the order or the member whose event follows from someone's erasure, empty when the event names none. Null:
 * it's about something else. https://dev.wix.com/docs/rest/articles/get-started/webhook-structure
 */
export function erasedEntity(event: unknown): string | null {
  const read = forgetting.safeParse(event).data
  return read?.triggeredByAnonymizeRequest === true ? (read.entityId ?? '') : null
}
