/** Webhooks of Stripe. */
import { z } from 'zod'
import type { StripeAccount } from '#app/config.server.ts'
import type { CardChannel } from '#app/domain/billing/channel.ts'
import type { StripeClient } from './stripe-client.server.ts'

/** Seconds by which the signature's time may differ from ours. */
const tolerance = 300

/** The events to choose for the webhook's endpoint. Others are stored and change nothing. */
export const webhookEvents = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_expired',
  'customer.updated',
  'customer.deleted',
  'customer.discount.created',
  'customer.discount.updated',
  'customer.discount.deleted',
  'customer.tax_id.updated',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.detached',
] as const

/** An id, or an object that has one. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.number().int(),
  data: z.object({
    object: z.object({
      id: z.string(),
      object: z.string(),
      customer: reference.nullish(),
    }),
    previous_attributes: z.object({ customer: reference.nullish() }).nullish(),
  }),
})

type Parts = {
  stripe: StripeClient['stripe']
  now: () => Date
  secrets: Pick<StripeAccount, 'webhookSecret' | 'previousWebhookSecret'>
}

export function createEventReader({ stripe, now, secrets }: Parts): CardChannel['readEvent'] {
  const { webhookSecret, previousWebhookSecret } = secrets
  const accepted = [webhookSecret, previousWebhookSecret].filter((one) => one !== undefined)

  /** The library compares every `v1`, in constant time. It lets pass what is signed for the future. */
  function isSigned(body: Uint8Array, signature: string): boolean {
    const receivedAt = now().getTime()
    const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1])
    if (!(signedAt - receivedAt / 1000 <= tolerance)) return false
    const bytes = Buffer.from(body)
    return accepted.some((secret) => {
      try {
        stripe.webhooks.constructEvent(bytes, signature, secret, tolerance, undefined, receivedAt)
        return true
      } catch (error) {
        // Signed, but no JSON: the shape is refused below.
        return error instanceof SyntaxError
      }
    })
  }

  return (signature, body) => {
    if (!signature) return { refused: 'malformed', detail: 'Stripe-Signature is missing.' }
    if (!isSigned(body, signature)) {
      return { refused: 'forged', detail: 'The signature is wrong or too old.' }
    }
    const read = readShape(body)
    if (!read) return { refused: 'malformed', detail: 'The body isn’t an event.' }
    const { id, type, created, data } = read
    const { object, previous_attributes: previous } = data
    return {
      event: {
        id,
        type,
        createdAt: new Date(created * 1000),
        customer:
          object.object === 'customer'
            ? object.id
            : (object.customer ?? previous?.customer ?? null),
        object: object.id,
      },
    }
  }
}

function readShape(body: Uint8Array): z.output<typeof eventShape> | null {
  try {
    return eventShape.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch {
    return null
  }
}
