/** Describes an effect in plain words. Safe in the browser. */
import type { ArmComparison, Missing } from './compare-arms.ts'
import { formatLift, looksSentences, percentOf, type Looks } from './lift-text.ts'
import type { SampleRatio } from './sample-ratio.ts'

export type EffectDescription = {
  headline: string
  /** The headline with its numbers, in one sentence. */
  answer: string
  sentences: string[]
}

type Estimated = Extract<ArmComparison, { kind: 'estimate' }>
type Unfinished = Extract<ArmComparison, { kind: 'not_enough_data' }>

/** Names of the two groups. */
export type GroupLabels = {
  /** "With nudges", the start of a sentence about its result. */
  with: string
  /** The group that gets it: "visitors who can see nudges". */
  shown: string
  /** The group to compare with: "the holdout group". */
  other: string
  /** Predicate for that group: "are in the holdout group". */
  areOther: string
  /** The people counted as needed: "site visitors". */
  needed: string
}

export const siteGroups: GroupLabels = {
  with: 'With nudges',
  shown: 'visitors who can see nudges',
  other: 'the holdout group',
  areOther: 'are in the holdout group',
  needed: 'site visitors',
}

export const describeComparison = (
  comparison: ArmComparison,
  groups = siteGroups,
  looks: Looks = 'any',
): EffectDescription =>
  comparison.kind === 'estimate'
    ? describeEstimate(comparison, groups, looks)
    : describeUnfinished(comparison, groups)

function describeEstimate(
  { lift, isConclusive, smallestVisibleEffect }: Estimated,
  groups: GroupLabels,
  looks: Looks,
): EffectDescription {
  const range = `The conversion rate of ${groups.shown} is between ${formatLift(lift.lower)} and ${formatLift(lift.upper)} compared with ${groups.other}.`
  const guess = `Best estimate: ${formatLift(lift.value)}.`
  const always = looksSentences[looks]
  const [value, lower, upper] = [lift.value, lift.lower, lift.upper].map(formatLift)
  if (looks === 'one') {
    return {
      headline: `${value} in this period`,
      answer: `In this period ${value}, and it could be ${lower} to ${upper}`,
      sentences: [range, guess, always],
    }
  }
  if (isConclusive) {
    const headline = `${groups.with}, ${lift.value > 0 ? 'more' : 'fewer'} visitors convert`
    return {
      headline,
      answer: `${headline}: about ${value}, somewhere between ${lower} and ${upper}`,
      sentences: [range, guess, always],
    }
  }
  return {
    headline: 'No clear difference yet',
    answer: `No clear difference yet: ${value} so far, but it could be ${lower} to ${upper}`,
    sentences: [
      `${range} That range includes no difference at all.`,
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
    answer: 'Not enough data yet',
    sentences: [
      describeSmallestEffect(smallestVisibleEffect),
      describeMissing(missing, groups),
      visitorsNeeded === null
        ? 'We can estimate how many visitors that takes once some of them convert.'
        : `At the current rate, that takes about ${countOf(visitorsNeeded)} more ${groups.needed}.`,
    ],
  }
}

/** For groups whose sizes don't match the split. */
export function describeUntrusted(
  { measured, expected, pValue }: SampleRatio,
  groups = siteGroups,
): EffectDescription {
  return {
    headline: 'Group sizes don’t match',
    answer: 'Group sizes don’t match',
    sentences: [
      `${percentOf(measured ?? 0)} of visitors ${groups.areOther}, but it should be ${percentOf(expected)}. ${formatChance(pValue)}`,
      'Visitors are going missing from one group, so we don’t show a result until that’s fixed. Common causes: a script or cache that treats some visitors differently, or pages that close before they report.',
    ],
  }
}

function describeSmallestEffect(effect: number | null): string {
  if (effect === null)
    return 'With the visitors so far, no effect of a typical size could be detected.'
  return `The smallest lift you could detect right now is about ±${percentOf(effect)}.`
}

function describeMissing(
  { shown, holdout }: { shown: Missing; holdout: Missing },
  groups: GroupLabels,
): string {
  const parts = [...lackOf(groups.shown, shown), ...lackOf(groups.other, holdout)]
  return `Needed before we can estimate: ${parts.join(', ')}.`
}

function lackOf(group: string, { converters, others }: Missing): string[] {
  return [
    ...(converters > 0
      ? [
          `${countOf(converters)} converted ${converters === 1 ? 'visitor' : 'visitors'} among ${group}`,
        ]
      : []),
    ...(others > 0
      ? [
          `${countOf(others)} ${others === 1 ? 'visitor' : 'visitors'} among ${group} who ${others === 1 ? 'doesn’t' : 'don’t'} convert`,
        ]
      : []),
  ]
}

const formatChance = (pValue: number) =>
  pValue < 0.0001
    ? 'Chance alone would cause this in fewer than 1 in 10,000 experiments.'
    : `Chance alone would cause this in about ${percentOf(pValue)} of experiments.`

const counts = new Intl.NumberFormat('en')
const countOf = (count: number) => counts.format(count)
