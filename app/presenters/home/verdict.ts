/** Whether nudges helped in the period of home, in few words. Safe in the browser. */
import type { Estimate } from '#app/domain/stats/effect/compare-arms.ts'
import { formatLift } from '#app/domain/stats/effect/lift-text.ts'
import { describeNeeded } from '#app/domain/stats/effect/forecast-text.ts'
import type { Forecast } from '#app/domain/stats/effect/forecast.ts'
import type { RevenueEffect } from '#app/domain/stats/effect/read-revenue.server.ts'
import type { Effect } from '#app/domain/stats/effect/read-effect.server.ts'

export type Verdict = {
  /** `unclear` until the range excludes zero. */
  kind: 'more' | 'fewer' | 'unclear'
  answer: string
  /** Null: nothing to draw yet. */
  lift: Estimate | null
  /** Explains the range, or names the next step or the missing data. */
  note: string | null
  /** Revenue per visitor. Null: no estimate yet. */
  revenue: RevenueVerdict | null
}

type RevenueVerdict = Pick<Verdict, 'kind' | 'answer'> & { lift: Estimate }

export const giveVerdict = (effect: Effect, forecast: Forecast | null): Verdict => ({
  ...conversionVerdict(effect, forecast),
  revenue: effect.kind === 'compared' ? revenueVerdict(effect.revenue) : null,
})

function revenueVerdict(revenue: RevenueEffect | null): RevenueVerdict | null {
  if (revenue?.comparison.kind !== 'estimate') return null
  const { lift, isConclusive } = revenue.comparison
  return isConclusive
    ? { kind: lift.value > 0 ? 'more' : 'fewer', answer: formatLift(lift.value), lift }
    : { kind: 'unclear', answer: 'not clear yet', lift }
}

function conversionVerdict(effect: Effect, forecast: Forecast | null): Answered {
  if (effect.kind === 'no_experiment') {
    return unclear(
      'Not measured yet',
      'Hold back nudges from a small group of visitors to measure what nudges change.',
    )
  }
  if (effect.kind === 'untrusted') {
    return unclear('Not clear: group sizes don’t match', 'Visitors of one group go missing.')
  }
  const { comparison } = effect
  const needed = forecast && describeNeeded(forecast)
  if (comparison.kind === 'not_enough_data') return unclear('Not clear yet', needed)
  const { lift, isConclusive } = comparison
  if (!isConclusive) return { ...unclear('Not clear yet', needed), lift }
  const isMore = lift.value > 0
  return {
    kind: isMore ? 'more' : 'fewer',
    answer: isMore
      ? `Yes: ${formatLift(lift.value)} conversions`
      : `No: ${formatLift(lift.value)} conversions`,
    lift,
    note: 'Per visitor, compared with visitors who see no nudges',
  }
}

type Answered = Omit<Verdict, 'revenue'>

const unclear = (answer: string, note: string | null): Answered => ({
  kind: 'unclear',
  answer,
  lift: null,
  note,
})
