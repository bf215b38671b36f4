import { expect, test } from 'vitest'
import { preservedForm } from '#app/browser/preserved-form.ts'
import { refreshAfterConflict, skipAfterFault } from './preserve-form.ts'

const argsOf = (actionStatus: number | undefined, actionResult: unknown = {}) => {
  const url = new URL('http://footfall.test/billing')
  return {
    currentUrl: url,
    currentParams: {},
    nextUrl: url,
    nextParams: {},
    defaultShouldRevalidate: true,
    actionResult,
    ...(actionStatus === undefined ? {} : { actionStatus }),
  }
}

test.each([
  [undefined, true, true],
  [200, true, true],
  [409, false, true],
  [422, false, false],
  [503, false, false],
])(
  'after the status %s a form refreshes its screen: %s, after a conflict: %s',
  (status, usual, refreshing) => {
    expect(skipAfterFault(argsOf(status))).toBe(usual)
    expect(refreshAfterConflict(argsOf(status))).toBe(refreshing)
  },
)

test('a form that is kept because of a fault keeps its screen, too', () => {
  const kept = preservedForm({ fault: 'Something went wrong', login: null })
  expect(refreshAfterConflict(argsOf(409, kept))).toBe(false)
})
