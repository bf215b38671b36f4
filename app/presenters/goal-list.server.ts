/** A site's goals with the conversions of the days that the statistics show by default. */
import {
  countConversionsByGoal,
  type GoalConversions,
} from '#app/domain/goals/count-conversions.server.ts'
import type { Goal } from '#app/domain/goals/goal.ts'
import { listGoals } from '#app/domain/goals/goals.server.ts'
import { readLastConversions } from '#app/domain/goals/overview.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { comparedDays, usualRange } from '#app/domain/stats/range.ts'
import { dayAt, type Days } from '#app/lib/days/counted-days.ts'
import type { ListOrder } from '#app/lib/list-order.ts'
import type { Services } from '#app/services.ts'

export type Reached = Pick<GoalConversions, 'conversions' | 'amounts'> & {
  lastConversionAt: Date | null
  /** On the days that are over, and on as many of the previous period. */
  compared: { total: number; before: number }
}

export type ReachedGoal = Goal & { reached: Reached }

/** Keys that the list can be sorted by. A site has a bounded number of goals. */
export const goalOrderKeys = ['name', 'last', 'conversions'] as const
export type GoalOrder = ListOrder<(typeof goalOrderKeys)[number]>

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const compareBy: Record<GoalOrder['by'], (one: ReachedGoal, other: ReachedGoal) => number> = {
  name: (one, other) => byName.compare(one.name, other.name),
  last: (one, other) => timeOf(one) - timeOf(other),
  conversions: (one, other) => one.reached.conversions - other.reached.conversions,
}

const timeOf = ({ reached }: ReachedGoal) => reached.lastConversionAt?.getTime() ?? 0

/** @param order null: oldest first, as are those that are equal */
export async function listReachedGoals(
  services: Services,
  site: SiteScope,
  order: GoalOrder | null = null,
): Promise<{ goals: ReachedGoal[]; now: Date }> {
  const now = services.now()
  const today = dayAt(site.timeZone, now)
  const days = usualRange(today)
  const compared = comparedDays(days, today)
  const countIn = (wanted: Days | undefined) => countByGoal(services, site, wanted)
  const [goals, reached, current, before] = await Promise.all([
    listGoals(services, site),
    countIn(days),
    countIn(compared?.current),
    countIn(compared?.before),
  ])
  const quiet = goals.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
  const lastConversions = await readLastConversions(services, site, quiet)

  const listed = goals.map((goal): ReachedGoal => {
    const { conversions = 0, amounts = [], lastConversionAt } = reached.get(goal.id) ?? {}
    return {
      ...goal,
      reached: {
        lastConversionAt: lastConversionAt ?? lastConversions.get(goal.id) ?? null,
        conversions,
        amounts,
        compared: {
          total: current.get(goal.id)?.conversions ?? 0,
          before: before.get(goal.id)?.conversions ?? 0,
        },
      },
    }
  })
  if (order !== null) {
    const sign = order.isDescending ? -1 : 1
    listed.sort((one, other) => sign * compareBy[order.by](one, other))
  }
  return { goals: listed, now }
}

async function countByGoal(
  services: Services,
  site: SiteScope,
  days: Days | undefined,
): Promise<Map<number, GoalConversions>> {
  const counted = days ? await countConversionsByGoal(services, site, days) : []
  return new Map(counted.map((goal) => [goal.id, goal]))
}
