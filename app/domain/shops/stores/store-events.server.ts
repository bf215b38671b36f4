/** Webhooks of the app itself, which name a store and not a connection. */
import { z } from 'zod'
import type { RawDelivery } from '#app/integrations/integration.ts'
import { requireStandardWebhook } from '#app/integrations/kit/standard-webhooks.ts'
import { readTenantId } from '../tenants/tenant-name.ts'
import { secondMillis } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { BigCommerceApp } from './bigcommerce-app.ts'
import { endStore } from './end-store.server.ts'

const event = z.object({
  scope: z.string().max(100),
  producer: z.string().max(100),
  created_at: z.int().min(0),
})

/**
 * Ends the install of a store that ended the app. Other events change nothing.
 *
 * @throws ForgedDelivery, BadRecord
 */
export async function receiveStoreEvent(
  services: Services,
  { clientSecret }: BigCommerceApp,
  delivery: RawDelivery,
): Promise<void> {
  requireStandardWebhook(delivery, { key: Buffer.from(clientSecret), now: services.now() })
  const read = event.safeParse(jsonIn(delivery.body))
  if (!read.success) throw new BadRecord('This is no event of a store.')
  const { scope, producer, created_at: seconds } = read.data
  const tenantId = readTenantId(/^stores\/([a-z0-9]+)$/.exec(producer)?.[1] ?? null)
  if (scope !== 'store/app/uninstalled' || tenantId === null) return
  await endStore(services, { tenantId, at: new Date(seconds * secondMillis) })
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
