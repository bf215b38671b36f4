/** Data that every statistics screen needs. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSite, requireTeam } from '#app/auth/guards.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { readRange, spanOf, type DayRange } from '#app/domain/stats/range.ts'

export type StatisticsLayoutData = {
  now: Date
  host: string
  range: DayRange
  /** The pixel has never reported, so there is nothing to count yet. */
  isWaiting: boolean
}

/** The current site, and the days in the URL. @throws Refusal `not_on_plan` */
export async function readStatisticsLayout(args: LoaderFunctionArgs) {
  const { services } = args.context
  const { team: paying } = await requireTeam(args)
  const [{ site, scope, team, account }, entitlements] = await Promise.all([
    requireSite(args),
    readEntitlements(services, paying.scope),
  ])
  requireFeature(entitlements, 'analytics')
  const query = new URL(args.request.url).searchParams
  const range = readRange(query, services.now())
  const frame: StatisticsLayoutData = {
    now: services.now(),
    range,
    host: new URL(site.url).host,
    isWaiting: site.pixelSeenAt === null,
  }
  const reading = shareReads(services)
  return { services: reading, scope, team, account, query, frame, window: spanOf(range) }
}
