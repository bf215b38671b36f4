import { expect, test } from 'vitest'
import { stepOf, type Progress } from './steps.ts'

const done: Progress = { hasTeam: true, hasSite: true, isInstalled: true, isPublished: true }

test.each([
  [{ hasTeam: false, hasSite: false, isInstalled: false, isPublished: false }, 'organization'],
  [{ ...done, hasSite: false, isInstalled: false, isPublished: false }, 'site'],
  [{ ...done, isInstalled: false, isPublished: false }, 'install'],
  [{ ...done, isInstalled: false }, 'install'],
  [{ ...done, isPublished: false }, 'nudge'],
  [done, null],
] as const)('the data leads to the first step that is open: %o → %s', (progress, step) => {
  expect(stepOf(progress, null)).toBe(step)
})

test('the address chooses between installing and the nudge once there is a site', () => {
  expect(stepOf(done, 'install')).toBe('install')
  expect(stepOf({ ...done, isInstalled: false }, 'nudge')).toBe('nudge')
})

test('the address skips neither the organization nor the site', () => {
  expect(stepOf({ ...done, hasTeam: false }, 'nudge')).toBe('organization')
  expect(stepOf({ ...done, hasSite: false }, 'install')).toBe('site')
})

test('the address repeats no step that is done for good, and an unknown one is ignored', () => {
  expect(stepOf(done, 'organization')).toBeNull()
  expect(stepOf({ ...done, isPublished: false }, 'elsewhere')).toBe('nudge')
})
