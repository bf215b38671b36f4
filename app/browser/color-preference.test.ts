// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { colorPreferences, keepColorPreference, readColorPreference } from './color-preference.ts'

beforeEach(() => {
  window.localStorage.clear()
})

test.each(colorPreferences)('%s is kept in the browser’s storage', (chosen) => {
  expect(keepColorPreference(window, chosen)).toBe(true)
  expect(readColorPreference(window)).toBe(chosen)
  expect(window.localStorage.getItem('colour-preference')).toBe(chosen)
})

test.each([null, 'sepia'])('%s in the storage is the system’s choice', (kept) => {
  if (kept !== null) window.localStorage.setItem('colour-preference', kept)
  expect(readColorPreference(window)).toBe('system')
})

test('a browser that denies its storage keeps nothing, and fails nothing', () => {
  const denied = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  expect(readColorPreference(denied)).toBe('system')
  expect(keepColorPreference(denied, 'dark')).toBe(false)
})
