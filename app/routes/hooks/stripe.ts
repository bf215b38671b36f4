/** Webhooks of Stripe, about what teams pay. */
import { billingDelivery, defineHook, refuseReading } from './define-hook.server.ts'

export const loader = refuseReading

export const action = defineHook({
  provider: 'stripe',
  reader({ billing: { card } }) {
    if (!card) return null
    return ({ headers, body }) => {
      const verdict = card.readEvent(headers.get('stripe-signature'), body)
      if ('refused' in verdict) return verdict
      const { id, type: topic, createdAt: triggeredAt, customer } = verdict.event
      return { delivery: billingDelivery({ account: customer ?? '', id, topic, triggeredAt }) }
    }
  },
})
