import { expect, test } from 'vitest'
import { describeSites, namedSites } from './site-words.ts'

const sites = ['Kettles', 'Mugs', 'Spoons', 'Towels'].map((name, id) => ({ id, name }))

test.each([
  [null, sites, 'All sites'],
  [[], sites, 'No sites'],
  [[1], sites, 'Mugs'],
  [[1, 3], sites, 'Mugs and Towels'],
  [[0, 1, 2, 3], sites, 'Kettles, Mugs and 2 more'],
  [[1, 3], null, '2 sites'],
  [[1], null, '1 site'],
])('sites %j are described', (siteIds, named, words) => {
  expect(describeSites(namedSites(siteIds, named))).toBe(words)
})
