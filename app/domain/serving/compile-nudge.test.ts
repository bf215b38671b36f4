import { expect, test } from 'vitest'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { validateNudge } from '#app/domain/nudges/published-nudges.server.ts'
import { sampleData } from '#app/domain/nudges/types/kit/sample-data.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { compileNudge } from './compile-nudge.server.ts'

const at = new Date('2026-11-23T10:00:00Z')
const options = { ...defaultSiteOptions, showNudgeTitle: true }

async function compileWith(look: object) {
  const stored = {
    id: 1,
    uuid: 'purchase',
    shortId: 'purchase',
    version: 1,
    type: 'purchase',
    surface: 'inline' as const,
    query: {},
    content: null,
    rules: {},
    placement: null,
    message: null,
    look,
  }
  return compileNudge({
    stored,
    nudge: validateNudge(stored),
    moment: {
      entitlements: entitlementsOf({ plan: 'enterprise', meteredBy: 'visitors', overrides: {} }),
      timeZone: 'UTC',
      siteLanguage: 'en',
      options,
      siteName: 'shop.example',
      at,
      withdrawals: 0,
      cartedProducts: [],
    },
    data: sampleData(at),
    claims: null,
  })
}

test('a card has the heading of its category, and a line none', async () => {
  expect(await compileWith({})).toMatchObject({ nudge: { heading: 'Selling fast' } })
  expect(await compileWith({ layout: 'line' })).not.toHaveProperty('nudge.heading')
})
