import { expect, onTestFinished, test } from 'vitest'
import { createLogBounds } from './log-bounds.server.ts'

const gigabyte = 1024 ** 3
const start = 1_000_000

test.each([
  { name: 'nothing waits', lag: { bytes: 0, since: null }, isExceeded: false },
  { name: 'a gigabyte waits', lag: { bytes: gigabyte, since: start }, isExceeded: false },
  { name: 'more waits', lag: { bytes: gigabyte + 1, since: start }, isExceeded: true },
  { name: 'a minute passed', lag: { bytes: 1, since: start - 60_000 }, isExceeded: false },
  { name: 'more passed', lag: { bytes: 1, since: start - 60_001 }, isExceeded: true },
  {
    name: 'less than a gigabyte of disk is free',
    lag: { bytes: 0, since: null },
    free: gigabyte - 1,
    isExceeded: true,
  },
])('$name: the bounds are exceeded: $isExceeded', async ({ lag, free = gigabyte, isExceeded }) => {
  const bounds = createLogBounds(
    { lag: () => ({ events: 1, ...lag }), freeBytes: () => Promise.resolve(free) },
    () => new Date(start),
  )
  onTestFinished(bounds.stop)

  await new Promise((resolve) => setImmediate(resolve))

  expect(bounds.areExceeded()).toBe(isExceeded)
})
