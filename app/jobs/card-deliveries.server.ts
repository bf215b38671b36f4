/** What webhooks of Stripe change. Their order of arrival doesn't matter, nor what they say. */
import { syncCustomer } from '#app/domain/billing/sync.server.ts'
import type {
  DeliveryOutcomes,
  WaitingDelivery,
} from '#app/domain/deliveries/process-deliveries.server.ts'
import type { Services } from '#app/services.ts'

/** Reads each customer of the batch once, however many of its deliveries came. */
export async function processCardDeliveries(
  services: Services,
  batch: readonly WaitingDelivery[],
): Promise<DeliveryOutcomes> {
  const failures = new Map<WaitingDelivery, unknown>()
  const customers = new Set(batch.map(({ account }) => account))
  for (const customer of customers) {
    if (customer === '') continue
    try {
      await syncCustomer(services, customer)
    } catch (error) {
      for (const one of batch) if (one.account === customer) failures.set(one, error)
    }
  }
  return failures
}
