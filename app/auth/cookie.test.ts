import { expect, test } from 'vitest'
import { endedSessionCookie, readSessionToken, sessionCookie } from './cookie.server.ts'

const at = (appUrl: string) => ({ appUrl })
const request = (cookie: string) => new Request('http://localhost/', { headers: { cookie } })

test('the token lives 365 days on every path, out of reach of scripts and of other sites', () => {
  expect(sessionCookie(at('http://localhost:3000'), 'abc')).toBe(
    'token=abc; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict',
  )
})

test('on https it travels over https alone, and only this host can set it', () => {
  expect(sessionCookie(at('https://app.example'), 'abc')).toBe(
    '__Host-token=abc; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
})

test.each([
  ['__Host-token=abc', 'abc'],
  ['theme=light; __Host-token=abc; token=planted', 'abc'],
  ['token=planted', null],
  ['__Host-token=', null],
  ['__Host-token=abc; __Host-token=def', null],
])('on https, the header "%s" has the token %s', (cookie, token) => {
  expect(readSessionToken(at('https://app.example'), request(cookie))).toBe(token)
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
  ['__Host-token=abc', null],
  ['token=', null],
  ['token=abc; token=def', null],
  ['', null],
])('the header "%s" has the token %s', (cookie, token) => {
  expect(readSessionToken(at('http://localhost:3000'), request(cookie))).toBe(token)
})
