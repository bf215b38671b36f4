import { expect, test } from 'vitest'
import { compareArms } from './compare-arms.ts'
import { formatLift, describeComparison, describeUntrusted } from './effect-text.ts'
import { sampleRatio } from './sample-ratio.ts'

const compare = (shown: number, holdout: number) =>
  compareArms(
    {
      shown: { visitors: 50_000, converters: shown },
      holdout: { visitors: 50_000, converters: holdout },
    },
    { holdoutPercent: 50 },
  )

test('a clear effect is told with both ends of its interval', () => {
  const { headline, sentences } = describeComparison(compare(3_000, 2_000))

  expect(headline).toBe('With nudges, more visitors reach a goal')
  expect(sentences[0]).toMatch(/between \d+\.\d% more and \d+\.\d% more reach a goal/)
  expect(sentences[1]).toBe('The single best guess is 50.0% more.')
})

test('harm is told as plainly', () => {
  expect(describeComparison(compare(2_000, 3_000)).headline).toBe(
    'With nudges, fewer visitors reach a goal',
  )
})

test('where zero is inside, no difference is claimed, and the smallest that could be seen is named', () => {
  const { headline, sentences } = describeComparison(compare(2_010, 2_000))

  expect(headline).toBe('No difference can be told yet')
  expect(sentences[0]).toMatch(/between \d+\.\d% fewer and \d+\.\d% more/)
  expect(sentences[2]).toMatch(/^The smallest effect you could see now is about ±\d+\.\d%\.$/)
})

test('without enough data there is no estimate, and what is missing is counted', () => {
  const arms = {
    shown: { visitors: 900, converters: 20 },
    holdout: { visitors: 100, converters: 3 },
  }

  const { headline, sentences } = describeComparison(compareArms(arms, { holdoutPercent: 10 }))

  expect(headline).toBe('Not enough data yet')
  expect(sentences).toContain(
    'Still missing before an estimate: 5 of those who may get nudges who reach a goal; 22 of the hold-out who reach a goal.',
  )
  expect(sentences.at(-1)).toMatch(/about [\d,]+ more visitors/)
})

test('groups of a wrong size are told with the size that they should have', () => {
  const ratio = sampleRatio({ shown: 5_000, holdout: 5_000 }, { holdoutPercent: 10 })

  const { headline, sentences } = describeUntrusted(ratio)

  expect(headline).toBe('The groups are not as large as they should be')
  expect(sentences[0]).toBe(
    '50.0% of the visitors are in the hold-out where 10.0% should be. Chance alone does that less than once in 10,000 experiments.',
  )
})

test('what rounds to nothing is just as many', () => {
  expect([formatLift(0.0001), formatLift(-0.12), formatLift(0.05)]).toEqual([
    'just as many',
    '12.0% fewer',
    '5.0% more',
  ])
})
