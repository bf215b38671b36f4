/** Data that every statistics screen needs. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSite, requireTeam } from '#app/auth/guards.server.ts'
import { readCountedUntil } from '#app/domain/events/log/counted-until.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { describeDays, labelDays } from '#app/lib/days/day-text.ts'
import { readRange, type DayRange } from '#app/domain/stats/range.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { dayAt, spanOf } from '#app/lib/days/counted-days.ts'

export type StatisticsLayoutData = {
  now: Date
  /** The day that isn't over. */
  today: string
  /** Where days are counted: next to days, and as a sentence. */
  zone: string
  zoneSentence: string
  host: string
  /** The viewer may open the site’s other screens, so links lead there. */
  opensSite: boolean
  range: DayRange
  /** The pixel has never reported, so there is nothing to count yet. */
  isWaiting: boolean
  /** Newer events wait to be counted. Null: none does for long. */
  countedUntil: Date | null
}

/** The current site, and the days in the URL. @throws Refusal `not_on_plan` */
export async function readStatisticsLayout(args: LoaderFunctionArgs) {
  const { services } = args.context
  const { team: paying } = await requireTeam(args, 'statistics:view')
  const [{ site, scope, team, account }, entitlements, countedUntil] = await Promise.all([
    requireSite(args, 'statistics:view'),
    readEntitlements(services, paying.scope),
    readCountedUntil(services),
  ])
  requireFeature(entitlements, 'analytics')
  const query = new URL(args.request.url).searchParams
  const { timeZone } = scope
  const now = services.now()
  const today = dayAt(timeZone, now)
  const range = readRange(query, today)
  const frame: StatisticsLayoutData = {
    now,
    today,
    zone: labelDays(timeZone, now),
    zoneSentence: describeDays(timeZone, now),
    range,
    host: new URL(site.url).host,
    opensSite: mayDo(team.role, 'site:view'),
    isWaiting: site.pixelSeenAt === null,
    countedUntil,
  }
  const reading = shareReads(services)
  return { services: reading, scope, team, account, query, frame, window: spanOf(timeZone, range) }
}
