import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { readUrl } from '#app/lib/read-url.ts'
import { findRefusal, hasReadableHost } from './request-checks.server.ts'

const by = { appUrl: 'https://app.example' }
const refusalOf = (path: string, init?: RequestInit) =>
  findRefusal(new Request(by.appUrl + path, init), by)

test('reading a screen and sending its form are no reason to refuse', () => {
  expect(refusalOf('/goals?sort=name')).toBeNull()
  expect(refusalOf('/goals', { method: 'POST', headers: { origin: by.appUrl } })).toBeNull()
})

test('a write from another origin is refused', () => {
  const headers = { origin: 'https://evil.example' }

  expect(refusalOf('/goals', { method: 'POST', headers })).toMatchObject({ code: 'forbidden' })
})

test.each(['PROPFIND', 'QUERY', 'PURGE'])('%s is no method of ours', (method) => {
  const refusal = refusalOf('/goals', { method })

  expect(refusal).toMatchObject({ code: 'method_not_allowed' })
  expect(refusal?.details.allow).toContain('POST')
})

test.each(['/?_data=root', '/goals?sort=name&_data=', '/goals.data?_data=x'])(
  '%s is refused before Remix warns of it',
  (path) => {
    expect(refusalOf(path)).toMatchObject({ code: 'malformed' })
  },
)

test.each([
  ['app.example', true],
  ['localhost:3000', true],
  ['[::1]:3000', true],
  // Node 24 reads it, Node 20 doesn’t. The check says what the URL parser behind it does.
  ['xn--a.example', readUrl('http://xn--a.example') !== null],
  ['a b', false],
  ['app.example:99999', false],
  ['', false],
])('host %j can be read: %s', (host, expected) => {
  const request: Pick<IncomingMessage, 'rawHeaders'> = { rawHeaders: ['Host', host] }

  expect(hasReadableHost(request)).toBe(expected)
})
