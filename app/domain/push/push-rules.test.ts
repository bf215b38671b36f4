import { expect, test } from 'vitest'
import { isPushService, nameOfService } from './push-services.ts'
import { outcomeOf, restOfService } from './sending/retry-push.ts'

test.each([
  ['fcm.googleapis.com', true],
  ['updates.push.services.mozilla.com', true],
  ['wns2-par02p.notify.windows.com', true],
  ['web.push.apple.com', true],
  ['fcm.googleapis.com.evil.example', false],
  ['evilpush.apple.com', false],
  ['notify.windows.com.evil.example', false],
  ['fcm.googleapis.com:8443', false],
  ['push.example.com', false],
])('%s is a known service: %s', (host, isKnown) => {
  expect(isPushService(host, [])).toBe(isKnown)
})

test('an owner can add a host', () => {
  expect(isPushService('push.example.com', ['push.example.com'])).toBe(true)
  expect(isPushService('other.example.com', ['push.example.com'])).toBe(false)
  expect(nameOfService('wns2-par02p.notify.windows.com')).toBe('Microsoft (WNS)')
  expect(nameOfService('push.example.com')).toBe('push.example.com')
})

test.each([
  [201, 'accepted'],
  [202, 'accepted'],
  [200, 'accepted'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'failed'],
  [401, 'failed'],
  [403, 'failed'],
  [413, 'failed'],
  [301, 'failed'],
  [406, 'later'],
  [408, 'later'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
  [null, 'later'],
])('an answer of %s means %s', (status, kind) => {
  expect(outcomeOf(status).kind).toBe(kind)
})

test('a sender that is blocked as a whole loses no subscription', () => {
  expect(outcomeOf(410, 'Gone').kind).toBe('gone')
  expect(outcomeOf(410, 'Domain Blocked')).toEqual({ kind: 'failed', reason: 'refused' })
})

test('a service rests longer with each failure, up to ten minutes', () => {
  expect([1, 2, 3, 20].map(restOfService)).toEqual([5_000, 10_000, 20_000, 600_000])
})
