/** All nudge types, in the order of docs/nudges.md. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { cartCounter } from './cart-counter.server.ts'
import { conversion } from './conversion.server.ts'
import { conversions } from './conversions.server.ts'
import { custom } from './custom.server.ts'
import { deliveryDate } from './delivery-date.ts'
import { discount } from './discount.ts'
import { freeDelivery } from './free-delivery.ts'
import type { NudgeDefinition } from './kit/nudge-definition.ts'
import { purchase } from './purchase.server.ts'
import { purchases } from './purchases.server.ts'
import { review } from './review.server.ts'
import { reviews } from './reviews.server.ts'
import { sellingOut } from './selling-out.server.ts'
import { stockLevel } from './stock-level.ts'
import { visitor } from './visitor.server.ts'
import { visitors } from './visitors.server.ts'

export const nudgeDefinitions: Record<NudgeType, NudgeDefinition> = {
  purchase,
  purchases,
  conversion,
  conversions,
  review,
  reviews,
  selling_out: sellingOut,
  custom,
  discount,
  delivery_date: deliveryDate,
  free_delivery: freeDelivery,
  visitor,
  visitors,
  cart_counter: cartCounter,
  stock_level: stockLevel,
}
