import { expect, test } from 'vitest'
import { addressGroup, isLoopback } from './address-group.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is one sender: %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

test('only this machine itself is loopback', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true])
  expect(['128.0.0.1', '::2', '10.0.0.1', 'unknown'].map(isLoopback)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
