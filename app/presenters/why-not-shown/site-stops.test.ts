import { expect, test } from 'vitest'
import { findSiteStops } from './site-stops.ts'

const site = {
  host: 'shop.example',
  teamId: 7,
  isPaused: false,
  isLimitReached: false,
  mayResume: true,
}
const live = { state: 'published', isArchived: false } as const
const plan = {
  kind: 'plan',
  sentence: 'You’ve reached your monthly plan limit. Nudges are paused until next month.',
  fix: { label: 'View usage', to: '/settings/teams/7/plan' },
}

test('nothing stops the nudges of a site that shows them', () => {
  expect(findSiteStops(site, live)).toEqual([])
})

test('a pause comes first, with a way to resume for members with the right', () => {
  expect(findSiteStops({ ...site, isPaused: true, isLimitReached: true }, live)).toEqual([
    {
      kind: 'paused',
      sentence: 'All nudges on shop.example are paused. Visitors don’t see this one.',
      fix: 'resume',
    },
    plan,
  ])
})

test('a draft has no visitors yet, and a pause names the people who can end it', () => {
  const paused = { ...site, isPaused: true, mayResume: false }

  expect(findSiteStops(paused, { ...live, state: 'draft' })).toEqual([
    {
      kind: 'paused',
      sentence:
        'All nudges on shop.example are paused. Visitors won’t see this one after you publish it. Ask the owner or an admin to resume them.',
      fix: null,
    },
  ])
})

test('a reached limit also stops drafts, and archived nudges have no stops', () => {
  const used = { ...site, isLimitReached: true }

  expect(findSiteStops(used, { ...live, state: 'draft' })).toEqual([plan])
  expect(findSiteStops({ ...used, isPaused: true }, { ...live, isArchived: true })).toEqual([])
})
