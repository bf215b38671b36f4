/** What went to the console unexpectedly fails the test that caused it. */
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  const said = [console.error, console.warn].flatMap((method) => vi.mocked(method).mock.calls)
  vi.restoreAllMocks()
  expect(said, 'nothing is written to the console').toEqual([])
})
