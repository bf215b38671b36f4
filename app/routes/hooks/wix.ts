/** Webhooks of the app in Wix: installs, what teams pay, orders and members. */
import { billingDelivery, defineHook, refuseReading } from './define-hook.server.ts'

export const loader = refuseReading

export const action = defineHook({
  provider: 'wix',
  reader({ wix }) {
    if (!wix) return null
    return ({ body }) => {
      const verdict = wix.readEvent(body.toString('utf8'))
      if ('refused' in verdict) return verdict
      const { id, topic, instanceId: account, signedAt: triggeredAt, content } = verdict.event
      const event = { account, id, topic, triggeredAt }
      return { delivery: { ...billingDelivery(event), body: content } }
    }
  },
})
