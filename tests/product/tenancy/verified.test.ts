/** Permissions of people who haven't confirmed their email address. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import { requireVerified } from '#app/auth/guards.server.ts'
import { sendInvitationEmail } from '#app/jobs/team-emails.server.ts'
import { createMailWorld } from '../../support/email-world.ts'

const sentence = 'Confirm your email address first. We sent you a link.'

test('the guard admits people who confirmed their address, and says what to do to others', () => {
  expect(() => {
    requireVerified({ isVerified: true })
  }).not.toThrow()
  expect(() => {
    requireVerified({ isVerified: false })
  }).toThrow(expect.objectContaining({ code: 'forbidden', message: sentence }))
})

async function createUnverified() {
  const world = await createMailWorld([sendInvitationEmail])
  const site = await world.site()
  const { owner, team } = site
  const setVerified = (emailVerifiedAt: Date | null) =>
    world.services.db.system.update(users).set({ emailVerifiedAt }).where(eq(users.id, owner.id))
  await setVerified(null)
  const { fetch } = await world.serve()
  const send = async (path: string, form: Record<string, string>) => {
    const headers = { Cookie: owner.cookie }
    const response = await fetch(path, { method: 'POST', headers, body: new URLSearchParams(form) })
    return { status: response.status, text: await response.text() }
  }
  const read = async (path: string) =>
    (await fetch(path, { headers: { Cookie: owner.cookie } })).text()
  const members = `/settings/teams/${String(team.scope.teamId)}/members`
  return { world, setVerified, send, read, members }
}

const token = { name: 'Till', site: '', lifetime: '90', abilities: 'sites:read' }
const invitation = { intent: 'invite', email: 'bob@shop.example', role: 'editor', access: 'all' }

test('without a confirmed address no one is invited and no token is created', async () => {
  const { world, setVerified, send, read, members } = await createUnverified()

  const refused = [await send(members, invitation), await send('/account/api-tokens', token)]

  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  for (const { text } of refused) expect(text).toContain(sentence)
  expect(await read(members)).toContain('Confirm your email address to invite members.')
  expect(await read('/account/api-tokens')).toContain(
    'Confirm your email address to create tokens.',
  )

  await setVerified(world.services.now())
  const accepted = [await send(members, invitation), await send('/account/api-tokens', token)]

  expect(accepted.map(({ status }) => status)).toEqual([200, 200])
  expect(await read(members)).toContain('Send invitation')
})

test('onboarding goes on without it, with its token for purchases', async () => {
  const { send, read } = await createUnverified()

  const issued = await send('/onboarding/token', {})

  expect(issued.status).toBe(200)
  expect(JSON.parse(issued.text)).toMatchObject({ token: expect.stringMatching(/^nk_/) as string })
  expect(await read('/onboarding')).not.toContain(sentence)
})

test('without a confirmed address nothing is added that logs in', async () => {
  const { world, setVerified, send, read } = await createUnverified()
  const security = '/account/security'
  const password = 'correct horse battery'
  const start = { intent: 'start', password }
  const ask = { intent: 'ask', passkeyName: 'Laptop', passkeyPassword: password }
  const attempts = [
    await send(`${security}/new-passkey.data`, ask),
    await send(`${security}/new-passkey.data`, { ...ask, intent: 'add', answer: '{}' }),
    await send(`${security}/app`, start),
    await send(`${security}/app`, { intent: 'confirm', code: '123456' }),
    await send(`${security}/phone`, start),
    await send(`${security}/phone`, { intent: 'confirm', code: '123456' }),
  ]

  expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  for (const { text } of attempts) expect(text).toContain(sentence)
  expect(await read(security)).toContain('Confirm your email address to add passkeys.')
  expect(await read(security)).toContain('Confirm your email address to turn it on.')
  for (const screen of ['app', 'phone']) {
    expect(await read(`${security}/${screen}`)).toContain(
      'Confirm your email address to turn on two-factor authentication.',
    )
  }

  await setVerified(world.services.now())

  expect(await send(`${security}/new-passkey.data`, ask)).toMatchObject({ status: 200 })
  expect(await send(`${security}/app`, start)).toMatchObject({ status: 200 })
  expect(await read(security)).toContain('Add a passkey')
})
