import { expect, test } from 'vitest'
import { nextOnboardingStep, currentOnboardingStep, type OnboardingProgress } from './steps.ts'

const nothing: OnboardingProgress = {
  hasSite: false,
  isInstalled: false,
  hasNudge: false,
  isPublished: false,
  skipped: [],
}
const done: OnboardingProgress = {
  hasSite: true,
  isInstalled: true,
  hasNudge: true,
  isPublished: true,
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
  expect(currentOnboardingStep(progress, null)).toBe(step)
})

test('a skipped step is passed over, and still opens on request', () => {
  const begun: OnboardingProgress = { ...nothing, hasSite: true, skipped: ['install'] }

  expect(currentOnboardingStep(begun, null)).toBe('nudge')
  expect(currentOnboardingStep(begun, 'install')).toBe('install')
  expect(currentOnboardingStep({ ...begun, skipped: ['install', 'nudge'] }, null)).toBeNull()
})

test('leaving a step out leads to the next open one behind it, never back', () => {
  const begun: OnboardingProgress = { ...nothing, hasSite: true }

  expect(nextOnboardingStep(begun, 'install')).toBe('nudge')
  expect(nextOnboardingStep(begun, 'nudge')).toBeNull()
  expect(nextOnboardingStep({ ...begun, hasNudge: true }, 'install')).toBe('publish')
  expect(nextOnboardingStep({ ...begun, hasNudge: true }, 'publish')).toBeNull()
})

test('the address goes back to any step, and ahead only to what the data allows', () => {
  expect(currentOnboardingStep(done, 'site')).toBe('site')
  expect(currentOnboardingStep(done, 'publish')).toBe('publish')
  expect(currentOnboardingStep(nothing, 'nudge')).toBe('site')
  expect(currentOnboardingStep({ ...nothing, hasSite: true }, 'publish')).toBe('nudge')
  expect(currentOnboardingStep({ ...done, isPublished: false }, 'elsewhere')).toBe('publish')
})
