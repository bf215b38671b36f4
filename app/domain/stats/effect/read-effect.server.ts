/** What the nudges change: visitors who get them beside those of the hold-out. */
import { and, eq, sum } from 'drizzle-orm'
import { sites, visitorDays } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import { ceilTo, type Span } from '../split-window.ts'
import { dayMillis } from '#app/lib/time.ts'
import { daysOf, visitorUnit, wholeDays } from '../visitors.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { compareArms, type Arms, type ArmComparison } from './compare-arms.ts'
import { sampleRatio, type SampleRatio } from './sample-ratio.ts'

type Measured = {
  unit: typeof visitorUnit
  holdoutPercent: number
  /** The days (UTC) that count: none on which another percentage held. */
  window: Span
  arms: Arms
  sampleRatio: SampleRatio
}

/**
 * - `no_experiment`: the site has no hold-out. - `untrusted`: the arms are not as large as they should
 * be, so that no effect may be told before the cause is found. - `compared`: the answer, which may
 * well be that there is not enough data yet.
 */
export type Effect =
  | { kind: 'no_experiment' }
  | (Measured & { kind: 'untrusted' })
  | (Measured & { kind: 'compared'; comparison: ArmComparison })

/**
 * Whole days (UTC) that the window touches, from the first on which no other percentage than that of
 * now held: two splits added up would look like an effect.
 */
export async function readEffect({ db }: Services, site: SiteScope, window: Span): Promise<Effect> {
  const found = await db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ options: sites.options, since: sites.holdoutSince })
      .from(sites)
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId)))
    const counting = since(row?.since ?? null, window)
    const counted = await tx
      .select({
        arm: visitorDays.arm,
        visitors: sum(visitorDays.visitors).mapWith(Number),
        converters: sum(visitorDays.converters).mapWith(Number),
      })
      .from(visitorDays)
      .where(daysOf(site, counting))
      .groupBy(visitorDays.arm)
    const { holdout } = fullOptions(row?.options ?? {})
    return { holdoutPercent: holdout, window: counting, arms: armsOf(counted) }
  })
  const { holdoutPercent, arms } = found
  if (holdoutPercent === 0) return { kind: 'no_experiment' }

  const visitors = { shown: arms.shown.visitors, holdout: arms.holdout.visitors }
  const measured = {
    unit: visitorUnit,
    ...found,
    sampleRatio: sampleRatio(visitors, { holdoutPercent }),
  } as const
  if (measured.sampleRatio.isAlarming) return { kind: 'untrusted', ...measured }
  return { kind: 'compared', ...measured, comparison: compareArms(arms, { holdoutPercent }) }
}

/** The day on which the percentage changed had both. */
function since(changedAt: Date | null, window: Span): Span {
  const { from, to } = wholeDays(window)
  const first = changedAt === null ? from : ceilTo(dayMillis, changedAt)
  return { from: first > from ? first : from, to }
}

function armsOf(rows: readonly { arm: string; visitors: number; converters: number }[]): Arms {
  const of = (arm: keyof Arms) => {
    const row = rows.find((one) => one.arm === arm)
    return { visitors: row?.visitors ?? 0, converters: row?.converters ?? 0 }
  }
  return { shown: of('shown'), holdout: of('holdout') }
}
