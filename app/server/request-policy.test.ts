import { expect, test } from 'vitest'
import { policyOf } from './request-policy.ts'

test.each([
  ['POST', '/hooks/shopify', 'hook'],
  ['POST', '/hooks/mailchimp/token', 'hook'],
  ['GET', '/hooks/mailchimp/token', 'page'],
  ['POST', '/hooks', 'page'],
  ['POST', '/api/v1/hooks', 'page'],
  ['POST', '/auth/login', 'login'],
  ['POST', '/auth/login.data', 'login'],
  ['GET', '/auth/login', 'page'],
  ['POST', '/account/general', 'page'],
  ['POST', '/', 'page'],
  ['', '', 'page'],
])('%s %s takes the lane %s', (method, path, lane) => {
  expect(policyOf(method, path).lane).toBe(lane)
})

const kilobyte = 1024

test.each([
  ['POST', '/hooks/shopify', 5 * 1024 * kilobyte],
  ['PUT', '/hooks/shopify', 256 * kilobyte],
  ['POST', '/account/photo', 5 * 1024 * kilobyte + 16 * kilobyte],
  ['POST', '/account/photo.data', 5 * 1024 * kilobyte + 16 * kilobyte],
  ['POST', '/site-settings/logo', 5 * 1024 * kilobyte + 16 * kilobyte],
  ['POST', '/settings/teams/1/logo', 5 * 1024 * kilobyte + 16 * kilobyte],
  ['POST', '/settings/teams/1/2/logo', 256 * kilobyte],
  ['POST', '/data-feeds/imports', 2 * 1024 * kilobyte + 16 * kilobyte],
  ['POST', '/data-feeds/imports.data', 2 * 1024 * kilobyte + 16 * kilobyte],
  ['POST', '/onboarding/orders.data', 2 * 1024 * kilobyte + 16 * kilobyte],
  ['POST', '/data-feeds/imports/1', 256 * kilobyte],
  ['POST', '/account/photos', 256 * kilobyte],
  ['POST', '/x/hooks/shopify', 256 * kilobyte],
  ['POST', '/auth/login', 256 * kilobyte],
])('a body of %s %s has at most %i bytes', (method, path, bytes) => {
  expect(policyOf(method, path).body.maxBytes).toBe(bytes)
})
