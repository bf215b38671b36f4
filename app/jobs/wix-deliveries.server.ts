/**
 * Processes Wix's webhooks. Their order of arrival doesn't matter, nor does what they say about
 * plans.
 */
import { removedTopic } from '#app/domain/billing/channels/wix.ts'
import { refreshWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import type {
  DeliveryOutcomes,
  WaitingDelivery,
} from '#app/domain/deliveries/process-deliveries.server.ts'
import type { Services } from '#app/services.ts'

/** Reads each instance of the batch once, however many of its deliveries came. */
export async function processWixDeliveries(
  services: Services,
  batch: readonly WaitingDelivery[],
): Promise<DeliveryOutcomes> {
  const failures = new Map<WaitingDelivery, unknown>()
  for (const instanceId of new Set(batch.map(({ account }) => account))) {
    const ofInstance = batch.filter(({ account }) => account === instanceId)
    const removal = ofInstance.find(({ topic }) => topic === removedTopic)
    const removedAt = removal ? (removal.triggeredAt ?? removal.receivedAt) : null
    try {
      const team = await refreshWixInstance(services, instanceId, removedAt)
      if (team) await syncBilling(services, team)
    } catch (error) {
      ofInstance.forEach((one) => failures.set(one, error))
    }
  }
  return failures
}
