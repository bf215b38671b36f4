/** Links with a campaign or an affiliate, from the first page to the registered person. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import { saveAttribution } from '#app/domain/accounts/login/credentials.server.ts'
import { sendVerificationEmail } from '#app/jobs/account-emails.server.ts'
import { sendInvitationEmail } from '#app/jobs/team-emails.server.ts'
import { action as invite } from '#app/routes/settings/members.tsx'
import { createMailWorld } from '../../support/email-world.ts'
import type { Served } from '../../support/serve.ts'
import type { World } from '../../support/world.ts'

const password = 'correct horse battery'
const html = { Accept: 'text/html' }

const createRegisterWorld = () => createMailWorld([sendVerificationEmail, sendInvitationEmail])

/** A browser without an account, which keeps the cookies that it gets. */
function openBrowser({ fetch }: Served) {
  const cookies = new Map<string, string>()
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const headers = () => ({
    ...html,
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  return {
    cookies,
    open: async (path: string) => keep(await fetch(path, { headers: headers() })),
    send: async (path: string, form: Record<string, string>) =>
      keep(
        await fetch(path, { method: 'POST', headers: headers(), body: new URLSearchParams(form) }),
      ),
  }
}

const register = (
  browser: ReturnType<typeof openBrowser>,
  email: string,
  path = '/auth/register',
) => browser.send(path, { name: 'Ann', email, password, terms: 'on' })

async function attributionOf({ services }: World, email: string) {
  const [row] = await services.db.system
    .select({ id: users.id, attribution: users.attribution })
    .from(users)
    .where(eq(users.email, email))
  return row
}

test('an affiliate’s link leads to registration, and the person is remembered as referred', async () => {
  const world = await createRegisterWorld()
  const browser = openBrowser(await world.serve())

  const landing = await browser.open('/?affiliate=ann%26b&utm_source=nudge')
  await browser.open('/auth/login')
  await browser.open('/auth/forgot?utm_source=later')
  const registered = await register(browser, 'new@shop.example')

  expect(landing.status).toBe(302)
  expect(landing.headers.get('Location')).toBe('/auth/register?utm_source=nudge&affiliate=ann%26b')
  expect(registered.headers.get('Location')).toBe('/onboarding')
  expect((await attributionOf(world, 'new@shop.example'))?.attribution).toEqual({
    affiliate_token: 'ann&b',
    utm_source: 'nudge',
  })
  expect([...browser.cookies.keys()]).toEqual(['token'])
})

test('a campaign counts from the first page, whichever it is, missing ones included', async () => {
  const world = await createRegisterWorld()
  const browser = openBrowser(await world.serve())

  expect((await browser.open('/no/such/page?utm_campaign=spring')).status).toBe(404)
  await register(browser, 'new@shop.example')

  expect((await attributionOf(world, 'new@shop.example'))?.attribution).toEqual({
    utm_campaign: 'spring',
  })
})

test('people who are logged in are led home, and keep nothing', async () => {
  const world = await createRegisterWorld()
  const { fetch } = await world.serve()
  const { owner } = await world.site()

  const answer = await fetch('/?affiliate=ann', { headers: { ...html, Cookie: owner.cookie } })

  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('a login isn’t a new person, so the browser’s stored referral is dropped', async () => {
  const world = await createRegisterWorld()
  const browser = openBrowser(await world.serve())
  const { email, password: known } = await world.user()

  await browser.open('/?affiliate=ann')
  expect([...browser.cookies.keys()]).toEqual(['attribution'])
  await browser.send('/auth/login', { email, password: known })

  expect([...browser.cookies.keys()]).toEqual(['token'])
  expect((await attributionOf(world, email))?.attribution).toEqual({})
})

test('a stored referral is never overwritten', async () => {
  const world = await createRegisterWorld()
  const browser = openBrowser(await world.serve())
  await browser.open('/?affiliate=ann')
  await register(browser, 'new@shop.example')
  const { id = 0 } = (await attributionOf(world, 'new@shop.example')) ?? {}

  await saveAttribution(world.services, id, { affiliate_token: 'bob' })

  expect((await attributionOf(world, 'new@shop.example'))?.attribution).toEqual({
    affiliate_token: 'ann',
  })
})

test.each([
  ['of the organization that invited', 'ann', { utm_source: 'nudge' }],
  ['of others', 'bob', { utm_source: 'nudge', affiliate_token: 'bob' }],
])('the token %s counts as it should', async (_whose, token, expected) => {
  const world = await createRegisterWorld()
  const served = await world.serve()
  const affiliateBranding = { enabled: true, token: 'ann' }
  const site = await world.site({ options: { affiliateBranding } })
  const form = { intent: 'invite', email: 'new@shop.example', role: 'editor', access: 'all' }
  const params = { id: String(site.team.scope.teamId) }
  await invite(world.visit('/settings/teams/1/members', { as: site.owner, params, form }))
  const [mail] = await world.mailsNow(1)
  const path = /\/auth\/register\?invitation=\S+/.exec(mail?.text ?? '')?.[0] ?? ''

  const browser = openBrowser(served)
  await browser.open(`/?affiliate=${token}&utm_source=nudge`)
  await register(browser, '', path)

  expect((await attributionOf(world, 'new@shop.example'))?.attribution).toEqual(expected)
})
