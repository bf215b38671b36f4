/** The answer to "Which plan do you need?", from the organization's use. Safe in the browser. */
import type { ComparedPlan, PlanComparison } from '#app/presenters/billing/compare-plans.ts'
import { recentDays, type RecentUnits } from '#app/presenters/billing/recent-use.ts'
import { countWithNoun, formatUnits } from '#app/ui/format/format-number.ts'

export type PlanAnswer = {
  /** Usage of the last 30 days, in a sentence. */
  use: string
  /** The plan for it. */
  answer: string
  /** To be chosen. Null: the current plan fits, none does, or it isn't known. */
  plan: ComparedPlan | null
}

export function answerPlans(comparison: PlanComparison): PlanAnswer {
  const { plans, recommended, months, recent } = comparison
  const use = describeUse(recent)
  const best = plans.find(({ id }) => id === recommended)
  const isRecentKnown = recent.estimate !== null
  if (months === null && !isRecentKnown) {
    return { use, answer: 'There’s too little usage to show which plan you need.', plan: null }
  }
  const covered = [
    ...(months === null ? [] : ['your last three months']),
    ...(isRecentKnown ? [`your last ${String(recentDays)} days`] : []),
  ]
  const needs = `${covered.join(', ')} and everything you use`
  if (best === undefined) {
    return { use, answer: `None of these plans covers ${needs}.`, plan: null }
  }
  const fits = `${best.name} is the cheapest plan that covers ${needs}.`
  return best.isCurrent
    ? { use, answer: `Your plan fits. ${fits}`, plan: null }
    : { use, answer: fits, plan: best }
}

function describeUse({ used, estimate, gap, days, meteredBy }: RecentUnits): string {
  const units = formatUnits(used, meteredBy)
  if (used === 0) return `You had no ${meteredBy} in the last ${String(recentDays)} days.`
  const inAll = `You had ${units} in the last ${String(recentDays)} days.`
  if (gap === null) return inAll
  const rate =
    estimate === null
      ? ''
      : ` At that rate, ${String(recentDays)} days have about ${formatUnits(estimate, meteredBy)}.`
  if (gap === 'paused') {
    return `${inAll} Your plan’s limit paused nudges for a part of them, so not all were counted.${rate}`
  }
  const since =
    days === 0 ? 'since you started today' : `in your first ${countWithNoun(days, 'day')}`
  return `You had ${units} ${since}.${rate}`
}
