import { expect, test } from 'vitest'
import { languageCookie, readLanguage } from './language-cookie.server.ts'

const asking = (cookie: string) =>
  readLanguage(
    { appUrl: 'http://app.test' },
    new Request('http://app.test/', { headers: { cookie } }),
  )

test('the cookie is the one of the specification (section 9)', () => {
  expect(languageCookie({ appUrl: 'https://app.test' }, 'en')).toBe(
    '__Host-language=en; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
  )
  expect(languageCookie({ appUrl: 'http://app.test' }, 'en')).not.toContain('Secure')
})

test.each(['', 'language=', 'language=xx', 'language="><script>', 'other=en'])(
  'without a language of ours (%j) the screens speak English',
  (cookie) => {
    expect(asking(cookie)).toBe('en')
  },
)
