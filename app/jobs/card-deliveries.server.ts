/** Processes Stripe's webhooks. Their order of arrival doesn't matter, nor does their content. */
import { readLateCharges } from '#app/domain/billing/late/late-charges.server.ts'
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
  // Some events are of no customer.
  customers.delete('')
  for (const customer of customers) {
    const ofCustomer = batch.filter(({ account }) => account === customer)
    try {
      // A deleted organization has only its payments left.
      if (!(await syncCustomer(services, customer))) await readLateCharges(services, customer)
    } catch (error) {
      ofCustomer.forEach((one) => failures.set(one, error))
    }
  }
  return failures
}
