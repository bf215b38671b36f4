import { expect, test } from 'vitest'
import { growthOf } from '#tests/support/growth.ts'
import { deviceOf } from './device.ts'

test.each([
  [
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  ],
  ['desktop', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15'],
  ['desktop', ''],
  ['mobile', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1'],
  ['mobile', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36'],
  ['mobile', 'Opera/9.80 (Android 2.3; Linux; Opera Mobi/ADR-1012221546) Presto/2.7.60'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Safari/537.36'],
  [
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'tablet',
    'Mozilla/5.0 (Linux; U; Android 4.4; KFTHWI) Silk/47.1.79 like Chrome/47 Safari/537.36',
  ],
  [
    'mobile',
    'Mozilla/5.0 (Linux; Android 5.1; SD4930UR) Silk/80.5.3 like Chrome/80 Mobile Safari/537.36',
  ],
])('%s: %s', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test.each(['Silk', 'Android', 'Silk Android '])(
  'the cost of %s repeated is linear',
  async (word) => {
    const repeated = (length: number) => word.repeat(length / word.length) + ' Mobile'

    expect(await growthOf(deviceOf, repeated, 400_000)).toBeLessThan(9)
  },
)
