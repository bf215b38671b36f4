import { expect, test } from 'vitest'
import { compareRevenue, type Spendings } from './compare-revenue.ts'
import { siteGroups } from './effect-text.ts'
import { describeRevenue } from './revenue-text.ts'

const describe = (spendings: Spendings, otherOrders = 0) =>
  describeRevenue({
    currency: 'USD',
    cap: 250,
    capFrom: 'earlier',
    otherOrders,
    comparison: compareRevenue(spendings),
  })

const group = (buyers: number) => ({
  visitors: 10_000,
  buyers,
  sum: buyers * 30,
  squares: buyers * 30 ** 2,
})

test('before there are orders, the text says what is needed', () => {
  expect(describeRevenue(null)).toEqual({
    answer: 'Revenue per visitor: not enough data yet',
    sentences: ['This needs a goal that orders reach, and 100 orders with an amount.'],
  })
  expect(describe({ shown: group(90), holdout: group(49) }).sentences).toEqual([
    'Needed before we can estimate: 1 more buyer among the holdout group.',
  ])
})

test('an unclear effect is called unclear, with its range, and a clear one has a direction', () => {
  expect(describe({ shown: group(500), holdout: group(490) }).answer).toMatch(
    /^Revenue per visitor: no clear difference yet, \+2\.0% so far, but it could be −\d+\.\d% to \+\d+\.\d%$/,
  )
  expect(describe({ shown: group(1_000), holdout: group(500) }).answer).toMatch(
    /^With nudges, visitors spend more: about \+100\.0%, somewhere between \+\d+\.\d% and \+\d+\.\d%$/,
  )
  expect(describe({ shown: group(500), holdout: group(1_000) }).answer).toMatch(
    /^With nudges, visitors spend less: about −50\.0%/,
  )
})

test('one look at a choice of days claims no more than its range', () => {
  const comparison = compareRevenue({ shown: group(1_000), holdout: group(500) })
  const revenue = {
    currency: 'USD',
    cap: 250,
    capFrom: 'first',
    otherOrders: 0,
    comparison,
  } as const

  const { answer, sentences } = describeRevenue(revenue, siteGroups, 'one')

  expect(answer).toMatch(/^Revenue per visitor: in this period \+100\.0%, and it could be /)
  expect(sentences.join(' ')).toContain('for one look at this period')
  expect(sentences.join(' ')).not.toContain('as often as you like')
  expect(sentences[0]).toContain('99 of the first 100 orders')
})

test('the cap and other currencies are named', () => {
  const { sentences } = describe({ shown: group(500), holdout: group(490) }, 2)

  expect(sentences[0]).toContain('more than $250.00 counts with $250.00')
  expect(sentences.at(-1)).toBe('2 orders in other currencies aren’t counted.')
})
