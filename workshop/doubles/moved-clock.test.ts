import { expect, test } from 'vitest'
import { createMovedClock } from './moved-clock.ts'

const start = Date.UTC(2026, 2, 2, 10)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

test('each day that passes is seen by everyone who waits for it, in order', async () => {
  const clock = createMovedClock(() => start)
  const seen: string[] = []
  clock.onDay(() => Promise.resolve(seen.push(`payments ${dayOf(clock.now())}`)))
  clock.onDay(() => Promise.resolve(seen.push(`product ${dayOf(clock.now())}`)))

  await Promise.all([clock.pass(1), clock.pass(1)])

  expect(seen).toEqual([
    'payments 2026-03-03',
    'product 2026-03-03',
    'payments 2026-03-04',
    'product 2026-03-04',
  ])
})

test('a day on which something fails has passed, and the next one passes', async () => {
  const clock = createMovedClock(() => start)
  let days = 0
  clock.onDay(() => {
    days += 1
    return days === 1 ? Promise.reject(new Error('The product is away.')) : Promise.resolve()
  })
  await expect(clock.pass(1)).rejects.toThrow('away')
  await clock.pass(1)
  expect(dayOf(clock.now())).toBe('2026-03-04')
})
