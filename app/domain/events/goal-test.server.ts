/** Tests of goals: reports of a page that are checked like all others, and never counted. */
import { and, eq } from 'drizzle-orm'
import { goals } from '#app/db/schema/goals.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { KnownGoal } from '#app/domain/sites/known-site.server.ts'
import { goalsReached } from './event-rows.ts'
import { validateBatch, validateEvent } from './validate-events.ts'

/**
 * Keeps the time of the test with the goal, if one of the events reaches it.
 *
 * @param goal undefined when it is off or was deleted: then nothing reaches it
 * @param body as pages send it
 * @returns whether the goal was reached
 * @throws Refusal `invalid` for anything that isn't a list of events
 */
export async function recordGoalTest(
  { db, now }: Services,
  site: SiteScope,
  { goal, body }: { goal: KnownGoal | undefined; body: unknown },
): Promise<boolean> {
  const tested = goal === undefined ? [] : [goal]
  const [reached] = validateBatch(body).flatMap((given) => {
    const validated = validateEvent(given, tested)
    return validated.ok ? goalsReached(validated.event, tested) : []
  })
  if (!reached) return false

  const { goalId, amountCents, currency } = reached
  await db.asTeam(site, (tx) =>
    tx
      .update(goals)
      .set({ testedAt: now(), testedCents: amountCents, testedCurrency: currency })
      .where(and(inSite(goals, site), eq(goals.id, goalId))),
  )
  return true
}
