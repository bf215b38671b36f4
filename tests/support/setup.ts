/** Unexpected console output fails the test that caused it, and so does what no service would ask or answer. */
import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { takeDisagreements } from '#workshop/published/disagreements.ts'

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

// Registered before the test's doubles, so it runs after they stopped.
beforeEach(({ onTestFinished }) => {
  onTestFinished(() => {
    expect(takeDisagreements(), 'everything is as its service publishes it').toEqual([])
  })
})
