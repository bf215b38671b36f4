/** Results of a campaign: the two texts against each other, and campaigns against the holdout group. */
import {
  compareArms,
  type ArmComparison,
  type Arms,
} from '#app/domain/stats/effect/compare-arms.ts'
import {
  describeComparison,
  describeUntrusted,
  type EffectDescription,
  type GroupLabels,
} from '#app/domain/stats/effect/effect-text.ts'
import { formatLift } from '#app/domain/stats/effect/lift-text.ts'
import { sampleRatio } from '#app/domain/stats/effect/sample-ratio.ts'
import type { PushTotals, PushVariant } from './campaigns.server.ts'

export type PushComparison = {
  comparison: ArmComparison | null
  description: EffectDescription
  /** Compared counts, the first one with what is tested. */
  groups: { name: string; subscribers: number; reached: number }[]
}

/** Intervals as for popups: valid at every look. Reached means clicked, so the metric is near. */
export function compareTexts(
  counts: ReadonlyMap<PushVariant, PushTotals>,
  shareB: number,
): PushComparison | null {
  const [a, b] = [counts.get('a'), counts.get('b')]
  if (!a || !b) return null
  const shown = { visitors: b.accepted, converters: b.clicked }
  const holdout = { visitors: a.accepted, converters: a.clicked }
  return {
    ...compare(
      { shown, holdout },
      { percent: 100 - shareB, describe: describeOpens, ofOther: 'got text A' },
    ),
    groups: [
      { name: 'Text A', subscribers: a.accepted, reached: a.clicked },
      { name: 'Text B', subscribers: b.accepted, reached: b.clicked },
    ],
  }
}

/** By intention to treat: everyone who was chosen for the campaign counts, whether it was shown or not. */
export function compareHoldout(
  counts: ReadonlyMap<PushVariant, PushTotals>,
  holdoutPercent: number,
): PushComparison | null {
  const held = counts.get('holdout')
  if (!held || holdoutPercent === 0) return null
  const sent = [counts.get('a'), counts.get('b')].flatMap((one) => one ?? [])
  const shown = { visitors: sumOf(sent, 'sends'), converters: sumOf(sent, 'converted') }
  const holdout = { visitors: held.sends, converters: held.converted }
  return {
    ...compare(
      { shown, holdout },
      {
        percent: holdoutPercent,
        describe: (comparison) => describeComparison(comparison, holdoutGroups),
        ofOther: holdoutGroups.areOther,
      },
    ),
    groups: [
      { name: 'Campaign', subscribers: shown.visitors, reached: shown.converters },
      { name: 'Holdout group', subscribers: holdout.visitors, reached: holdout.converters },
    ],
  }
}

type Comparing = {
  /** Share of the second arm. */
  percent: number
  describe: (comparison: ArmComparison) => EffectDescription
  /** Predicate of the second arm. */
  ofOther: string
}

function compare(arms: Arms, { percent, describe, ofOther }: Comparing) {
  const visitors = { shown: arms.shown.visitors, holdout: arms.holdout.visitors }
  const ratio = sampleRatio(visitors, { holdoutPercent: percent })
  if (ratio.isAlarming) {
    const labels = { ...holdoutGroups, areOther: ofOther }
    return { comparison: null, description: describeUntrusted(ratio, labels) }
  }
  const comparison = compareArms(arms, { holdoutPercent: percent })
  return { comparison, description: describe(comparison) }
}

const sumOf = (totals: readonly PushTotals[], name: keyof PushTotals) =>
  totals.reduce((sum, one) => sum + one[name], 0)

const holdoutGroups: GroupLabels = {
  with: 'With the campaign',
  shown: 'subscribers who were sent the campaign',
  other: 'the holdout group',
  areOther: 'are in the holdout group',
  needed: 'subscribers',
}

/** Text B relative to text A, by how many open it. */
function describeOpens(comparison: ArmComparison): EffectDescription {
  if (comparison.kind === 'not_enough_data') {
    const { shown, holdout } = comparison.missing
    const missing = Math.max(shown.converters, holdout.converters)
    const headline = 'Not enough data yet'
    return {
      headline,
      answer: headline,
      sentences: [
        missing > 0
          ? `Up to ${String(missing)} more opened messages of each text are needed before we can compare them.`
          : 'More messages have to arrive before we can compare the texts.',
      ],
    }
  }
  const [value, lower, upper] = [
    comparison.lift.value,
    comparison.lift.lower,
    comparison.lift.upper,
  ].map(formatLift)
  const always =
    'You can check this range as often as you like: it misses the true value in at most about 1 of 20 campaigns.'
  if (!comparison.isConclusive) {
    const headline = 'No clear difference yet'
    return {
      headline,
      answer: `${headline}: text B ${String(value)} so far, but it could be ${String(lower)} to ${String(upper)}`,
      sentences: [always],
    }
  }
  const headline = `Text B is opened ${comparison.lift.value > 0 ? 'more' : 'less'} often`
  return {
    headline,
    answer: `${headline}: about ${String(value)}, somewhere between ${String(lower)} and ${String(upper)}`,
    sentences: [always],
  }
}
