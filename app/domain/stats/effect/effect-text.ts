/** Describes an effect in plain words. Safe in the browser. */
import type { ArmComparison, Missing } from './compare-arms.ts'
import type { SampleRatio } from './sample-ratio.ts'

export type EffectDescription = { headline: string; sentences: string[] }

type Estimated = Extract<ArmComparison, { kind: 'estimate' }>
type Unfinished = Extract<ArmComparison, { kind: 'not_enough_data' }>

/** Names of the two groups. */
export type GroupLabels = {
  /** "With nudges", the start of a sentence about its result. */
  with: string
  /** The group that gets it: "who may get nudges". */
  shown: string
  /** The group to compare with: "the hold-out". */
  other: string
  /** Predicate for that group: "are in the hold-out". */
  areOther: string
  /** Whose number is given: "visitors of the site". */
  needed: string
}

const siteGroups: GroupLabels = {
  with: 'With nudges',
  shown: 'who may get nudges',
  other: 'the hold-out',
  areOther: 'are in the hold-out',
  needed: 'visitors of the site',
}

export const describeComparison = (
  comparison: ArmComparison,
  groups = siteGroups,
): EffectDescription =>
  comparison.kind === 'estimate'
    ? describeEstimate(comparison, groups)
    : describeUnfinished(comparison, groups)

function describeEstimate(
  { lift, isConclusive, smallestVisibleEffect }: Estimated,
  groups: GroupLabels,
): EffectDescription {
  const between = `between ${formatLift(lift.lower)} and ${formatLift(lift.upper)}`
  const guess = `The single best guess is ${formatLift(lift.value)}.`
  const always =
    'That interval holds however often you look: it misses the truth in at most about one of 20 experiments.'
  if (isConclusive) {
    return {
      headline:
        lift.value > 0
          ? `${groups.with}, more visitors reach a goal`
          : `${groups.with}, fewer visitors reach a goal`,
      sentences: [
        `Of the visitors ${groups.shown}, ${between} reach a goal than of ${groups.other}.`,
        guess,
        always,
      ],
    }
  }
  return {
    headline: 'No difference can be told yet',
    sentences: [
      `Of the visitors ${groups.shown}, ${between} reach a goal than of ${groups.other}. No difference at all is among that.`,
      guess,
      describeSmallestEffect(smallestVisibleEffect),
      always,
    ],
  }
}

function describeUnfinished(comparison: Unfinished, groups: GroupLabels): EffectDescription {
  const { missing, visitorsNeeded, smallestVisibleEffect } = comparison
  return {
    headline: 'Not enough data yet',
    sentences: [
      describeSmallestEffect(smallestVisibleEffect),
      describeMissing(missing, groups),
      visitorsNeeded === null
        ? 'How many more visitors that takes can’t be told before some of them reached a goal.'
        : `At the rate so far that takes about ${countOf(visitorsNeeded)} more ${groups.needed}.`,
    ],
  }
}

/** For groups whose sizes don't match the split. */
export function describeUntrusted(
  { measured, expected, pValue }: SampleRatio,
  groups = siteGroups,
): EffectDescription {
  return {
    headline: 'The groups are not as large as they should be',
    sentences: [
      `${percentOf(measured ?? 0)} of the visitors ${groups.areOther} where ${percentOf(expected)} should be. ${formatChance(pValue)}`,
      'Something loses visitors of one group, so no effect is told until that is found. Common causes are a script or a cache that treats some visitors in another way, and pages that leave before they report.',
    ],
  }
}

function describeSmallestEffect(effect: number | null): string {
  if (effect === null) return 'With the visitors so far, no effect of any usual size could be seen.'
  return `The smallest effect you could see now is about ±${percentOf(effect)}.`
}

function describeMissing(
  { shown, holdout }: { shown: Missing; holdout: Missing },
  groups: GroupLabels,
): string {
  const parts = [
    ...lackOf(`of those ${groups.shown}`, shown),
    ...lackOf(`of ${groups.other}`, holdout),
  ]
  return `Still missing before an estimate: ${parts.join('; ')}.`
}

function lackOf(group: string, { converters, others }: Missing): string[] {
  return [
    ...(converters > 0 ? [`${countOf(converters)} ${group} who reach a goal`] : []),
    ...(others > 0 ? [`${countOf(others)} ${group} who don’t`] : []),
  ]
}

/** "12.0% more", "3.1% fewer", "just as many". */
export function formatLift(lift: number): string {
  const size = percentOf(Math.abs(lift))
  if (size === percentOf(0)) return 'just as many'
  return `${size} ${lift > 0 ? 'more' : 'fewer'}`
}

const formatChance = (pValue: number) =>
  pValue < 0.0001
    ? 'Chance alone does that less than once in 10,000 experiments.'
    : `Chance alone does that in about ${percentOf(pValue)} of experiments.`

const counts = new Intl.NumberFormat('en')
const countOf = (count: number) => counts.format(count)
const percents = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const percentOf = (share: number) => percents.format(share)
