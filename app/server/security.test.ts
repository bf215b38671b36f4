import { expect, test } from 'vitest'
import { isForeignWrite, securityHeaders } from './security.server.ts'

const appUrl = 'https://app.example'
const unframed = { frameAncestors: "'none'" }
const write = (headers: Record<string, string>, method = 'POST') =>
  new Request(`${appUrl}/onboarding`, { method, headers })

test.each([
  ['our own form', { origin: appUrl, 'sec-fetch-site': 'same-origin' }, false],
  ['a program without a browser', {}, false],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
  ['a sibling host', { origin: 'https://shop.app.example', 'sec-fetch-site': 'same-site' }, true],
  ['an old browser on another site', { origin: 'https://evil.example' }, true],
  ['a sandboxed frame', { origin: 'null' }, true],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, true],
])('a write from %s is foreign: %o → %s', (_who, headers, expected) => {
  expect(isForeignWrite(write(headers), { appUrl })).toBe(expected)
})

test('a call with a Bearer token relies on no cookie, wherever its page is from', () => {
  const headers = { origin: 'https://admin.shop.example', authorization: 'Bearer abc' }
  const call = new Request(`${appUrl}/api/logout`, { method: 'POST', headers })

  expect(isForeignWrite(call, { appUrl })).toBe(false)
  expect(isForeignWrite(write(headers), { appUrl })).toBe(true)
})

test('in a frame that knows no cookie, a write with a token comes from anywhere', () => {
  const request = write({ origin: 'https://extensions.shopifycdn.com' })

  expect(isForeignWrite(request, { appUrl, isByToken: true })).toBe(false)
  expect(isForeignWrite(request, { appUrl, isByToken: false })).toBe(true)
})

test('reading from another site is no foreign write', () => {
  expect(
    isForeignWrite(write({ origin: 'https://evil.example' }, 'GET'), {
      appUrl,
    }),
  ).toBe(false)
})

test('only scripts with the nonce run, and no page frames us', () => {
  const policy =
    securityHeaders('n0nce', { isHttps: true, ...unframed })['Content-Security-Policy'] ?? ''

  expect(policy).toContain("script-src 'self' 'nonce-n0nce'")
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('a platform’s scripts run in addition to ours, and styles don’t', () => {
  const exposure = {
    isHttps: true,
    ...unframed,
    scripts: ['https://cdn.shopify.com'],
  }
  const policy = securityHeaders('n', exposure)['Content-Security-Policy'] ?? ''

  expect(policy).toContain("script-src 'self' 'nonce-n' https://cdn.shopify.com;")
  expect(policy.split('https://cdn.shopify.com')).toHaveLength(2)
})

test('a payment service’s scripts, frames, calls and forms are allowed, and nothing else of it', () => {
  const payments = {
    scripts: ['https://js.pay.example'],
    frames: ['https://frames.pay.example'],
    connections: ['https://api.pay.example'],
    forms: ['https://checkout.pay.example'],
  }
  const policy =
    securityHeaders('n', { isHttps: true, ...unframed, payments })['Content-Security-Policy'] ?? ''

  expect(policy.split('; ').filter((rule) => rule.includes('pay.example'))).toEqual([
    "script-src 'self' 'nonce-n' https://js.pay.example",
    "connect-src 'self' https://api.pay.example",
    'frame-src https://frames.pay.example',
    "form-action 'self' https://checkout.pay.example",
  ])
  const without =
    securityHeaders('n', { isHttps: true, ...unframed })['Content-Security-Policy'] ?? ''
  expect(without).not.toContain('frame-src')
  expect(without).toContain("form-action 'self';")
})

test('a page that some may frame names them, and forbids it to no one by the old header', () => {
  const exposure = { isHttps: true, frameAncestors: 'https://shop.example' }
  const headers = securityHeaders('n', exposure)

  expect(headers['Content-Security-Policy']).toContain('frame-ancestors https://shop.example')
  expect(headers).not.toHaveProperty('X-Frame-Options')
  expect(securityHeaders('n', { isHttps: true, ...unframed })).toMatchObject({
    'X-Frame-Options': 'DENY',
  })
})

test('strict transport security is announced on https alone', () => {
  expect(securityHeaders('n', { isHttps: true, ...unframed })).toHaveProperty(
    'Strict-Transport-Security',
  )
  expect(securityHeaders('n', { isHttps: false, ...unframed })).not.toHaveProperty(
    'Strict-Transport-Security',
  )
})

test('a policy on trial still decides about scripts, forms and frames, and reports the rest', () => {
  const exposure = {
    isHttps: true,
    frameAncestors: 'https://admin.shop.example',
    connections: ['https://vitals.example'],
    reportTo: '/reports',
  }
  const headers = securityHeaders('n', exposure)

  expect(headers['Content-Security-Policy']).toBe(
    "script-src 'self' 'nonce-n'; base-uri 'none'; form-action 'self'; frame-ancestors https://admin.shop.example; object-src 'none'",
  )
  const reported = headers['Content-Security-Policy-Report-Only'] ?? ''
  expect(reported).toContain("default-src 'none'; script-src 'self' 'nonce-n';")
  expect(reported).toContain("connect-src 'self' https://vitals.example;")
  expect(reported).toMatch(/; report-uri \/reports$/)
})
