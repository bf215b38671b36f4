import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

test('callers of one key share a run, those of another have a separate one', async () => {
  const once = createSingleFlight()
  let runs = 0
  const run = () => Promise.resolve((runs += 1))

  expect(await Promise.all([once('a', run), once('a', run), once('b', run)])).toEqual([1, 1, 2])
  expect(await once('a', run)).toBe(3)
})

test('a failure reaches everyone who waits, and the next caller starts again', async () => {
  const once = createSingleFlight()
  const fails = () => Promise.reject(new Error('no'))

  const [one, other] = await Promise.allSettled([once('a', fails), once('a', fails)])

  expect([one.status, other.status]).toEqual(['rejected', 'rejected'])
  expect(await once('a', () => Promise.resolve('yes'))).toBe('yes')
})
