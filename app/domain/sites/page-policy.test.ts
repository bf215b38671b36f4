import { expect, test } from 'vitest'
import { findPolicyIssues } from './page-policy.ts'

const page = {
  address: 'https://shop.example/',
  pixelOrigin: 'https://app.footfall.example',
  nonce: null,
}

test.each([
  ['', []],
  ["img-src 'self'", []],
  ['default-src https:', []],
  ['default-src *', []],
  ["script-src 'self' https://app.footfall.example; connect-src *.footfall.example", []],
  ['script-src app.footfall.example/js/; connect-src https://app.footfall.example:443', []],
  ["default-src 'self'", ['script-src', 'connect-src']],
  ["default-src 'none'; script-src app.footfall.example", ['connect-src']],
  ['script-src cdn.example; connect-src *', ['script-src']],
  ["script-src-elem 'self'; script-src *", ['script-src']],
  ["script-src 'none'; script-src *", ['script-src']],
  ['script-src *.app.footfall.example', ['script-src']],
  ['script-src https://app.footfall.example:8443', ['script-src']],
  ["script-src 'strict-dynamic' 'nonce-abc' https:", ['script-src']],
])('%o keeps %o from the pixel', (policy, faults) => {
  expect(findPolicyIssues([policy], page)).toEqual(faults)
})

test('each of several policies has to allow it', () => {
  const policies = ['script-src *', "script-src 'self', connect-src 'self'"]

  expect(findPolicyIssues(policies, page)).toEqual(['script-src', 'connect-src'])
})

test("a nonce that the pixel's element has lets it run", () => {
  const policy = "script-src 'nonce-abc' 'strict-dynamic'"

  expect(findPolicyIssues([policy], { ...page, nonce: 'abc' })).toEqual([])
  expect(findPolicyIssues([policy], { ...page, nonce: 'other' })).toEqual(['script-src'])
})
