/** A world with a merchant's server that gets webhooks. */
import { createHmac } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { WebhookEvent } from '#app/contract/webhooks.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { sendDueWebhooks } from '#app/domain/webhooks/send-due.server.ts'
import { sendPausedEmail } from '#app/jobs/webhooks.server.ts'
import { describeWebhooks } from '#app/presenters/webhook-bodies.server.ts'
import {
  startWebhookReceiver,
  type ReceivedWebhook,
  type WebhookReceiver,
} from '#workshop/doubles/webhook-receiver.ts'
import type { TestSite } from '../makers.ts'
import { createWorld, type World } from '../world.ts'

export type WebhookWorld = {
  world: World
  receiver: WebhookReceiver
  /** Sends what is due, until nothing is. */
  send: (options?: { maxMillis?: number }) => Promise<void>
  /** An endpoint of the site at a path of the receiver. */
  endpoint: (
    site: TestSite,
    path: string,
    events?: readonly WebhookEvent[],
  ) => Promise<{ uuid: string; secret: string; url: string }>
}

export async function createWebhookWorld(): Promise<WebhookWorld> {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const world = await createWorld({ environment: { WEBHOOK_RECEIVER_URL: receiver.origin } })
  // Emails are jobs of their own, whose queue has to exist.
  await world.queue.start([sendPausedEmail], world.services)
  return {
    world,
    receiver,
    send: (options = {}) =>
      sendDueWebhooks(world.services, { describe: describeWebhooks, ...options }),
    async endpoint(site, path, events = ['activity.stored']) {
      const url = `${receiver.origin}${path}`
      const wanted = { url, events: [...events], actor: site.owner }
      const { endpoint, secret } = await createEndpoint(world.services, site.scope, wanted)
      return { uuid: endpoint.uuid, secret, url }
    },
  }
}

/** Signature of a request, by a second implementation. */
export function signatureOf(
  { headers, body }: Pick<ReceivedWebhook, 'headers' | 'body'>,
  secret: string,
): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
