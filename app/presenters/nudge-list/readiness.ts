/** Which types to begin with. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { Readiness } from '#app/domain/nudges/types/kit/readiness.ts'

type RankedType = { type: NudgeType; readiness: Readiness }

const rankOf = ({ type }: { type: NudgeType }) => nudgeDefinitions[type].rank ?? Infinity

/** The best ones to begin with first. */
export const byRank = <One extends { type: NudgeType }>(types: readonly One[]): One[] =>
  types.toSorted((one, other) => rankOf(one) - rankOf(other))

/** Types that have something to show today, the best three at most. */
export const recommend = <One extends RankedType>(types: readonly One[]): One[] =>
  byRank(types.filter(({ readiness }) => readiness.state === 'ready')).slice(0, 3)

/** To choose from in onboarding: types with data today, then those that work for everyone. */
export function listFirstTypes<One extends RankedType>(types: readonly One[]): One[] {
  const best = recommend(types)
  const always = (['purchase', 'custom'] as const).flatMap((wanted) =>
    types.filter(({ type }) => type === wanted && !best.some((one) => one.type === wanted)),
  )
  return [...best, ...always]
}
