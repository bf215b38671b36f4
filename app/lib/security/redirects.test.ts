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
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/goals/..//evil.example',
  '/goals/../..//evil.example/x',
  '/.',
  ' /goals',
  `/${'a'.repeat(3000)}`,
])('%s leads to the fallback', (wanted) => {
  expect(safeRedirectPath(wanted, '/home')).toBe('/home')
})

test('no path of a few hostile pieces leaves the origin, or is read in two ways', () => {
  const pieces = [
    '/',
    '.',
    '..',
    '%2e',
    '%2f',
    '\\',
    '%5c',
    '\t',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
  ]
  const paths = Array.from({ length: 4 }).reduce<string[]>(
    (shorter) => ['', ...shorter.flatMap((path) => pieces.map((piece) => path + piece))],
    [''],
  )

  const left = paths.filter((path) => {
    const answered = safeRedirectPath(`/${path}`)
    const { origin, pathname, search, hash } = new URL(answered, 'https://own.example')
    return origin !== 'https://own.example' || pathname + search + hash !== answered
  })

  expect(paths.length).toBeGreaterThan(28_000)
  expect(left).toEqual([])
})
