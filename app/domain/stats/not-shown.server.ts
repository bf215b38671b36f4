/** Why nudges were not shown. */
import { notShownReasons, type NotShownReason } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readMemberTotals, readTotals } from './totals.server.ts'
import type { StatsWindow } from './totals.ts'

export type NotShown = {
  /** How often pages checked whether to show a nudge: `shown` and all reasons together. */
  evaluations: number
  /** Impressions. */
  shown: number
  reasons: Record<NotShownReason, number>
}

/** As reported by pages. Contains every reason, with 0 if it never occurred. */
export async function readNotShown(
  services: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<NotShown> {
  const wanted = { window, dimension: 'detail', types: ['not_shown'] } as const
  const [sums, { impressions: shown }] = await Promise.all([
    readMemberTotals(services.db, site, wanted),
    readTotals(services, site, window),
  ])

  const totalOf = (reason: string) => sums.find(({ member }) => member === reason)?.total ?? 0
  const reasons = Object.fromEntries(
    notShownReasons.map((reason) => [reason, totalOf(reason)]),
  ) as Record<NotShownReason, number>
  const evaluations = Object.values(reasons).reduce((sum, total) => sum + total, shown)
  return { evaluations, shown, reasons }
}
