/** Result of an experiment with a single nudge so far. Safe in the browser. */
import { compareArms, type ArmComparison } from './compare-arms.ts'
import {
  describeComparison,
  describeUntrusted,
  type EffectDescription,
  type GroupLabels,
} from './effect-text.ts'
import { formatLift } from './lift-text.ts'
import type { ExperimentKind } from '#app/domain/nudges/experiments/experiment-choices.ts'
import type { Variant } from '#app/domain/allocation/assign-variant.ts'
import type { Count } from './intervals.ts'
import { sampleRatio, type SampleRatio } from './sample-ratio.ts'

export type VariantCounts = { a: Count; b: Count }

export type Compared = { kind: ExperimentKind; share: number; variants: VariantCounts }

/**
 * - `untrusted`: the group sizes don't match the split, so no effect can be shown.
 * - `compared`: the result, which may be that there is not enough data yet.
 */
export type ExperimentEffect =
  | { kind: 'untrusted'; sampleRatio: SampleRatio }
  | { kind: 'compared'; comparison: ArmComparison }

/** The variant whose effect it is, and the one that it's compared with. */
export const comparedVariants = {
  draft: ['b', 'a'],
  without: ['a', 'b'],
} as const satisfies Record<ExperimentKind, readonly [Variant, Variant]>

/**
 * Compared like nudges with the holdout group. `draft`: the effect of the new version, relative to
 * the published one. `without`: the effect of the nudge, relative to the variant without it.
 */
export function evaluateExperiment({
  kind,
  share,
  variants: { a, b },
}: Compared): ExperimentEffect {
  const variants = { a, b }
  const [first, second] = comparedVariants[kind]
  const [shown, other] = [variants[first], variants[second]]
  const holdoutPercent = kind === 'draft' ? 100 - share : share

  const visitors = { shown: shown.visitors, holdout: other.visitors }
  const ratio = sampleRatio(visitors, { holdoutPercent })
  if (ratio.isAlarming) return { kind: 'untrusted', sampleRatio: ratio }
  const comparison = compareArms({ shown, holdout: other }, { holdoutPercent })
  return { kind: 'compared', comparison }
}

export const experimentGroups: Record<ExperimentKind, GroupLabels> = {
  draft: {
    with: 'With the draft',
    shown: 'visitors who get the draft',
    other: 'visitors who get the published version',
    areOther: 'get the published version',
    needed: 'visitors who can see nudges',
  },
  without: {
    with: 'With this nudge',
    shown: 'visitors who can see this nudge',
    other: 'visitors who get every nudge except this one',
    areOther: 'get every nudge except this one',
    needed: 'visitors who can see nudges',
  },
}

export const describeExperiment = (
  kind: ExperimentKind,
  effect: ExperimentEffect,
): EffectDescription =>
  effect.kind === 'untrusted'
    ? describeUntrusted(effect.sampleRatio, experimentGroups[kind])
    : describeComparison(effect.comparison, experimentGroups[kind])

/** Names of the variants by what they show. */
export const variantNames: Record<ExperimentKind, Record<'a' | 'b', string>> = {
  draft: { a: 'A: published version', b: 'B: draft' },
  without: { a: 'A: with this nudge', b: 'B: without this nudge' },
}

/** Short, for a table cell. */
export function formatEffect(effect: ExperimentEffect): string {
  if (effect.kind === 'untrusted') return 'group sizes don’t match'
  const { comparison } = effect
  if (comparison.kind === 'not_enough_data') return 'not enough data yet'
  const { lift, isConclusive } = comparison
  if (!isConclusive) return 'No clear difference yet'
  return formatLift(lift.value)
}
