import { expect, test } from 'vitest'
import { stepBehind, stepOf, type Progress } from './steps.ts'

const nothing: Progress = {
  ...{ hasSite: false, isInstalled: false, hasNudge: false, isPublished: false },
  skipped: [],
}
const done: Progress = {
  ...{ hasSite: true, isInstalled: true, hasNudge: true, isPublished: true },
  skipped: [],
}

test.each([
  [nothing, 'site'],
  [{ ...nothing, hasSite: true }, 'install'],
  [{ ...done, isInstalled: false }, 'install'],
  [{ ...done, hasNudge: false, isPublished: false }, 'nudge'],
  [{ ...done, isPublished: false }, 'publish'],
  [done, null],
] as const)('the data leads to the first step that is open: %o → %s', (progress, step) => {
  expect(stepOf(progress, null)).toBe(step)
})

test('what was left out is passed by, and still there for who asks for it', () => {
  const begun: Progress = { ...nothing, hasSite: true, skipped: ['install'] }

  expect(stepOf(begun, null)).toBe('nudge')
  expect(stepOf(begun, 'install')).toBe('install')
  expect(stepOf({ ...begun, skipped: ['install', 'nudge'] }, null)).toBeNull()
})

test('leaving a step out leads to the next open one behind it, never back', () => {
  const begun: Progress = { ...nothing, hasSite: true }

  expect(stepBehind(begun, 'install')).toBe('nudge')
  expect(stepBehind(begun, 'nudge')).toBeNull()
  expect(stepBehind({ ...begun, hasNudge: true }, 'install')).toBe('publish')
  expect(stepBehind({ ...begun, hasNudge: true }, 'publish')).toBeNull()
})

test('the address goes back to any step, and ahead only to what the data allows', () => {
  expect(stepOf(done, 'site')).toBe('site')
  expect(stepOf(done, 'publish')).toBe('publish')
  expect(stepOf(nothing, 'nudge')).toBe('site')
  expect(stepOf({ ...nothing, hasSite: true }, 'publish')).toBe('nudge')
  expect(stepOf({ ...done, isPublished: false }, 'elsewhere')).toBe('publish')
})
