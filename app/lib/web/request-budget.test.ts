import { expect, test } from 'vitest'
import { at, testRequestBudgets } from '#tests/support/integrations/request-budgets.ts'
import { createRequestBudgets } from './request-budget.ts'

testRequestBudgets(() => createRequestBudgets())

test('the account used longest ago is forgotten first', async () => {
  const budgets = createRequestBudgets(2)
  const budget = { requests: 1, seconds: 60 }
  for (const key of ['a', 'b', 'c']) await budgets.spend(key, budget, at(0))

  const isFree = async (key: string) => (await budgets.spend(key, budget, at(1))) === null

  expect([await isFree('b'), await isFree('c'), await isFree('a')]).toEqual([false, false, true])
})
