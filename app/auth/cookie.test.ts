import { expect, test } from 'vitest'
import { endedSessionCookie, readSessionToken, sessionCookie } from './cookie.server.ts'

const at = (appUrl: string) => ({ appUrl })
const request = (cookie: string) => new Request('http://localhost/', { headers: { cookie } })

test('the token lives 365 days on every path, out of reach of scripts and of other sites', () => {
  expect(sessionCookie(at('http://localhost:3000'), 'abc')).toBe(
    'token=abc; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict',
  )
})

test('on https it travels over https alone', () => {
  expect(sessionCookie(at('https://app.example'), 'abc')).toMatch(/; Secure$/)
})

test('logging out takes the same cookie back', () => {
  expect(endedSessionCookie(at('http://localhost:3000'))).toBe(
    'token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  )
})

test.each([
  ['token=abc', 'abc'],
  ['theme=light; token=abc; language=en', 'abc'],
  ['mytoken=abc', null],
  ['token=', null],
  ['token=abc; token=def', null],
  ['', null],
])('the header "%s" has the token %s', (cookie, token) => {
  expect(readSessionToken(request(cookie))).toBe(token)
})
