import { expect, test } from 'vitest'
import { findPolicyIssues } from './page-policy.ts'

const page = {
  address: 'https://shop.example/',
  pixelOrigin: 'https://app.footfall.example',
  nonce: null,
}

test.each([
  ['', []],
  ["img-src 'self' data:", ['img-src']],
  ['img-src *', []],
  ["img-src 'self' app.footfall.example", []],
  ['img-src https://app.footfall.example/api/pixel/', []],
  ["default-src 'self'; script-src *; connect-src *; img-src https:", []],
  ['default-src https:', []],
  ['default-src *', []],
  ["script-src 'self' https://app.footfall.example; connect-src *.footfall.example", []],
  ['script-src app.footfall.example/js/; connect-src https://app.footfall.example:443', []],
  ["default-src 'self'", ['script-src', 'connect-src', 'img-src']],
  ["default-src 'none'; script-src app.footfall.example", ['connect-src', 'img-src']],
  ['script-src cdn.example; connect-src *', ['script-src']],
  ["script-src-elem 'self'; script-src *", ['script-src']],
  ["script-src 'none'; script-src *", ['script-src']],
  ['script-src *.app.footfall.example', ['script-src']],
  ['script-src https://app.footfall.example:8443', ['script-src']],
  ["script-src 'strict-dynamic' 'nonce-abc' https:", ['script-src']],
  // The script itself, but none of those that it loads.
  ['script-src app.footfall.example/js/pixel.library.js', ['script-src']],
  ['script-src app.footfall.example/JS/', ['script-src']],
  ['script-src HTTPS://APP.footfall.example/js/; connect-src app.footfall.example/api/', []],
  ['connect-src https://app.footfall.example/js/', ['connect-src']],
  ['connect-src https://app.footfall.example/api/pixel/site', ['connect-src']],
  ['sandbox', ['sandbox']],
  ['sandbox allow-scripts', ['sandbox']],
  ['sandbox allow-scripts allow-same-origin allow-forms', []],
  ["require-trusted-types-for 'script'", []],
  ["require-trusted-types-for 'script'; trusted-types *", []],
  ["require-trusted-types-for 'script'; trusted-types shop footfall", []],
  ["require-trusted-types-for 'script'; trusted-types shop", ['trusted-types']],
  ["require-trusted-types-for 'script'; trusted-types 'none'", ['trusted-types']],
  ["require-trusted-types-for 'script'; trusted-types", ['trusted-types']],
  ["require-trusted-types-for 'script'; trusted-types shop default", ['trusted-types-default']],
  ["require-trusted-types-for 'script', trusted-types shop", ['trusted-types']],
  ['trusted-types shop', []],
])('%o keeps %o from the pixel', (policy, faults) => {
  expect(findPolicyIssues({ headers: [policy], metas: [] }, page)).toEqual(faults)
})

test('each of several policies has to allow it', () => {
  const headers = ['script-src *', "script-src 'self', connect-src 'self'"]

  expect(findPolicyIssues({ headers, metas: [] }, page)).toEqual(['script-src', 'connect-src'])
})

test('a policy in the page blocks as well, but is no sandbox and no list', () => {
  const find = (meta: string) => findPolicyIssues({ headers: [], metas: [meta] }, page)

  expect(find("script-src 'self'")).toEqual(['script-src'])
  expect(find('sandbox')).toEqual([])
  expect(find("style-src *, script-src 'self'")).toEqual([])
})

test("a nonce that the pixel's element has lets it run", () => {
  const headers = ["script-src 'nonce-abc' 'strict-dynamic'"]
  const find = (nonce: string) => findPolicyIssues({ headers, metas: [] }, { ...page, nonce })

  expect(find('abc')).toEqual([])
  expect(find('other')).toEqual(['script-src'])
})
