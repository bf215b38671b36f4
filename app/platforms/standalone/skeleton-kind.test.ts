import { expect, test } from 'vitest'
import { comingPath, kindOfScreen } from './skeleton-kind.ts'

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
  expect(kindOfScreen(path)).toBe(kind)
})

test('another screen is on its way by a link alone', () => {
  const goals = { pathname: '/goals' }

  expect(comingPath({ state: 'loading', location: goals }, '/')).toBe('/goals')
  expect(comingPath({ state: 'loading', location: goals }, '/goals')).toBeNull()
  expect(comingPath({ state: 'submitting', location: goals, formMethod: 'POST' }, '/')).toBeNull()
  expect(comingPath({ state: 'loading', location: goals, formMethod: 'POST' }, '/')).toBeNull()
  expect(comingPath({ state: 'idle' }, '/')).toBeNull()
})
