import { expect, test } from 'vitest'
import { validateInput } from '#app/lib/web/forms.ts'
import { randomCrockford, normalizeCrockford } from './crockford.server.ts'
import { hasRecentTwoFactor, setupInput } from './two-factor.ts'

const now = new Date(Date.UTC(2026, 2, 2, 10))
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.each([
  [null, false],
  [minutesAgo(0), true],
  [minutesAgo(119), true],
  [minutesAgo(120), false],
  [minutesAgo(60 * 24), false],
])('a second factor given at %s is recent: %s', (secondFactorAt, isRecent) => {
  expect(hasRecentTwoFactor({ secondFactorAt }, now)).toBe(isRecent)
})

test('a code may be typed in the groups in which apps show it', () => {
  expect(validateInput(setupInput, { intent: 'confirm', code: ' 123 456 ' })).toEqual({
    ok: true,
    value: { intent: 'confirm', code: '123456' },
  })
})

test.each(['', '12345', '1234567', 'abcdef'])('"%s" is answered at the field', (code) => {
  expect(validateInput(setupInput, { intent: 'confirm', code })).toEqual({
    ok: false,
    errors: { code: ['Enter the 6-digit code.'] },
  })
})

test('a code from paper is read in any case, grouped, and with O for 0 or l for 1', () => {
  const text = randomCrockford(40)
  const typed = text
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'l')
    .replace(/.{5}/g, '$& -')

  expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{40}$/)
  expect(normalizeCrockford(typed)).toBe(text)
  expect(randomCrockford(40)).not.toBe(text)
})
