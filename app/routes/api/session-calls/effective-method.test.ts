import { expect, test } from 'vitest'
import { effectiveMethod } from './effective-method.ts'

const appUrl = 'https://app.example'
const sameOrigin = { origin: appUrl, 'sec-fetch-site': 'same-origin' }

type Asked = { headers?: Record<string, string>; field?: string; method?: string; query?: string }

function meant({ headers = {}, field, method = 'POST', query = '' }: Asked): string {
  const form = new FormData()
  if (field !== undefined) form.set('_method', field)
  return effectiveMethod(new Request(`${appUrl}/api/x${query}`, { method, headers }), form, appUrl)
}

test.each<[string, Asked, string]>([
  ['our own page', { headers: sameOrigin, field: 'PUT' }, 'PUT'],
  [
    'our own page by what the browser says alone',
    { headers: { 'sec-fetch-site': 'same-origin' }, field: 'PUT' },
    'PUT',
  ],
  ['an older browser on our own page', { headers: { origin: appUrl }, field: 'PUT' }, 'PUT'],
  ['a program with a token', { headers: { authorization: 'Bearer abc' }, field: 'PUT' }, 'PUT'],
  ['a program without one', { field: 'PUT' }, 'POST'],
  ['an empty token', { headers: { authorization: 'Bearer ' }, field: 'PUT' }, 'POST'],
  [
    'a page of elsewhere',
    { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, field: 'PUT' },
    'POST',
  ],
  [
    'a sibling host',
    { headers: { origin: 'https://a.app.example', 'sec-fetch-site': 'same-site' }, field: 'PUT' },
    'POST',
  ],
  ['DELETE', { headers: sameOrigin, field: 'DELETE' }, 'POST'],
  ['another spelling', { headers: sameOrigin, field: 'put' }, 'POST'],
  ['the address instead of the body', { headers: sameOrigin, query: '?_method=PUT' }, 'POST'],
  ['another method than POST', { headers: sameOrigin, field: 'PUT', method: 'PATCH' }, 'PATCH'],
])('%s: %j means %s', (_who, asked, expected) => {
  expect(meant(asked)).toBe(expected)
})
