/** Which types to begin with. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { Readiness } from '#app/domain/nudges/types/kit/readiness.ts'

const rankOf = ({ type }: { type: NudgeType }) => nudgeDefinitions[type].rank ?? Infinity

/** Types that have something to show today, the best three at most. */
export const recommend = <One extends { type: NudgeType; readiness: Readiness }>(
  types: readonly One[],
): One[] =>
  types
    .filter(({ readiness }) => readiness.state === 'ready')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, 3)
