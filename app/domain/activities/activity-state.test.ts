import { expect, test } from 'vitest'
import { activityState, withheldReason, type ActivityFacts } from './activity-state.ts'

const now = new Date('2026-03-10T12:00:00Z')
const week = 7 * 86_400
const paid: ActivityFacts = {
  trust: 'signed',
  approval: 'approved',
  isShowable: true,
  occurredAt: new Date('2026-03-09T12:00:00Z'),
}

test.each([
  [{}, 'live'],
  [{ occurredAt: new Date('2026-03-03T12:00:00Z') }, 'live'],
  [{ occurredAt: new Date('2026-03-03T11:59:59Z') }, 'old'],
  [{ occurredAt: new Date('2026-03-10T12:00:01Z') }, 'ahead'],
  [{ isShowable: false }, 'withheld'],
  [{ trust: 'origin' }, 'live'],
  [{ trust: 'origin', approval: 'quarantined' }, 'waiting'],
  [{ approval: 'quarantined' }, 'waiting'],
  [{ trust: 'unknown' }, 'unsigned'],
  [{ trust: 'unknown', approval: 'quarantined' }, 'unsigned'],
  [{ approval: 'hidden' }, 'hidden'],
  [{ trust: 'unknown', approval: 'hidden' }, 'hidden'],
  [{ isShowable: false, approval: 'hidden' }, 'withheld'],
  [{ unlistedAt: now, keptUntil: now }, 'unlisted'],
  [{ unlistedAt: null, keptUntil: now }, 'unreached'],
  [{ unlistedAt: null, keptUntil: new Date(now.getTime() + 1) }, 'live'],
] as const)('a paid purchase of yesterday, but %o, is %s', (change, state) => {
  expect(activityState({ ...paid, ...change }, week, now)).toBe(state)
})

test.each([
  [{ isShowable: true, amountCents: 0 }, null],
  [{ isTest: true, state: 'refunded' }, 'test'],
  [{ sameSaleAs: 7 }, 'same_sale'],
  [{ sameSaleAs: 7, state: 'refunded' }, 'same_sale'],
  [{ state: 'cancelled' }, 'canceled'],
  [{ state: 'refunded', amountCents: 0 }, 'refunded'],
  [{ amountCents: 0 }, 'free'],
  [{ state: null, isTest: null }, null],
  [{ kind: 'signup', amountCents: null }, 'buyer'],
  [{ kind: 'signup', amountCents: null, state: 'cancelled' }, 'canceled'],
] as const)('an activity with %o is withheld because of %s', (change, reason) => {
  const paidFor = { kind: 'purchase', state: 'confirmed', isTest: false, amountCents: 100 } as const
  const kept = { isShowable: false, sameSaleAs: null, ...paidFor }
  expect(withheldReason({ ...kept, ...change })).toBe(reason)
})
