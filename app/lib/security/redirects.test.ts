import { expect, test } from 'vitest'
import { safeRedirectPath } from './redirects.ts'

test.each(['/', '/goals', '/settings/teams/1?tab=2#/subscription', '/a%20b'])(
  '%s is ours and kept',
  (wanted) => {
    expect(safeRedirectPath(wanted)).toBe(wanted)
  },
)

test.each([
  null,
  '',
  'goals',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '\\/evil.example',
  '/%5cevil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  'javascript:alert(1)',
  ' /goals',
  `/${'a'.repeat(3000)}`,
])('%s leads to the fallback', (wanted) => {
  expect(safeRedirectPath(wanted, '/home')).toBe('/home')
})
