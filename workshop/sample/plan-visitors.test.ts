import { expect, test } from 'vitest'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { dayOf } from '#app/lib/time.ts'
import { planVisitors } from './plan-visitors.ts'

test('a day has the same visitors each time, and others with another seed or on another day', () => {
  const visitors = planVisitors('one', '2026-03-02')

  expect(planVisitors('one', '2026-03-02')).toEqual(visitors)
  expect(planVisitors('two', '2026-03-02')[0]?.key).not.toEqual(visitors[0]?.key)
  expect(planVisitors('one', '2026-03-03')[0]?.key).not.toEqual(visitors[0]?.key)
})

test('they come within the day, one after the other, each by another name and key', () => {
  const visitors = planVisitors('one', '2026-03-02')
  const times = visitors.map(({ at }) => at.getTime())

  expect(visitors.length).toBeGreaterThan(240)
  expect(visitors.length).toBeLessThan(380)
  expect(new Set(visitors.map(({ at }) => dayOf(at)))).toEqual(new Set(['2026-03-02']))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(new Set(visitors.map(({ name }) => name)).size).toBe(visitors.length)
  expect(new Set(visitors.map(({ key }) => key.toString('hex'))).size).toBe(visitors.length)
})

test('their keys fall evenly into groups', () => {
  const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
  const visitors = days.flatMap((day) => planVisitors('one', day))
  const heldOut = visitors.filter(({ key }) => assignArm(key, 20) === 'holdout').length

  expect(heldOut / visitors.length).toBeGreaterThan(0.16)
  expect(heldOut / visitors.length).toBeLessThan(0.24)
})
