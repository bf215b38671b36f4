/** Someone registers with a stranger's address and waits until its owner has something to reach. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { expect, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import {
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendSecurityEmail,
  sendVerificationEmail,
} from '#app/jobs/account-emails.server.ts'
import { sendInvitationEmail } from '#app/jobs/team-emails.server.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { createMailWorld } from '../../support/email-world.ts'

const queued = [
  sendInvitationEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendSecurityEmail,
  sendVerificationEmail,
]
const victim = 'victim@shop.example'
const origin = 'http://footfall.test'

/** A browser of one person, over HTTP. It keeps its cookies. */
function createBrowser(fetch: (path: string, init?: RequestInit) => Promise<Response>) {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const response = await fetch(path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  return {
    get: (path: string) => ask(path),
    post: (path: string, form: Record<string, string>) =>
      ask(path, { method: 'POST', body: new URLSearchParams(form) }),
  }
}

/** The options of a challenge, in whatever a screen's data looks like on its way. */
function readChallenge(text: string): string {
  const found = /"challenge","([\w-]+)"/.exec(text.replaceAll('\\"', '"'))?.[1]
  if (found === undefined) throw new Error('No challenge.')
  return found
}

const textOf = (emails: readonly { text: string }[]) => emails.map(({ text }) => text).join('\n')

test('a passkey from before its owner took the account over opens nothing', async () => {
  const world = await createMailWorld(queued)
  const inviting = await world.team()
  const { fetch } = await world.serve()
  const [stranger, owner] = [createBrowser(fetch), createBrowser(fetch)]
  const password = 'the stranger’s horse'
  await stranger.post('/auth/register', { name: 'S', email: victim, password, terms: 'on' })
  await world.mailsNow(1)

  // Refused today, but an account from before that rule can have one.
  const ask = { intent: 'ask', passkeyName: 'Key', passkeyPassword: password }
  expect(await stranger.post('/account/security/new-passkey.data', ask)).toMatchObject({
    status: 403,
  })
  const { system } = world.services.db
  await system.update(users).set({ emailVerifiedAt: world.clock.now() })
  const asked = await stranger.post('/account/security/new-passkey.data', ask)
  const authenticator = createAuthenticator()
  const creation = {
    challenge: readChallenge(asked.text),
    rp: { id: 'footfall.test' },
    user: { id: '' },
  } as PublicKeyCredentialCreationOptionsJSON
  const made = {
    intent: 'add',
    passkeyName: 'Key',
    answer: authenticator.create(creation, { origin }),
  }
  expect(await stranger.post('/account/security/new-passkey.data', made)).toMatchObject({
    status: 200,
  })
  await system.update(users).set({ emailVerifiedAt: null })

  const members = `/settings/teams/${String(inviting.scope.teamId)}/members`
  const invitation = { intent: 'invite', email: victim, role: 'admin', access: 'all' }
  const headers = { Cookie: inviting.owner.cookie }
  await system.update(users).set({ emailVerifiedAt: world.clock.now() })
  await fetch(members, { method: 'POST', headers, body: new URLSearchParams(invitation) })
  await system.update(users).set({ emailVerifiedAt: null })
  // After the welcome and the notice of the passkey.
  const token = /invitation=(\S+)/.exec(textOf(await world.mailsNow(3)))?.[1] ?? ''

  await owner.post('/auth/forgot', { email: victim })
  const reset = /footfall\.test(\/auth\/reset\/\S+)/.exec(textOf(await world.mailsNow(4)))
  const mine = 'the owner’s own battery'
  expect(await owner.post(reset?.[1] ?? '', { password: mine })).toMatchObject({ status: 302 })
  await owner.post('/auth/login', { email: victim, password: mine })
  expect(await owner.post(`/invitations/${token}`, { intent: 'accept' })).toMatchObject({
    status: 302,
  })
  expect((await owner.get('/api/user')).text).toContain('"role":"admin"')

  const login = await stranger.post('/auth/passkey.data', { intent: 'ask' })
  const request = {
    challenge: readChallenge(login.text),
    rpId: 'footfall.test',
  } as PublicKeyCredentialRequestOptionsJSON
  const answer = authenticator.get(request, { origin })
  const refused = await stranger.post('/auth/passkey.data', { intent: 'answer', answer })
  expect(refused).toMatchObject({ status: 422 })
  expect(await stranger.get('/api/user')).toMatchObject({ status: 401 })
  const old = await stranger.post('/auth/login', { email: victim, password })
  expect(old).toMatchObject({ status: 422 })
})
