import { expect, test } from 'vitest'
import { judge } from '#app/lib/web/forms.ts'
import { newPaperText, readPaperText } from './crockford.server.ts'
import { hasRecentSecondFactor, setUpInput } from './two-factor.ts'

const now = new Date(Date.UTC(2026, 2, 2, 10))
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.each([
  [null, false],
  [minutesAgo(0), true],
  [minutesAgo(119), true],
  [minutesAgo(120), false],
  [minutesAgo(60 * 24), false],
])('a second factor given at %s is recent: %s', (secondFactorAt, isRecent) => {
  expect(hasRecentSecondFactor({ secondFactorAt }, now)).toBe(isRecent)
})

test('a code may be typed in the groups in which apps show it', () => {
  expect(judge(setUpInput, { intent: 'confirm', code: ' 123 456 ' })).toEqual({
    ok: true,
    value: { intent: 'confirm', code: '123456' },
  })
})

test.each(['', '12345', '1234567', 'abcdef'])('"%s" is answered at the field', (code) => {
  expect(judge(setUpInput, { intent: 'confirm', code })).toEqual({
    ok: false,
    errors: { code: ['Enter the six digits.'] },
  })
})

test('what is kept on paper is read however it is typed', () => {
  const text = newPaperText(40)
  const typed = text
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'l')
    .replace(/.{5}/g, '$& -')

  expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{40}$/)
  expect(readPaperText(typed)).toBe(text)
  expect(newPaperText(40)).not.toBe(text)
})
