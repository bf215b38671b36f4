/** Webhooks of the app in Shopify. */
import { defineHook, refuseReading } from './define-hook.server.ts'

export const loader = refuseReading

export const action = defineHook({
  provider: 'shopify',
  reader({ shopify }) {
    if (!shopify) return null
    return ({ headers, body }) => {
      const verdict = shopify.readWebhook(headers, body)
      if ('refused' in verdict) return verdict
      const { shop: account, ...webhook } = verdict.webhook
      return { delivery: { ...webhook, account, body: body.toString('utf8') } }
    }
  },
})
