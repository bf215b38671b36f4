import { expect, test } from 'vitest'
import type { ProviderRequest } from '#app/lib/web/provider-client.server.ts'
import { HeldUp, Intercepted, TryLater } from '#app/lib/web/provider-errors.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import type { OAuth } from '../integration.ts'
import { approvalAddress, challengeOf, exchangeCode, newVerifier, refreshGrant } from './oauth.ts'

const oauth: OAuth = {
  authorizeUrl: 'https://service.example/authorize?access_type=offline',
  tokenUrl: 'https://api.service.example/token',
  scopes: ['read', 'hooks'],
  usesPkce: true,
  clientAuth: 'body',
  tokenBody: 'form',
}
const app = { id: 'id', secret: 'se:cret' }
const now = new Date('2026-06-30T12:00:00Z')
const code = { code: 'c', redirectUrl: 'https://footfall.test/back', verifier: 'v' }

/** Answers every request with the JSON, and keeps what was asked. */
function answering(json: unknown) {
  const asked: ProviderRequest[] = []
  const http = {
    request(request: ProviderRequest) {
      asked.push(request)
      return Promise.resolve(
        new ProviderReply({ status: 200, headers: {}, text: JSON.stringify(json) }),
      )
    },
  }
  return { asked, caller: { http, now, app, origin: (origin: string) => origin } }
}

test('the challenge is that of RFC 7636, appendix B', () => {
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
  // 43 to 128 letters.
  expect(newVerifier()).toMatch(/^[\w-]{43}$/)
  expect(newVerifier()).not.toBe(newVerifier())
})

test('the address keeps its own parameters, and names a challenge where there is a verifier', () => {
  const asking = { app, redirectUrl: code.redirectUrl, state: 's', verifier: 'v' }
  const page = new URL(approvalAddress(oauth, asking, (origin) => origin))

  expect(Object.fromEntries(page.searchParams)).toEqual({
    access_type: 'offline',
    response_type: 'code',
    client_id: 'id',
    redirect_uri: code.redirectUrl,
    state: 's',
    scope: 'read hooks',
    code_challenge: challengeOf('v'),
    code_challenge_method: 'S256',
  })
  const plain = { ...oauth, scopes: [] }
  const without = approvalAddress(plain, { ...asking, verifier: null }, () => 'http://double')
  expect(without).toMatch(/^http:\/\/double\/authorize\?/)
  expect(without).not.toMatch(/scope|code_challenge/)
})

test.each([
  ['body', 'form', { form: { client_id: 'id', client_secret: 'se:cret' } }],
  ['id', 'form', { form: { client_id: 'id' } }],
  ['secret', 'form', { form: { client_secret: 'se:cret' } }],
  // RFC 6749 2.3.1: encoded before they are joined.
  ['basic', 'json', { headers: { Authorization: `Basic ${btoa('id:se%3Acret')}` } }],
] as const)('the app is named in the %s', async (clientAuth, tokenBody, expected) => {
  const { asked, caller } = answering({ access_token: 'a' })

  await exchangeCode(caller, { ...oauth, clientAuth, tokenBody }, code)

  expect(asked).toMatchObject([{ method: 'POST', url: oauth.tokenUrl, ...expected }])
  const { form, json } = asked[0] ?? {}
  expect(form ?? json).toMatchObject({ grant_type: 'authorization_code', code_verifier: 'v' })
  const names = Object.keys((form ?? json) as object)
  expect(names.includes('client_secret')).toBe(clientAuth === 'body' || clientAuth === 'secret')
  expect(names.includes('redirect_uri')).toBe(clientAuth !== 'secret')
})

test.each([
  [{ access_token: 'a' }, null, null],
  [{ access_token: 'a', expires_in: 3600, refresh_token: 'r' }, 'r', 3600],
  [{ access_token: 'a', expires_in: '3600', refresh_token: null }, null, 3600],
  [{ access_token: 'a', expires_in: 'soon', token_type: 7 }, null, null],
])('%j is read', async (json, refreshToken, seconds) => {
  const { caller } = answering(json)

  expect(await refreshGrant(caller, oauth, 'old')).toEqual({
    accessToken: 'a',
    refreshToken,
    expiresAt: seconds === null ? null : new Date(now.getTime() + seconds * 1000),
    answer: expect.objectContaining({ access_token: 'a' }) as object,
  })
})

test.each([
  ['read hooks', true],
  ['hooks,read,more', true],
  ['', true],
  ['read', false],
])('where the scopes read and hooks are needed, "%s" is enough: %s', async (scope, isEnough) => {
  const { caller } = answering({ access_token: 'a', scope })

  const exchanged = exchangeCode(caller, oauth, code)

  if (isEnough) expect((await exchanged).accessToken).toBe('a')
  else await expect(exchanged).rejects.toThrow('leaves out')
})

test.each([
  ['a firewall’s page', new ProviderReply({ status: 403, headers: {}, text: '<html>' })],
  ['a redirect', null],
])('%s at the address for tokens passes, and advises the owner nothing', async (_what, reply) => {
  const failing = {
    request: () =>
      Promise.reject(new Intercepted({ sentence: 'Allow it.', by: 'page' }, now, reply)),
  }
  const { caller } = answering({})

  const failure = await refreshGrant({ ...caller, http: failing }, oauth, 'r').catch(
    (error: unknown) => error,
  )

  expect(failure).toBeInstanceOf(TryLater)
  expect(failure).not.toBeInstanceOf(HeldUp)
})
