import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from './secrets.server.ts'

const key = () => randomBytes(32).toString('base64')

test('a value sealed for a row opens for that row', () => {
  const secrets = createSecrets(key())

  const sealed = secrets.seal('shop token ✓', 'demo_shops:7')

  expect(secrets.open(sealed, 'demo_shops:7')).toBe('shop token ✓')
  expect(sealed.includes('shop token')).toBe(false)
})

test('a value moved to another row does not open', () => {
  const secrets = createSecrets(key())

  const sealed = secrets.seal('secret', 'demo_shops:7')

  expect(() => secrets.open(sealed, 'demo_shops:8')).toThrow('unable to authenticate data')
})

test('one changed bit does not open', () => {
  const secrets = createSecrets(key())
  const sealed = secrets.seal('secret', 'row:1')

  const last = sealed.length - 1
  sealed[last] = (sealed[last] ?? 0) ^ 1

  expect(() => secrets.open(sealed, 'row:1')).toThrow('unable to authenticate data')
})

test('after a change of keys the old values still open with the previous key, and only with it', () => {
  const [first, second] = [key(), key()]
  const sealed = createSecrets(first).seal('secret', 'row:1')

  expect(createSecrets(second, [first]).open(sealed, 'row:1')).toBe('secret')
  expect(() => createSecrets(second).open(sealed, 'row:1')).toThrow(/key/)
})

test('a fingerprint is the same for the same value and purpose, and for nothing else', () => {
  const secrets = createSecrets(key())

  const print = secrets.fingerprint('ann@shop.example', 'email')

  expect(secrets.fingerprint('ann@shop.example', 'email')).toBe(print)
  expect(secrets.fingerprint('ann@shop.example', 'visitor')).not.toBe(print)
  expect(createSecrets(key()).fingerprint('ann@shop.example', 'email')).not.toBe(print)
})

test('a key of the wrong length is refused at the start', () => {
  expect(() => createSecrets('c2hvcnQ=')).toThrow(/32 bytes/)
})
