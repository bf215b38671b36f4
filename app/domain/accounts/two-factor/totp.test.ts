import { expect, test } from 'vitest'
import { otpauthUrl, codeOfStep, matchingStep, createSeed } from './totp.server.ts'

/** RFC 6238 appendix B: the ASCII text 12345678901234567890. */
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const at = (seconds: number) => new Date(seconds * 1000)

// The SHA-1 rows of RFC 6238 appendix B. Six digits are the last six of eight (RFC 4226 section
// 5.3).
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code is the end of %s', (seconds, eightDigits) => {
  const step = Math.floor(seconds / 30)

  expect(codeOfStep(seed, step)).toBe(eightDigits.slice(-6))
  expect(matchingStep(seed, eightDigits.slice(-6), at(seconds))).toBe(step)
})

test('a code is taken one step early and one step late, and no further', () => {
  const step = 41_152_263
  const code = codeOfStep(seed, step)

  const found = [-2, -1, 0, 1, 2].map((away) => matchingStep(seed, code, at((step + away) * 30)))

  expect(found).toEqual([null, step, step, step, null])
})

test.each(['', '12345', '1234567', 'abcdef', '28708x'])('"%s" is no code', (code) => {
  expect(matchingStep(seed, code, at(59))).toBeNull()
})

test('each seed is another one, of 160 bits', () => {
  const seeds = Array.from({ length: 20 }, createSeed)

  expect(new Set(seeds).size).toBe(20)
  for (const one of seeds) expect(one).toMatch(/^[A-Z2-7]{32}$/)
})

test('the URL for apps names the product, the account and the secret', () => {
  const { protocol, host, pathname, searchParams } = new URL(otpauthUrl(seed, 'ann@shop.example'))

  expect([protocol, host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(pathname)).toBe('/Footfall:ann@shop.example')
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'Footfall',
    secret: seed,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
