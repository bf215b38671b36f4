/** What plans are measured by, as screens write it. */
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import { formatCount } from './format-number.ts'

const one = { visitors: 'visitor', impressions: 'impression' } as const satisfies Record<
  MeteredUnit,
  string
>

/** Such as `1 visitor` and `2,000 impressions`. */
export const formatUnits = (count: number, meteredBy: MeteredUnit) =>
  `${formatCount(count)} ${count === 1 ? one[meteredBy] : meteredBy}`
