import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = new Date('2026-03-02T10:00:00Z')

test.each([
  ['0', 1],
  ['1', 1],
  [' 120 ', 120],
  ['86400', 86_400],
  ['86401', 86_400],
  ['9'.repeat(400), 86_400],
  ['Mon, 02 Mar 2026 10:00:30 GMT', 30],
  ['Mon, 02 Mar 2026 09:59:59 GMT', 1],
  ['Tue, 03 Mar 2026 09:00:00 GMT', 82_800],
  ['Wed, 02 Mar 2036 10:00:00 GMT', 86_400],
  ['', null],
  [null, null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['120, 60', null],
  ['soon', null],
  ['2026-03-02T10:05:00Z', null],
  ['Mon, 99 Mar 2026 10:00:30 GMT', null],
])('Retry-After: %s is %s seconds', (header, seconds) => {
  const at = readRetryAfter(header, now)

  expect(at && (at.getTime() - now.getTime()) / 1000).toBe(seconds)
})
