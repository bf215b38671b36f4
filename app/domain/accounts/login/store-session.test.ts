import { expect, test } from 'vitest'
import { testLinearCosts } from '#tests/support/growth.ts'
import { nameDevice } from './store-session.server.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Microsoft Edge on Windows',
  ],
  [null, null],
  ['', null],
])('%s is named %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})

// Measured beyond the bound of a head, which is too short for the clock.
testLinearCosts([
  {
    name: 'nameDevice',
    read: nameDevice,
    longest: 16 * 1024,
    pieces: ['Silk', 'Android', 'Mozilla/5.0 (', ';', '(', ' ', 'Chrome/1'],
  },
])
