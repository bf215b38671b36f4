/** A webhook of a provider. */
import type { deliveryProviders } from '#app/db/schema/deliveries.ts'

export type DeliveryProvider = (typeof deliveryProviders)[number]

export type Delivery = {
  provider: DeliveryProvider
  /** Whose it is, by the provider's name for it. */
  account: string
  /** The provider's id, the same for each attempt to deliver it. */
  id: string
  topic: string
  /** When the account changed, by the provider's clock. Null: unknown. */
  triggeredAt: Date | null
  body: string
}

/** Its body can't be read, now or later. The message carries nothing of it. */
export class UnreadableDelivery extends Error {
  override readonly name = 'UnreadableDelivery'
}
