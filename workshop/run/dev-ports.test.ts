import { expect, test } from 'vitest'
import { devPorts } from './dev-ports.js'

test('no two have a port in common', () => {
  const taken = Object.values(devPorts).flatMap(({ offset, count }) =>
    Array.from({ length: count }, (_one, number) => offset + number),
  )
  expect(new Set(taken).size).toBe(taken.length)
})
