/** A provider's event about what a team pays: stored, then answered. */
import { storeDelivery } from '#app/domain/deliveries/store-delivery.server.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

type BillingEvent = {
  provider: 'stripe' | 'wix'
  /** Whose it is, by the provider's id: a customer, an instance. */
  account: string
  id: string
  topic: string
  triggeredAt: Date
}

/** @throws Refusal `unavailable` when too many wait to be stored */
export async function storeBillingEvent(
  services: Services,
  { id, ...event }: BillingEvent,
): Promise<Response> {
  try {
    await storeDelivery(services, {
      ...event,
      connectionId: null,
      // Sites' own connections with the provider have deliveries as well, whose ids their owners choose.
      id: `billing:${id}`,
      // What it says may be old by the time it's processed: the account is read then.
      body: '',
    })
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Refusal('unavailable', 'Too many deliveries. Send it again later.', {
      retryAfterSeconds: 5,
    })
  }
  return new Response(null, { status: 200 })
}
