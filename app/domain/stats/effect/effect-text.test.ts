import { expect, test } from 'vitest'
import { compareArms } from './compare-arms.ts'
import { describeComparison, describeUntrusted } from './effect-text.ts'
import { formatLift } from './lift-text.ts'
import { sampleRatio } from './sample-ratio.ts'

const compare = (shown: number, holdout: number) =>
  compareArms(
    {
      shown: { visitors: 50_000, converters: shown },
      holdout: { visitors: 50_000, converters: holdout },
    },
    { holdoutPercent: 50 },
  )

test('a clear effect shows both ends of its interval', () => {
  const { headline, answer, sentences } = describeComparison(compare(3_000, 2_000))

  expect(answer).toMatch(
    /^With nudges, more visitors convert: about \+50\.0%, somewhere between \+\d+\.\d% and \+\d+\.\d%$/,
  )
  expect(headline).toBe('With nudges, more visitors convert')
  expect(sentences[0]).toMatch(
    /between \+\d+\.\d% and \+\d+\.\d% compared with the holdout group\.$/,
  )
  expect(sentences[1]).toBe('Best estimate: +50.0%.')
})

test('harm shows as plainly', () => {
  expect(describeComparison(compare(2_000, 3_000)).headline).toBe(
    'With nudges, fewer visitors convert',
  )
})

test('where zero is inside, no difference is claimed, and the smallest that could be seen is named', () => {
  const { headline, answer, sentences } = describeComparison(compare(2_010, 2_000))

  expect(answer).toMatch(
    /^No clear difference yet: \+0\.5% so far, but it could be −\d+\.\d% to \+\d+\.\d%$/,
  )
  expect(headline).toBe('No clear difference yet')
  expect(sentences[0]).toMatch(/between −\d+\.\d% and \+\d+\.\d% compared/)
  expect(sentences[2]).toMatch(
    /^The smallest lift you could detect right now is about ±\d+\.\d%\.$/,
  )
})

test('without enough data there is no estimate, and what is missing is counted', () => {
  const arms = {
    shown: { visitors: 900, converters: 20 },
    holdout: { visitors: 100, converters: 3 },
  }

  const { headline, sentences } = describeComparison(compareArms(arms, { holdoutPercent: 10 }))

  expect(headline).toBe('Not enough data yet')
  expect(sentences).toContain(
    'Needed before we can estimate: 5 converted visitors among visitors who can see nudges, 22 converted visitors among the holdout group.',
  )
  expect(sentences.at(-1)).toMatch(/about [\d,]+ more site visitors/)
})

test('groups of a wrong size show the size that they should have', () => {
  const ratio = sampleRatio({ shown: 5_000, holdout: 5_000 }, { holdoutPercent: 10 })

  const { headline, sentences } = describeUntrusted(ratio)

  expect(headline).toBe('Group sizes don’t match')
  expect(sentences[0]).toBe(
    '50.0% of visitors are in the holdout group, but it should be 10.0%. Chance alone would cause this in fewer than 1 in 10,000 experiments.',
  )
})

test('a lift has its sign, unless it rounds to zero', () => {
  expect([formatLift(0.0001), formatLift(-0.12), formatLift(0.05)]).toEqual([
    '0.0%',
    '−12.0%',
    '+5.0%',
  ])
})
