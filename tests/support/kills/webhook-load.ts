/** A merchant's server that gets webhooks about what a program sends to the REST API. */
import { expect } from 'vitest'
import { webhookEndpoints } from '#app/db/schema/index.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#workshop/doubles/webhook-receiver.ts'
import { kills, pause, type KillLoad } from './kill-load.ts'

const senders = 4

/** With its own server. Data that isn't acknowledged is sent with another id. */
export function webhookLoad(): KillLoad {
  let receiver: WebhookReceiver | null = null
  return {
    name: 'webhooks',
    async prepare() {
      receiver = await startWebhookReceiver()
      return { WEBHOOK_RECEIVER_URL: receiver.origin }
    },
    end: async () => receiver?.stop(),
    async start({ site, product: { baseUrl }, uuid, token }, services) {
      if (!receiver) throw new Error('The server isn’t prepared.')
      const { origin, received, bodiesAt } = receiver
      const endpoint = { url: `${origin}/ok`, events: ['activity.stored' as const] }
      await createEndpoint(services, site, { ...endpoint, actor: { id: 1 } })
      const arrived = () => new Set(bodiesAt('/ok').map(({ data }) => (data as { id: string }).id))

      const acknowledged: string[] = []
      const address = `${baseUrl}/api/v1/sites/${uuid}/activities`
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const send = async (id: string) => {
        const body = JSON.stringify({ kind: 'signup', id, occurred_at: new Date().toISOString() })
        const init = { method: 'POST', headers, body }
        const answer = await fetch(address, init).catch(() => null)
        if (answer?.ok) acknowledged.push(id)
        else await pause(50)
      }
      const loading = new AbortController()
      let last = 0
      const running = Array.from({ length: senders }, async () => {
        while (!loading.signal.aborted) await send(`signup-${String((last += 1))}`)
      })

      return {
        acknowledged: () => arrived().size,
        // A lease ends automatically after a minute.
        async restarted({ db }) {
          await db.system.update(webhookEndpoints).set({ leasedUntil: null })
        },
        async stop() {
          loading.abort()
          await Promise.all(running)
        },
        async verify() {
          expect(acknowledged.length).toBeGreaterThan(kills)
          await expect
            .poll(() => acknowledged.filter((id) => !arrived().has(id)), { timeout: 150_000 })
            .toEqual([])
          const ids = new Set(received.map((webhook) => webhook.headers['webhook-id']))
          // One that arrived twice has the same id.
          expect(ids.size).toBe(arrived().size)
        },
      }
    },
  }
}
