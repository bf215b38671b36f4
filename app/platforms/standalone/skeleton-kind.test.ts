import { expect, test } from 'vitest'
import { pendingPath, skeletonKindOf } from './skeleton-kind.ts'

test.each([
  ['/', 'cards'],
  ['/popup-nudges', 'cards'],
  ['/popup-nudges/list', 'table'],
  ['/goals', 'table'],
  ['/goals/new', 'cards'],
  ['/data-feeds', 'table'],
  ['/data-feeds/activities/0c7e', 'cards'],
  ['/nudges/0c7e', 'editor'],
  ['/settings/teams/7/log', 'table'],
  ['/settings/teams/7', 'cards'],
])('%s is outlined as %s', (path, kind) => {
  expect(skeletonKindOf(path)).toBe(kind)
})

test('another screen is on its way by a link alone', () => {
  const goals = { pathname: '/goals' }

  expect(pendingPath({ state: 'loading', location: goals }, '/')).toBe('/goals')
  expect(pendingPath({ state: 'loading', location: goals }, '/goals')).toBeNull()
  expect(pendingPath({ state: 'submitting', location: goals, formMethod: 'POST' }, '/')).toBeNull()
  expect(pendingPath({ state: 'loading', location: goals, formMethod: 'POST' }, '/')).toBeNull()
  expect(pendingPath({ state: 'idle' }, '/')).toBeNull()
})
