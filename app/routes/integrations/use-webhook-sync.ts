import { useEffect, useRef } from 'react'
import { useApi } from '#app/browser/session.tsx'

/**
 * Brings in what webhooks of the organization's Shopify shop may have missed, after Shopify was connected
 * or disconnected here. Failures are ignored: an organization without such a shop has nothing to bring in.
 */
export function useWebhookSync(hasChanged: boolean): void {
  const api = useApi()
  const isSent = useRef(false)
  useEffect(() => {
    if (!hasChanged || isSent.current) return
    isSent.current = true
    api.send('POST', 'integrations/shopify/webhook-sync', { isQuiet: true }).catch(() => undefined)
  }, [api, hasChanged])
}
