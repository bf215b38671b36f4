/** Data for comparisons: pages with and without nudges, and variants of an experiment. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { nudgeExperiments } from '#app/db/schema/index.ts'
import {
  createWebVitalsReports,
  type WebVitalsReport,
} from '#app/domain/events/collect-web-vitals.server.ts'
import { startExperiment } from '#app/domain/nudges/experiments/experiments.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'
import { dayMillis, dayOf } from '#app/lib/time.ts'

const batch = 500

/** Web Vitals of the last days. */
export async function storeSpeed(
  services: Services,
  { scope }: TestSite,
  times = 1,
): Promise<void> {
  const now = services.now().getTime()
  const measured = (arm: WebVitalsReport['arm'], count: number): WebVitalsReport[] =>
    Array.from({ length: count }, (_none, at) => ({
      id: randomUUID(),
      siteId: scope.siteId,
      arm,
      lcp: Math.round(((arm === 'shown' ? 1_600 : 1_000) + (at % 97) * 14) * times),
      cls: (at % 10) / 100,
      inp: (60 + (at % 50) * 3) * times,
      own: 1 + (at % 4),
      day: dayOf(new Date(now - (at % 14) * dayMillis)),
    }))
  const reports = createWebVitalsReports(services)
  const all = [...measured('shown', 900), ...measured('holdout', 240)]
  for (let from = 0; from < all.length; from += batch) {
    await reports.record(all.slice(from, from + batch), performance.now())
  }
}

/** An experiment with and without the nudge, for three weeks. @returns its id */
export async function startLongAgo(
  services: Services,
  { scope, owner }: TestSite,
  nudge: string,
): Promise<number> {
  const wanted = { nudge, userId: owner.id, kind: 'without', share: 50 } as const
  await startExperiment(services, scope, wanted)
  const startedAt = new Date(services.now().getTime() - 21 * dayMillis)
  const [row] = await services.db.system
    .update(nudgeExperiments)
    .set({ startedAt })
    .where(eq(nudgeExperiments.siteId, scope.siteId))
    .returning({ id: nudgeExperiments.id })
  if (!row) throw new Error('The experiment was not stored.')
  return row.id
}
