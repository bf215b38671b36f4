/** A line drawing per type in a 24 × 24 box, for items without an image. */
import type { NudgeType } from '#app/contract/nudges.ts'

const bag = 'M6 8h12l1 12H5zM9 10.5V7a3 3 0 0 1 6 0v3.5'
const person = 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4 20c0-8 16-8 16 0'
const bubble = 'M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5'
const eye = 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0'
const lorry = 'M3 7h11v9H3zM14 10h4l3 3v3h-7M5 18a2 2 0 1 0 4 0M15 18a2 2 0 1 0 4 0'

/** For the merchant's message. */
const horn = 'M4 10v4h3l8 5V5L7 10zM18 9a4 4 0 0 1 0 6'

const drawings: Record<NudgeType, string> = {
  custom: horn,
  purchase: bag,
  purchases: bag,
  conversion: person,
  conversions: person,
  review: bubble,
  reviews: bubble,
  visitor: eye,
  visitors: eye,
  discount: 'M4 4h8l8 8-8 8-8-8zM8 8h.1',
  selling_out: 'M3 17l6-6 4 4 8-8M15 7h6v6',
  stock_level: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  cart_counter: 'M2 4h3l2 11h11l2-8H6M8 19h.1M17 19h.1',
  delivery_date: lorry,
  free_delivery: lorry,
}

/** The drawings of these types, for the pixel. */
export function drawingsOf(types: readonly NudgeType[]): Partial<Record<NudgeType, string>> {
  return Object.fromEntries(types.map((type) => [type, drawings[type]]))
}
