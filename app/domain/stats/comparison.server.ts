/** A time frame and the previous period. */
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { comparePeriods } from './comparison.ts'
import type { Span } from '#app/lib/days/counted-days.ts'
import { readCounts } from './totals.server.ts'

type CountedWindow<Type extends PixelEventType> = {
  window: Span
  totals: Record<Type, number>
}

export type PeriodComparison<Type extends PixelEventType> = {
  current: CountedWindow<Type>
  before: CountedWindow<Type>
}

/** Both spans as compared, see `comparePeriods`. Use `changeOf` for the relative change. */
export async function readPeriodComparison<Type extends PixelEventType>(
  services: Services,
  site: SiteScope,
  { window, types }: { window: Span; types: readonly Type[] },
): Promise<PeriodComparison<Type>> {
  const { current, before } = comparePeriods(window, services.now())
  const totalsIn = (span: Span) => readCounts(services, site, { window: span, types })
  return {
    current: { window: current, totals: await totalsIn(current) },
    before: { window: before, totals: await totalsIn(before) },
  }
}
