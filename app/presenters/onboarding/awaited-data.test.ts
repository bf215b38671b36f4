import { expect, test } from 'vitest'
import {
  describeAwaited,
  describeUnapproved,
  listDataWays,
  type AwaitedData,
} from './awaited-data.ts'

const noOrders: AwaitedData = {
  page: null,
  kind: 'purchase',
  missing: 'No orders to show from the last 7 days.',
  isOneEnough: true,
  hasOlder: false,
  unapproved: 0,
  isAutomatic: false,
}

test.each([
  [{}, 'Waiting for your first order', 'with your first order'],
  [{ hasOlder: true }, 'Waiting for your next order', 'with your next order'],
  [{ kind: 'signup' }, 'Waiting for your first sign-up', 'with your first sign-up'],
  [{ kind: 'review' }, 'Waiting for your first review', 'with your first review'],
  [{ isOneEnough: false }, 'Waiting for data', 'once there’s enough data to show'],
  [{ page: 'stock' }, 'Waiting for data from your pages', 'once they do'],
  [{ kind: null }, 'Waiting for data', 'once there’s enough data to show'],
] as const)('%j: %s', (changed, title, when) => {
  expect(describeAwaited({ ...noOrders, ...changed })).toMatchObject({ title, when })
})

test('older orders aren’t called missing, and a count states how many it lacks', () => {
  const few = 'Only 1 order in the last 7 days. It needs at least 3.'

  expect(describeAwaited({ ...noOrders, hasOlder: true }).reason).toContain('too old to show')
  expect(describeAwaited({ ...noOrders, isOneEnough: false, missing: few }).reason).toBe(few)
})

test.each([
  [0, null],
  [1, '1 order needs your approval.'],
  [2, '2 orders need your approval.'],
])('%i unapproved: %s', (unapproved, sentence) => {
  expect(describeUnapproved({ ...noOrders, unapproved })).toBe(sentence)
})

test('a shop that sends its orders is offered its past ones only', () => {
  const site = { uuid: 'site', nudge: 'one' }
  const ways = (changed: Partial<AwaitedData>) =>
    listDataWays({ ...noOrders, ...changed }, site).map(({ to }) => to)

  expect(ways({})).toEqual([
    '/onboarding?step=nudge&from=file',
    '/onboarding?step=nudge&from=page',
    '/onboarding?step=nudge&from=server',
  ])
  expect(ways({ isAutomatic: true })).toEqual(['/onboarding?step=nudge&from=file'])
  expect(ways({ kind: 'signup' })).toContain('/data-feeds/imports')
  expect(ways({ kind: null })).toEqual(['/nudges/one'])
  expect(ways({ page: 'stock' })).toEqual(['/data-feeds/products', '/pixel/site?part=developers'])
  expect(ways({ page: 'carts', kind: null })).toEqual(['/pixel/site?part=developers'])
})
