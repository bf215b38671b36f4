import { createHmac, randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createDayKeys } from './day-keys.ts'

const salt = randomBytes(32)
const hmacOf = (text: string) =>
  createHmac('sha256', salt).update(text).digest().subarray(0, 16).toString('hex')

test('a kept key is the one that was computed, whatever its reader did to the buffer', () => {
  const keyOf = createDayKeys(salt)
  const texts = ['site\n192.0.2.7\nBrowser', 'site\n192.0.2.7\nBr\u00fcwser', 'site\n192.0.2.8\n']

  for (const text of texts) keyOf(text).fill(0)

  for (const text of texts) expect(keyOf(text).toString('hex')).toBe(hmacOf(text))
  for (const text of texts) expect(keyOf(text).toString('hex')).toBe(hmacOf(text))
})

test('a text with characters that no header has is never taken for another one', () => {
  const keyOf = createDayKeys(salt)
  // The low byte of U+0142 is “B”.
  const odd = keyOf('site\n192.0.2.7\n\u0142').toString('hex')

  expect(odd).toBe(hmacOf('site\n192.0.2.7\n\u0142'))
  expect(keyOf('site\n192.0.2.7\nB').toString('hex')).toBe(hmacOf('site\n192.0.2.7\nB'))
})

test('keys of another salt are other keys', () => {
  const [one, other] = [createDayKeys(salt), createDayKeys(randomBytes(32))]

  expect(one('a visitor').equals(other('a visitor'))).toBe(false)
})

test('the memory for kept keys is limited, also when parts of large requests make the texts', () => {
  const keyOf = createDayKeys(salt)
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const used = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  }
  const before = used()

  for (let place = 0; place < 70_000; place += 1) {
    const request = Buffer.alloc(2_000, String(place)).toString('latin1')
    keyOf(`site\n${String(place)}\n${request.slice(0, 110)}`)
  }

  expect(used() - before).toBeLessThan(24 * 1024 * 1024)
})
