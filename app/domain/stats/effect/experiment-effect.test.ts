import { expect, test } from 'vitest'
import {
  evaluateExperiment,
  formatEffect,
  describeExperiment,
  type VariantCounts,
} from './experiment-effect.ts'

const sides = (a: [number, number], b: [number, number]): VariantCounts => ({
  a: { visitors: a[0], converters: a[1] },
  b: { visitors: b[0], converters: b[1] },
})

test('a draft’s effect is its change vs. the published version', () => {
  const effect = evaluateExperiment({
    kind: 'draft',
    share: 50,
    variants: sides([100_000, 5_000], [100_000, 7_500]),
  })

  expect(formatEffect(effect)).toBe('+50.0%')
  expect(describeExperiment('draft', effect).headline).toBe('With the draft, more visitors convert')
})

test('if variant B goes without the nudge, the effect is the nudge’s change', () => {
  const effect = evaluateExperiment({
    kind: 'without',
    share: 20,
    variants: sides([160_000, 8_000], [40_000, 4_000]),
  })

  expect(formatEffect(effect)).toBe('−50.0%')
  expect(describeExperiment('without', effect)).toMatchObject({
    headline: 'With this nudge, fewer visitors convert',
  })
})

test('before both variants have enough converters, the text says how many are missing', () => {
  const effect = evaluateExperiment({
    kind: 'draft',
    share: 20,
    variants: sides([800, 30], [200, 5]),
  })

  expect(formatEffect(effect)).toBe('not enough data yet')
  const { headline, sentences } = describeExperiment('draft', effect)
  expect(headline).toBe('Not enough data yet')
  expect(sentences.join(' ')).toContain('20 converted visitors among visitors who get the draft')
  // 20 more converters, with 35 in 1,000, and a fifth of the visitors: 20 / 0.035 / 0.2.
  expect(sentences.join(' ')).toContain('about 2,858 more visitors who can see nudges')
})

test('variants that are almost alike have no difference yet', () => {
  const effect = evaluateExperiment({
    kind: 'without',
    share: 50,
    variants: sides([10_000, 500], [10_000, 495]),
  })

  expect(formatEffect(effect)).toBe('No clear difference yet')
})

test.each(['draft', 'without'] as const)(
  'variants whose sizes don’t match the chosen split show no effect (%s)',
  (kind) => {
    const right = evaluateExperiment({
      kind,
      share: 10,
      variants: sides([90_150, 900], [9_850, 100]),
    })
    const wrong = evaluateExperiment({
      kind,
      share: 10,
      variants: sides([85_000, 900], [15_000, 100]),
    })

    expect(right.kind).toBe('compared')
    expect(wrong.kind).toBe('untrusted')
    expect(formatEffect(wrong)).toBe('group sizes don’t match')
    expect(describeExperiment(kind, wrong).headline).toBe('Group sizes don’t match')
  },
)
