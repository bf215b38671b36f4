/** Unexpected console output fails the test that caused it. */
import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  const calls = [console.error, console.warn].flatMap((method) => vi.mocked(method).mock.calls)
  vi.restoreAllMocks()
  const printed = calls.map((call) => format(...call)).join('\n')
  expect(printed, `written to the console: ${printed}`).toBe('')
})
