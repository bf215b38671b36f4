import { expect, test } from 'vitest'
import { createRequestBudgets } from './request-budget.ts'

const start = Date.UTC(2026, 2, 2, 10)
const at = (millis: number) => new Date(start + millis)

test('no window of the length holds more requests than the budget allows', () => {
  const budgets = createRequestBudgets()
  const granted: number[] = []

  for (let millis = 0; millis < 10_000; millis += 70) {
    if (budgets.spend('a', { requests: 5, seconds: 1 }, at(millis)) === null) granted.push(millis)
  }

  const inWindowFrom = (from: number) =>
    granted.filter((moment) => moment >= from && moment < from + 1_000).length
  expect(granted.length).toBeGreaterThan(40)
  expect(Math.max(...granted.map(inWindowFrom))).toBe(5)
})

test('the moment that is named is granted', () => {
  const budgets = createRequestBudgets()
  const budget = { requests: 1, seconds: 7 }
  budgets.spend('a', budget, at(0))

  const freeAt = budgets.spend('a', budget, at(3_000))

  expect(freeAt).toEqual(at(7_000))
  expect(budgets.spend('a', budget, at(6_999))).toEqual(at(7_000))
  expect(budgets.spend('a', budget, at(7_000))).toBeNull()
})

test('a clock that is set back blocks no one for longer than the window', () => {
  const budgets = createRequestBudgets()
  const budget = { requests: 1, seconds: 1 }
  budgets.spend('a', budget, at(3_600_000))

  expect(budgets.spend('a', budget, at(0))).toBeNull()
})

test('a pause holds however much is left, and the longer of two wins', () => {
  const budgets = createRequestBudgets()
  const budget = { requests: 9, seconds: 1 }
  budgets.pause('a', at(5_000))
  budgets.pause('a', at(2_000))

  expect(budgets.spend('a', budget, at(4_999))).toEqual(at(5_000))
  expect(budgets.spend('b', budget, at(0))).toBeNull()
  expect(budgets.spend('a', budget, at(5_000))).toBeNull()
})

test('the account used longest ago is forgotten first', () => {
  const budgets = createRequestBudgets(2)
  const budget = { requests: 1, seconds: 60 }
  for (const key of ['a', 'b', 'c']) budgets.spend(key, budget, at(0))

  const isFree = (key: string) => budgets.spend(key, budget, at(1)) === null

  expect([isFree('b'), isFree('c'), isFree('a')]).toEqual([false, false, true])
})
