/** A webhook of a provider. */
import type { ConnectableName } from '#app/contract/integrations.ts'

export type DeliveryProvider = ConnectableName

export type Delivery = {
  provider: DeliveryProvider
  /** The connection whose address it came to. Null: it came to the address of an app. */
  connectionId: number | null
  /** The account it was sent for: the provider's name for it, or the connection's uuid. */
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
