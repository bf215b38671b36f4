/** The first goal of a new site, from the presets of the goals screen. */
import { and, eq, inArray } from 'drizzle-orm'
import { goalInput, type GoalInput } from '#app/contract/goals.ts'
import { activities } from '#app/db/schema/index.ts'
import { sourcesWhere } from '#app/domain/activities/sources.ts'
import { validateInput, type FormResult } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { draftOf } from '#app/domain/goals/goal-words.ts'
import { createGoal, listGoals } from '#app/domain/goals/goals.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { FirstGoal } from './steps.ts'

/** @param path of the page after the order; for the choice `page` */
export function validateFirstGoal(
  choice: Exclude<FirstGoal, 'none'>,
  path: string,
): FormResult<GoalInput> {
  const preset = draftOf(choice === 'order' ? 'order' : 'thank-you')
  const { kind, name, match } = preset
  return validateInput(
    goalInput,
    kind === 'url' ? { kind, name, match, pattern: path } : { kind, name },
  )
}

/**
 * Whether to suggest the goal of orders: only for a shop whose server or shop system reports them as
 * they are placed. Any other one has a page after the order.
 */
export async function reportsOrders({ db }: Services, site: SiteScope): Promise<boolean> {
  const [found] = await db.asTeam(site, (tx) =>
    tx
      .select({ id: activities.id })
      .from(activities)
      .where(
        and(
          inSite(activities, site),
          eq(activities.kind, 'purchase'),
          inArray(
            activities.source,
            sourcesWhere(({ countsGoals }) => countsGoals),
          ),
        ),
      )
      .limit(1),
  )
  return found !== undefined
}

/** Can be repeated. @throws Refusal `conflict` */
export async function ensureFirstGoal(services: Services, site: SiteScope, goal: GoalInput) {
  const wanted = goal.kind === 'url' ? goal.pattern : null
  const known = await listGoals(services, site)
  if (known.some(({ kind, pattern }) => kind === goal.kind && pattern === wanted)) return
  await createGoal(services, site, goal)
}
