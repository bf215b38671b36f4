/** Formats the units that plans are metered by. */
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import { formatCount } from './format-number.ts'

const one = { visitors: 'visitor', impressions: 'impression' } as const satisfies Record<
  MeteredUnit,
  string
>

/** For example `1 visitor` and `2,000 impressions`. */
export const formatUnits = (count: number, meteredBy: MeteredUnit) =>
  `${formatCount(count)} ${count === 1 ? one[meteredBy] : meteredBy}`
