/** Webhooks of the sample shops, with a log. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { webhookEvents } from '#app/contract/webhooks.ts'
import {
  webhookAttempts,
  webhookEndpoints,
  webhookEventRows,
  webhookMessages,
} from '#app/db/schema/index.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { bodyName, bodyOf, testData } from '#app/domain/webhooks/outbox.server.ts'
import { responseName } from '#app/domain/webhooks/send-message.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'

type Wanted = { endpoints: number; messages: number }

/** Returns the uuid of the first one. */
export async function storeWebhooks(
  services: Services,
  site: TestSite,
  { endpoints, messages }: Wanted,
): Promise<string> {
  let first = ''
  for (let count = 0; count < endpoints; count += 1) {
    const { endpoint } = await createEndpoint(services, site.scope, {
      url: `https://hooks-${String(count)}.example.com/${'path/'.repeat(count)}footfall`,
      events: count % 2 === 0 ? ['activity.stored'] : [...webhookEvents],
      actor: site.owner,
    })
    first ||= endpoint.uuid
  }
  for (let count = 0; count < messages; count += 1) {
    await storeMessage(services, site, { endpoint: first, minutes: messages - count })
  }
  return first
}

async function storeMessage(
  { db, now, security: { secrets } }: Services,
  { scope }: TestSite,
  { endpoint, minutes }: { endpoint: string; minutes: number },
): Promise<void> {
  const at = new Date(now().getTime() - minutes * minuteMillis)
  const isFailed = minutes % 3 === 0
  const place = { teamId: scope.teamId, siteId: scope.siteId }
  const uuid = randomUUID()
  const type = 'webhook.test'
  const body = bodyOf({ uuid, type, site: scope.siteUuid, happenedAt: at }, testData)
  const [row] = await db.system
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.uuid, endpoint))
  const [event] = await db.system
    .insert(webhookEventRows)
    .values({
      ...place,
      uuid,
      type,
      happenedAt: at,
      body: secrets.seal(body, bodyName(uuid)),
      preparedAt: at,
    })
    .returning({ id: webhookEventRows.id })
  const [message] = await db.system
    .insert(webhookMessages)
    .values({
      ...place,
      endpointId: row?.id ?? 0,
      eventId: event?.id ?? 0,
      state: isFailed ? 'failed' : 'delivered',
      attempts: 1,
      dueAt: at,
    })
    .returning({ id: webhookMessages.id })
  const id = message?.id ?? 0
  await db.system.insert(webhookAttempts).values({
    ...place,
    messageId: id,
    status: isFailed ? 500 : 204,
    fault: null,
    millis: 84,
    response: isFailed ? secrets.seal('{"error":"no table"}', responseName(id)) : null,
    attemptedAt: at,
  })
  if (isFailed) return
  await db.system
    .update(webhookEndpoints)
    .set({ lastDeliveredAt: at })
    .where(eq(webhookEndpoints.uuid, endpoint))
}
