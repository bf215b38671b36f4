import { expect, test } from 'vitest'
import { attributionCookie, keepAttribution } from './attribution-cookie.server.ts'

const config = { appUrl: 'https://app.test' }
const affiliateLink = '/?affiliate=ann&utm_source=nudge&utm_campaign=spring&coupon=X'

const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Request(new URL(path, config.appUrl), {
    method,
    headers: { Accept: 'text/html,*/*;q=0.8', ...headers },
  })

/** The request's Cookie header after the answer's Set-Cookie. */
const cookieOf = (setCookie: string | null) => setCookie?.slice(0, setCookie.indexOf(';')) ?? ''

const keptIn = (setCookie: string | null) =>
  attributionCookie.read(config, visit('/', { Cookie: cookieOf(setCookie) }))

test('a link is kept for seven days, from whatever page it leads to', () => {
  const set = keepAttribution(config, visit(affiliateLink, { Referer: 'https://shop.example/x?a' }))

  expect(set).toMatch(
    /^__Host-attribution=[\w-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(keptIn(set)).toEqual({
    affiliate_token: 'ann',
    utm_source: 'nudge',
    utm_campaign: 'spring',
    referer: 'https://shop.example/x',
  })
  expect(keepAttribution(config, visit('/auth/login?utm_source=mail'))).not.toBeNull()
  expect(keepAttribution({ appUrl: 'http://app.test' }, visit(affiliateLink))).not.toContain(
    'Secure',
  )
})

test.each<[string, string, Record<string, string>, string?]>([
  ['no words', '/auth/login?to=%2F', {}],
  ['only a page before', '/', { Referer: 'https://blog.example/' }],
  ['a login', affiliateLink, { Cookie: '__Host-token=x' }],
  ['Global Privacy Control', affiliateLink, { 'Sec-GPC': '1' }],
  ['an image on another website', affiliateLink, { Accept: 'image/webp,*/*' }],
  ['a frame on another website', affiliateLink, { 'Sec-Fetch-Dest': 'iframe' }],
  ['a form', affiliateLink, {}, 'POST'],
])('with %s nothing is kept', (_what, path, headers, method) => {
  expect(keepAttribution(config, visit(path, headers, method))).toBeNull()
})

test('a later link changes nothing but what is missing', () => {
  const first = cookieOf(keepAttribution(config, visit('/?utm_source=mail')))
  const again = keepAttribution(config, visit('/?utm_source=ads', { Cookie: first }))
  const affiliate = keepAttribution(config, visit(affiliateLink, { Cookie: first }))
  const other = { Cookie: cookieOf(affiliate) }

  expect(again).toBeNull()
  expect(keptIn(affiliate)).toEqual({ affiliate_token: 'ann', utm_source: 'mail' })
  expect(keepAttribution(config, visit('/?affiliate=bob', other))).toBeNull()
})

test('the longest words fit in a cookie, the affiliate first', () => {
  const long = encodeURIComponent('茶'.repeat(300))
  const words = ['source', 'medium', 'campaign', 'content', 'term'].map((w) => `utm_${w}=${long}`)
  const set = keepAttribution(config, visit(`/?${words.join('&')}&affiliate=ann`))

  expect(set?.length).toBeLessThan(3500)
  expect(keptIn(set)).toMatchObject({ affiliate_token: 'ann', utm_source: '茶'.repeat(255) })
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  '',
  '__Host-attribution=',
  '__Host-attribution=%%%',
  `__Host-attribution=${encoded('text')}`,
  `__Host-attribution=${encoded({ is_admin: '1' })}`,
  `__Host-attribution=${encoded({ utm_source: 5 })}`,
  `__Host-attribution=${encoded({ utm_source: 'x'.repeat(5000) })}`,
  `__Host-attribution=${encoded({ utm_source: 'a' })}; __Host-attribution=${encoded({ utm_source: 'b' })}`,
])('nothing is read from a cookie that isn’t ours (%#)', (cookie) => {
  expect(attributionCookie.read(config, visit('/', { Cookie: cookie }))).toBeNull()
})
