import { expect, test } from 'vitest'
import { looksLikeApiToken, newApiToken, newSessionToken, tokenHash } from './tokens.server.ts'

test('a new API token carries our beginning and a checksum that holds', () => {
  const token = newApiToken()

  expect(token).toMatch(/^nk_[0-9a-f]{56}$/)
  expect(looksLikeApiToken(token)).toBe(true)
})

test.each([
  ['empty', ''],
  ['without the beginning', 'a'.repeat(59)],
  ['with one digit changed', newApiToken().replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
  ['too long', `${newApiToken()}0`],
  ['with spaces around', ` ${newApiToken()} `],
])('a token %s needs no database to be refused', (_case, token) => {
  expect(looksLikeApiToken(token)).toBe(false)
})

test('no two tokens are the same, and the hash is not the token', () => {
  const [one, two] = [newSessionToken(), newSessionToken()]

  expect(one).not.toBe(two)
  expect(tokenHash(one)).toHaveLength(32)
  expect(tokenHash(one).toString('base64url')).not.toBe(one)
})
