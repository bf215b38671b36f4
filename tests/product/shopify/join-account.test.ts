/** A shop joins an account that its staff member has: proved on both sides, and asked once. */
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { shopJoins, teamMembers, teams, twoFactors, users } from '#app/db/schema/index.ts'
import { createJoinToken } from '#app/domain/shops/join-links.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { DoubleStaff } from '#workshop/doubles/shopify-server.ts'
import { createShopifyWorld, frameQuery, linen } from '../../support/shopify/shopify-world.ts'

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

async function createMerchant(changed: Partial<DoubleStaff> = {}) {
  const world = await createShopifyWorld()
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  Object.assign(world.owner, changed)
  const person = await world.user({ name: 'Olive Login', email: 'olive@linen.example' })
  const { fetch } = await world.serve()
  type Sent = Pick<RequestInit, 'method' | 'body'> & { headers?: Record<string, string> }
  const ask = async (path: string, { headers, ...init }: Sent = {}) => {
    const response = await fetch(path, { ...init, headers: { ...browser, ...headers } })
    return { response, status: response.status, text: await response.text() }
  }
  const home = () => ask(world.documentOf('/', world.owner))
  const answer = (intent: string) =>
    ask('/shopify/join', {
      method: 'POST',
      headers: world.bearerOf(world.owner),
      body: new URLSearchParams({ intent }),
    })
  const link = async () => {
    const { text } = await answer('connect')
    return new URL((JSON.parse(text) as { url: string }).url).pathname
  }
  const confirm = (path: string, { cookie, password: joinPassword } = person) =>
    ask(path, {
      method: 'POST',
      headers: { Cookie: cookie },
      body: new URLSearchParams({ joinPassword }),
    })
  const visit = () => visitShop(world.services, { token: world.tokenOf(world.owner), shop: linen })
  return { world, person, ask, home, answer, link, confirm, visit }
}

const question = 'There’s an account with'

test('a merchant with an account is asked, logs in to it, and has the shop there', async () => {
  const { world, person, ask, home, link, confirm, visit } = await createMerchant()
  expect((await home()).text).toContain(question)
  const path = await link()

  const stranger = await ask(path)
  expect([stranger.status, stranger.response.headers.get('location')]).toEqual([
    302,
    `/auth/login?to=${encodeURIComponent(path)}`,
  ])
  const page = await ask(path, { headers: { Cookie: person.cookie } })
  expect(page.text).toContain('Connect Linen &amp; Co to your account?')
  expect(page.text).toContain('will be logged in as you there')
  const send = vi.spyOn(world.services.jobs, 'send')
  const done = await confirm(path)
  // The person who made the link can do what the account can, so its owner gets an email.
  const connected = { userId: person.id, event: 'shop-connected' }
  expect(send.mock.calls.map(([, data]) => data)).toContainEqual(expect.objectContaining(connected))

  expect([done.status, done.response.headers.get('location')]).toEqual([
    302,
    `${world.shopify.url}/store/linen/apps/footfall`,
  ])
  const visited = await visit()
  expect(visited).toMatchObject({ account: { id: person.id, name: 'Olive Login' } })
  const { system } = world.services.db
  expect(await system.$count(users)).toBe(1)
  expect(await system.select().from(teams)).toMatchObject([{ ownerId: person.id }])
  expect(await system.select().from(teamMembers)).toMatchObject([
    { userId: person.id, role: 'owner' },
  ])
  // With the login, outside of Shopify, it is there as well.
  const outside = await ask('/', { headers: { Cookie: person.cookie } })
  expect(outside.text).toContain('Linen &amp; Co')
  expect((await home()).text).not.toContain(question)
})

test('a link works once, and for ten minutes', async () => {
  const { world, link, confirm } = await createMerchant()
  const used = await link()
  const late = await link()

  // The newer link replaces the older one.
  expect((await confirm(used)).status).toBe(404)
  world.clock.advance(11 * minuteMillis)
  expect((await confirm(late)).status).toBe(404)
  const fresh = await link()
  expect(
    (await Promise.all([confirm(fresh), confirm(fresh)])).map(({ status }) => status).sort(),
  ).toEqual([302, 404])
  expect((await confirm(fresh)).status).toBe(404)
})

test('nothing joins without the link, and nothing without the login', async () => {
  const { world, ask, link, confirm, visit } = await createMerchant()
  const path = await link()
  const inFrame = frameQuery(linen, { origin: world.shopify.url })

  expect((await confirm('/shopify/join/a-guess')).status).toBe(404)
  // The session of the frame is not the account's login.
  const framed = await ask(`${path}?${inFrame}`, {
    method: 'POST',
    headers: world.bearerOf(world.owner),
    body: new URLSearchParams(),
  })
  expect(framed.status).toBe(403)
  const cookieless = await ask(path, { method: 'POST', body: new URLSearchParams() })
  expect(cookieless.response.headers.get('location')).toMatch(/^\/auth\/login/)
  expect(await visit()).toMatchObject({ account: { name: 'Olive Owner' } })
})

test('a running session doesn’t accept a link without the account’s password', async () => {
  const { world, person, link, confirm, visit } = await createMerchant()
  const path = await link()

  const missing = await confirm(path, { ...person, password: '' })
  expect([missing.status, missing.text]).toEqual([
    422,
    expect.stringContaining('Enter your password.'),
  ])
  const wrong = await confirm(path, { ...person, password: 'a guess' })
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining('That’s not your current password.'),
  ])
  expect(await visit()).toMatchObject({ account: { name: 'Olive Owner' } })
  // A refused answer doesn't use the link up.
  expect((await confirm(path)).status).toBe(302)
  expect(await visit()).toMatchObject({ account: { id: person.id } })
  expect(await world.services.db.system.$count(shopJoins)).toBe(0)
})

test('with a second factor, the link takes a recent one as well', async () => {
  const { world, person, link, confirm, visit } = await createMerchant()
  await world.services.db.system.insert(twoFactors).values({
    userId: person.id,
    method: 'phone',
    createdAt: world.clock.now(),
    confirmedAt: world.clock.now(),
  })

  const refused = await confirm(await link())

  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Confirm it’s you: enter a fresh code.'),
  ])
  expect(await visit()).toMatchObject({ account: { name: 'Olive Owner' } })
})

test('any account may be the one, whatever its address', async () => {
  const { world, link, confirm, visit } = await createMerchant()
  const other = await world.user({ email: 'other@elsewhere.example' })

  await confirm(await link(), other)

  expect(await visit()).toMatchObject({ account: { id: other.id } })
})

test('who answers no is not asked again', async () => {
  const { home, answer } = await createMerchant()
  expect((await home()).text).toContain(question)

  expect((await answer('decline')).status).toBe(200)

  expect((await home()).text).not.toContain(question)
})

test('an address that Shopify didn’t confirm reveals no account', async () => {
  const { home } = await createMerchant({ email_verified: false })

  expect((await home()).text).not.toContain(question)
})

test('someone without an account elsewhere is not asked', async () => {
  const { world, home } = await createMerchant({ email: 'new@linen.example' })

  expect((await home()).text).not.toContain(question)
  expect(await world.services.db.system.$count(shopJoins)).toBe(0)
})

test('a joined account joins nothing again', async () => {
  const { world, link, confirm, visit } = await createMerchant()
  await confirm(await link())
  const visited = await visit()
  if (!('account' in visited)) throw new Error(visited.refused)

  await expect(createJoinToken(world.services, visited.account)).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('a member of the organization keeps the higher of both roles', async () => {
  const { world, person, visit, link, confirm } = await createMerchant()
  const visited = await visit()
  if (!('account' in visited)) throw new Error(visited.refused)
  const teamId = visited.account.currentTeamId ?? 0
  await world.services.db.system.insert(teamMembers).values({
    teamId,
    userId: person.id,
    role: 'analyst',
    createdAt: world.services.now(),
  })

  await confirm(await link())

  const rows = await world.services.db.system
    .select({ userId: teamMembers.userId, role: teamMembers.role })
    .from(teamMembers)
    .where(eq(teamMembers.teamId, teamId))
  expect(rows).toEqual([{ userId: person.id, role: 'owner' }])
})
