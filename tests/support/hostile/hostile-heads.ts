/** Requests that are odd in their head: who asks, from where, by which method and for which address. */
import {
  dataPath,
  requestBytes,
  withPath,
  withQuery,
  type HostileRequest,
  type Target,
} from './request-bytes.ts'

type Written = Parameters<typeof requestBytes>[1]

const request = (name: string, wanted: (target: Target) => Written): HostileRequest => ({
  name,
  write: (target) => requestBytes(target, wanted(target)),
})

const form = { body: 'email=ann%40shop.example&intent=save' }
const formType = 'Content-Type: application/x-www-form-urlencoded'

const hostNames = [
  'evil.example',
  '127.0.0.1:5100',
  'FOOTFALL.test:80',
  'footfall.test:99999',
  'footfall.test:',
  'evil.example@footfall.test',
  'footfall.test/path?query#fragment',
  'footfall.test, evil.example',
  'a b',
  '[::1]',
  '[::1',
  'null',
  '%00',
  '\\\\evil',
  'xn--a.example',
  '\xe9vil.example',
  '',
  'a'.repeat(4_000),
]

const hosts = hostNames.flatMap((host) => [
  request(`host ${host.slice(0, 40)}`, () => ({ host })),
  request(`form to host ${host.slice(0, 40)}`, () => ({
    method: 'POST',
    host,
    headers: [formType, 'Origin: http://footfall.test'],
    ...form,
  })),
])

const otherHosts = [
  request('no host', () => ({ host: null })),
  request('no host in HTTP/1.0', () => ({ host: null, version: '1.0' })),
  request('two hosts', () => ({ headers: ['Host: evil.example'] })),
  request('form without host', () => ({
    method: 'POST',
    host: null,
    version: '1.0',
    headers: [formType, 'Origin: http://footfall.test'],
    ...form,
  })),
]

const origins = [
  'http://footfall.test',
  'https://evil.example',
  'null',
  'evil.example',
  'https://',
  'http://[',
  'https://a.example, https://b.example',
  'javascript:alert(1)',
  '\xff',
  '',
]
const bearers = ['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', '', '  ', 'x'.repeat(5_000)]

const crossSite = origins.flatMap((origin) => [
  ...['POST', 'PUT', 'DELETE'].map((method) =>
    request(`${method} of origin ${origin}`, () => ({
      method,
      headers: [formType, `Origin: ${origin}`],
      ...form,
    })),
  ),
  ...bearers.flatMap((bearer) =>
    [(path: string) => path, dataPath].map((address, at) =>
      request(
        `form${at ? ' for data' : ''} of origin ${origin} with bearer ${bearer.slice(0, 9)}`,
        ({ path }) => ({
          method: 'POST',
          path: address(path),
          headers: [formType, `Origin: ${origin}`, `Authorization: Bearer ${bearer}`],
          ...form,
        }),
      ),
    ),
  ),
])

const forwarded = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Host: , ',
  'X-Forwarded-Host: http://[',
  'X-Forwarded-Proto: javascript',
  'X-Forwarded-Port: -1',
  'X-Forwarded-For: , , \xff',
  'X-Forwarded-For: 999.999.999.999',
  `X-Forwarded-For: ${'1.2.3.4, '.repeat(400)}`,
  'X-Forwarded-Prefix: /../..',
  'Forwarded: for="[", host=evil.example;proto=x',
  'X-Original-URL: /kiosk',
  'X-HTTP-Method-Override: DELETE',
].flatMap((header) => [
  request(`header ${header.slice(0, 40)}`, () => ({ headers: [header] })),
  request(`form with header ${header.slice(0, 40)}`, () => ({
    method: 'POST',
    headers: [formType, 'Origin: http://footfall.test', header],
    ...form,
  })),
])

const headers = [
  'Cookie: token',
  'Cookie: token=%',
  'Cookie: token=\xff\xfe; language=%E0%A4%A; attribution=//8; pending_login=%; passkey=..',
  'Cookie: token=a; token=b; language=xx; language=yy',
  'Cookie: __proto__=1; constructor=2; =; ;;;',
  `Cookie: attribution=${Buffer.from('{"__proto__":{"x":1},"utm_source":5}').toString('base64url')}`,
  `Cookie: token=${'a'.repeat(8_000)}`,
  'Authorization: Basic \xff',
  'Authorization: Bearer a, Bearer b',
  'Accept: ',
  'Accept: text/html;q=,,;',
  'Accept: text/html',
  'Accept-Encoding: gzip;q=junk, br;;, *;q=2',
  'Accept-Encoding: gzip',
  'Accept-Language: %E0%A4%A, xx-yy-zz;q=\x7f',
  'Range: bytes=9-1',
  'Range: bytes=0-0,1-1,2-2,-1,x',
  'If-None-Match: "',
  'If-Modified-Since: never',
  'If-Unmodified-Since: never',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Expect: the unexpected',
  'Sec-Fetch-Site: everywhere',
  'Sec-Fetch-Dest: iframe',
  'Sec-Purpose: prefetch',
  'User-Agent: ',
  'User-Agent: () { :;}; echo',
  'Referer: http://[',
  'X-Shopify-Bounce: 1',
  'X-Remix-Revalidate: yes',
  'Access-Control-Request-Headers: authorization',
  'Idempotency-Key: \xff',
  'Content-Encoding: gzip',
  'Content-Type: ;;;',
  '__proto__: x',
  'constructor: x',
  ':',
  'A B: c',
  'A: b\0c',
].map((header) => request(`header ${header.slice(0, 40)}`, () => ({ headers: [header] })))

const methods = [
  ...['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'],
  ...['M-SEARCH', 'LINK', 'SOURCE', 'get', 'NONSENSE'],
].flatMap((method) => [
  request(`method ${method}`, () => ({ method })),
  request(`method ${method} for data`, ({ path }) => ({ method, path: dataPath(path) })),
  request(`method ${method} with a body`, () => ({ method, headers: [formType], ...form })),
])

const otherMethods = [
  request('preflight with credentials', () => ({
    method: 'OPTIONS',
    headers: [
      'Origin: https://evil.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: authorization',
    ],
  })),
  request('preflight of a server', () => ({ method: 'OPTIONS', path: '*' })),
]

const suffixes = [
  ...['%', '%00', '%ff', '%c0%ae', '%0d%0aX: y', '/..%2f..%2fetc', '/%2e%2e/%2e%2e', '//', ';a=b'],
  ...['\\..\\', '/__proto__', '/constructor', '/-1', '/1e99', '/99999999999999999999', '/NaN'],
  ...['/\xff', "/'", '/%27%20or%201=1', '/:id', '/*', '.json', '.data.data', '~', '\x7f'],
  `/${'a'.repeat(7_000)}`,
  `/${'a'.repeat(9_000)}`,
  '/a'.repeat(40),
  '/a'.repeat(20),
]
const paths = suffixes.flatMap((suffix) => {
  const name = suffix.slice(0, 20)
  const longer = (path: string) => withPath(path, (pathname) => pathname + suffix)
  return [
    request(`path + ${name}`, ({ path }) => ({ path: longer(path) })),
    request(`path + ${name} for data`, ({ path }) => ({ path: dataPath(longer(path)) })),
  ]
})

const otherPaths: [string, (path: string) => string][] = [
  ['two slashes', (path) => `/${path}`],
  ['dots', (path) => `/x/..${path}`],
  ['capitals', (path) => path.toUpperCase()],
  ['an origin', (path) => `http://evil.example${path}`],
  ['a broken origin', (path) => `http://[${path}`],
  ['another scheme', (path) => `ftp://evil.example${path}`],
  ['no slash', (path) => path.slice(1)],
  ['a fragment', (path) => `${path}#fragment`],
  ['two question marks', (path) => `${path}??`],
  ['every letter in percents', (path) => path.replaceAll(/[a-z]/g, percent)],
]
const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

/** Parameters that some screen reads, all with the same odd value. */
const parameters = [
  ...['sort', 'before', 'after', 'state', 'setup', 'deleted', 'to', 'page', 'nudge', 'chart', 'q'],
  ...[
    'text',
    'webhook',
    'table',
    'success',
    'step',
    'link',
    'kind',
    'filter',
    'way',
    'site',
    'reason',
  ],
  ...['preset', 'plan', 'part', 'of', 'made', 'look', 'language', 'invitation', 'give', 'from'],
  ...['error', 'done', 'code', 'by', 'assignee', 'affiliate', 'act', 'days', 'cursor', 'limit'],
  ...['signature', 'user', 'team', 'expires', 'email', 'token', 'url', 'width', 'product', 'goal'],
  ...['withdraw', 'verify_url', 'coupon', 'delivery', 'connected', 'exitIframe', 'type', 'until'],
  ...[
    'since',
    'country',
    'source',
    'status',
    'search',
    'variant',
    'visitor',
    'sandbox',
    'utm_source',
  ],
]
const values = ['%00', '-1', '9'.repeat(30), '1e999', '__proto__', '%ff', "'", '%ed%a0%80', '']
const queryOf = (value: string) => parameters.map((name) => `${name}=${value}`).join('&')

const queries = [
  ...values.map(queryOf),
  ...values.map((value) => queryOf(value).replaceAll('=', '[]=')),
  ...parameters.slice(0, 4).map((name) => `${name}=a&${name}=b`),
  ...['_data=root', '_data=', '_data=routes%2Fhome', '_data=__proto__', '_data=root&_data=x'],
  ...['_routes=junk', '_routes=__proto__', '_routes=', '_routes=root,root,,', '_routes=root'],
  ...['index', 'index&index', 'index=x', '%', '%00=%00', '__proto__[x]=1', '&&&===', '%ff=%ff'],
  `a=${'b'.repeat(7_000)}`,
  ...['embedded=1', 'shop=x', 'id_token=a.b.c', 'hmac=x&shop=a.myshopify.com&timestamp=NaN'],
  ...['host=%ff', 'host=x&shop=a.myshopify.com', 'instance=x.y', 'signed_payload_jwt=a.b.c'],
].flatMap((query) => [
  request(`query ${query.slice(0, 30)}`, ({ path }) => ({ path: withQuery(path, query) })),
  request(`query ${query.slice(0, 30)} for data`, ({ path }) => ({
    path: withQuery(dataPath(path), query),
  })),
  request(`form with query ${query.slice(0, 30)}`, ({ path }) => ({
    method: 'POST',
    path: withQuery(path, query),
    headers: [formType],
    ...form,
  })),
])

export const hostileHeads: readonly HostileRequest[] = [
  ...hosts,
  ...otherHosts,
  ...crossSite,
  ...forwarded,
  ...headers,
  ...methods,
  ...otherMethods,
  ...paths,
  ...otherPaths.map(([name, change]) =>
    request(`path with ${name}`, ({ path }) => ({ path: change(path) })),
  ),
  ...queries,
]
