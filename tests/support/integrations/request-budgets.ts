/** How every kind of request budgets behaves: those in memory, and those that nodes share. */
import { expect, test } from 'vitest'
import type { RequestBudgets } from '#app/lib/web/request-budget.ts'

const start = Date.UTC(2026, 2, 2, 10)
export const at = (millis: number) => new Date(start + millis)

/** @param create new budgets, with nothing spent */
export function testRequestBudgets(create: () => RequestBudgets | Promise<RequestBudgets>): void {
  test('no window of the length holds more requests than the budget allows', async () => {
    const budgets = await create()
    const granted: number[] = []

    for (let millis = 0; millis < 10_000; millis += 70) {
      const freeAt = await budgets.spend('a', { requests: 5, seconds: 1 }, at(millis))
      if (freeAt === null) granted.push(millis)
    }

    const inWindowFrom = (from: number) =>
      granted.filter((moment) => moment >= from && moment < from + 1_000).length
    expect(granted.length).toBeGreaterThan(40)
    expect(Math.max(...granted.map(inWindowFrom))).toBe(5)
  })

  test('the moment that is named is granted', async () => {
    const budgets = await create()
    const budget = { requests: 1, seconds: 7 }
    await budgets.spend('a', budget, at(0))

    const freeAt = await budgets.spend('a', budget, at(3_000))

    expect(freeAt).toEqual(at(7_000))
    expect(await budgets.spend('a', budget, at(6_999))).toEqual(at(7_000))
    expect(await budgets.spend('a', budget, at(7_000))).toBeNull()
  })

  test('a clock that is set back blocks no one for longer than the window', async () => {
    const budgets = await create()
    const budget = { requests: 1, seconds: 1 }
    await budgets.spend('a', budget, at(3_600_000))

    expect(await budgets.spend('a', budget, at(0))).toBeNull()
  })

  test('a pause holds however much is left, and the longer of two wins', async () => {
    const budgets = await create()
    const budget = { requests: 9, seconds: 1 }
    await budgets.pause('a', at(5_000))
    await budgets.pause('a', at(2_000))

    expect(await budgets.spend('a', budget, at(4_999))).toEqual(at(5_000))
    expect(await budgets.spend('b', budget, at(0))).toBeNull()
    expect(await budgets.spend('a', budget, at(5_000))).toBeNull()
  })
}
