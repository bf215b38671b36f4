import { expect, test } from 'vitest'
import type { StoredPageProof } from '#app/db/schema/connections.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { reviewPageView } from './review-page.ts'

const siteUrl = 'https://oak.example'

function viewOf(proof: Partial<StoredPageProof>) {
  const integration = findIntegration('yelp')
  if (!integration) throw new Error('Yelp is not in the registry.')
  const page = 'https://www.yelp.com/biz/oak-pottery-austin'
  return reviewPageView({
    integration,
    settings: { page },
    siteUrl,
    proof: {
      checkedAt: '2026-01-01T00:00:00.000Z',
      siteUrl,
      page,
      website: null,
      proof: null,
      isHomePageRead: true,
      ...proof,
    },
    code: 'footfall-1',
    reviewsLimit: 3,
    service: 'Yelp',
  })
}

test('a page that names no website can be proven by a link', () => {
  expect(viewOf({})).toMatchObject({
    sentence: 'oak.example doesn’t link to this page yet.',
    ways: { link: true, website: false },
  })
})

test('a page that names another website can’t be proven by a link', () => {
  expect(viewOf({ website: 'ash.example' })).toMatchObject({
    isProved: false,
    sentence:
      'This page names ash.example, so a link from oak.example doesn’t prove that it’s yours.',
    ways: { link: false, website: true },
  })
})
