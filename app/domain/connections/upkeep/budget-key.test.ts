import { expect, test } from 'vitest'
import { findIntegration } from '#app/integrations/registry.ts'
import { budgetKeyOf } from './budget-key.ts'

/** Keys of two connections. */
function keysOf(name: string) {
  const integration = findIntegration(name)
  if (!integration) throw new Error(`${name} is not in the registry.`)
  return ['a', 'b'].map((uuid) => budgetKeyOf(integration, { uuid }))
}

test.each([
  ['the account', 'wordpress', ['wordpress:a', 'wordpress:b']],
  ['our app', 'google_my_business_reviews', Array(2).fill('google_my_business_reviews')],
  ['the aggregator’s account', 'yelp', ['aggregator', 'aggregator']],
])('requests are counted by %s', (_by, name, keys) => {
  expect(keysOf(name)).toEqual(keys)
})
