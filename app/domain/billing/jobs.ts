import { z } from 'zod'
import { coalescedJob, job } from '#app/lib/job-signature.ts'

/** A receipt for a paid invoice, to who owns the team when it is sent. */
export const receiptEmailJob = job(
  'billing.send-receipt',
  z.object({ teamId: z.number(), invoice: z.uuid() }),
)

/** The bank processed a payment, and it failed. */
export const paymentFailedEmailJob = job(
  'billing.send-payment-failed',
  z.object({ teamId: z.number(), invoice: z.uuid() }),
)

/** `at` in milliseconds since 1970. */
export const planEndedEmailJob = job(
  'billing.send-plan-ended',
  z.object({
    teamId: z.number(),
    planId: z.string(),
    why: z.enum(['cancelled', 'unpaid', 'trial', 'paused']),
    at: z.number(),
  }),
)

/** `reminder` counts from 1. */
export const overdueEmailJob = job(
  'billing.send-overdue',
  z.object({ teamId: z.number(), subscription: z.number(), reminder: z.number() }),
)

const gift = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), planId: z.string() }),
  z.object({ kind: z.literal('trial'), planId: z.string(), until: z.number() }),
  z.object({
    kind: z.literal('boost'),
    units: z.number(),
    until: z.number(),
    /** Its name. Null: all sites. */
    site: z.string().nullable(),
  }),
  z.object({ kind: z.literal('coupon'), coupon: z.number() }),
])

/** A grant by staff to a team. Times in milliseconds since 1970. */
export type Gift = z.output<typeof gift>

export const giftEmailJob = job(
  'billing.send-gift',
  z.object({ teamId: z.number(), at: z.number(), gift }),
)

/** Ends what a deleted team still pays for, and stops what its bank works on. Its rows no longer exist when this runs. */
export const endSubscriptionsJob = job(
  'billing.end-subscriptions',
  z.object({
    team: z.number(),
    channel: z.enum(['card', 'shopify', 'wix']),
    /** Null: it was deleted at the provider. */
    customer: z.string().nullable(),
    subscriptions: z.array(z.string()),
    /** Invoices whose payment was at a bank. Absent: none, in a job of an earlier version. */
    atBank: z.array(z.string()).optional(),
    /** An order that was being placed when the team was deleted has arrived by now. Absent: it may not have. */
    isLast: z.boolean().optional(),
  }),
)

/** One page of the nightly check. Counts so far; `night` is its date. */
export const reconcileJob = job(
  'billing.reconcile',
  z.object({
    night: z.string(),
    after: z.number(),
    checked: z.number(),
    repaired: z.number(),
    failed: z.number(),
  }),
)

/** A look at the card provider's settings of the webhook. */
export const checkEndpointJob = coalescedJob('billing.check-endpoint')

/** The provider's own emails go to the new owner. */
export const ownerChangedJob = job('billing.report-owner', z.object({ teamId: z.number() }))
