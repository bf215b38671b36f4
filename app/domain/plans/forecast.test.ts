import { expect, test } from 'vitest'
import { forecastUsage } from './forecast.ts'

const march = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour))
const month = { since: march(1), end: march(32) }

test('a month goes on as it went', () => {
  expect(forecastUsage({ ...month, used: 1_000, until: march(11) })).toBe(3_100)
  expect(forecastUsage({ ...month, used: 1_000, until: march(32) })).toBe(1_000)
  expect(forecastUsage({ ...month, used: 0, until: march(20) })).toBe(0)
})

test('a team that began within the month is not thought to have used nothing before', () => {
  const forecast = forecastUsage({ ...month, since: march(22), used: 500, until: march(27) })

  expect(forecast).toBe(1_000)
})

test('three days are needed', () => {
  expect(forecastUsage({ ...month, used: 900, until: march(3, 23) })).toBeNull()
  expect(forecastUsage({ ...month, used: 900, until: march(4) })).toBe(9_300)
  expect(forecastUsage({ ...month, used: 900, until: new Date(0) })).toBeNull()
})
