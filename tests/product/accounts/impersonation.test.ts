/** Impersonation by staff, over HTTP (docs/threats.md T06). */
import { asc, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, staffActs, twoFactors, users } from '#app/db/schema/index.ts'
import { endOtherDevices } from '#app/domain/accounts/login/devices.server.ts'
import { sweepImpersonations } from '#app/domain/accounts/staff/impersonation-end.server.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const minute = 60_000
const reason = 'Ticket 12: the nudges do not show'

/** Staff, a shop's owner, and a browser that keeps the cookies of responses. */
async function createStory() {
  const world = await createWorld()
  const site = await world.site()
  const staff = await world.confirmedStaff({ name: 'Sam Staff' })
  const { fetch } = await world.serve()
  return { world, site, owner: site.owner, staff, browser: browserOf(fetch, staff) }
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

function browserOf(fetch: Fetch, { cookie: first }: TestUser) {
  let cookie = first
  const ask = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(path, {
      headers: { Cookie: cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    const set = /^token=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[0]
    if (set !== undefined) cookie = set
    return response
  }
  return {
    ask,
    cookie: () => cookie,
    start: (user: number, why = reason) =>
      ask('/api/impersonation', { intent: 'start', user: String(user), reason: why }),
    stop: () => ask('/api/impersonation', { intent: 'stop' }),
    whoAmI: async () => {
      const answer = (await (await ask('/api/user')).json()) as { user?: { id: number } }
      return answer.user?.id ?? null
    },
  }
}

const actsOf = ({ services }: World) =>
  services.db.system
    .select({
      staffId: staffActs.staffId,
      userId: staffActs.userId,
      act: staffActs.act,
      reason: staffActs.reason,
      address: staffActs.address,
    })
    .from(staffActs)
    .orderBy(asc(staffActs.id))

/** All recorded ends. */
const endsOf = ({ services }: World) =>
  services.db.system
    .select({
      act: staffActs.act,
      staffId: staffActs.staffId,
      userId: staffActs.userId,
      createdAt: staffActs.createdAt,
    })
    .from(staffActs)
    .where(ne(staffActs.act, 'impersonation.started'))

test('staff see another person’s screens under a new token, and their own again afterwards', async () => {
  const { world, owner, staff, browser } = await createStory()
  const before = browser.cookie()

  expect((await browser.start(owner.id)).status).toBe(200)

  const during = browser.cookie()
  expect(during).not.toBe(before)
  expect(await browser.whoAmI()).toBe(owner.id)
  const page = await (await browser.ask('/')).text()
  expect(page).toContain('you’re impersonating')
  expect(page).toContain('60 minutes')
  expect((await browser.stop()).status).toBe(200)
  expect(browser.cookie()).not.toBe(during)
  expect(await browser.whoAmI()).toBe(staff.id)

  const address = '127.0.0.1'
  expect(await actsOf(world)).toEqual([
    { staffId: staff.id, userId: owner.id, act: 'impersonation.started', reason, address },
    { staffId: staff.id, userId: owner.id, act: 'impersonation.ended', reason: null, address },
  ])
})

test('the tokens of before and of during work no longer', async () => {
  const { owner, staff, browser, world } = await createStory()
  const { fetch } = await world.serve()
  const statusOf = async (cookie: string) =>
    (await fetch('/api/user', { headers: { Cookie: cookie } })).status

  await browser.start(owner.id)
  const during = browser.cookie()
  expect(await statusOf(staff.cookie)).toBe(401)
  await browser.stop()

  expect(await statusOf(during)).toBe(401)
  expect(await statusOf(browser.cookie())).toBe(200)
})

test('impersonation ends automatically after an hour', async () => {
  const { world, owner, staff, browser } = await createStory()
  await browser.start(owner.id)

  world.clock.advance(60 * minute - 1)
  expect(await browser.whoAmI()).toBe(owner.id)
  world.clock.advance(1)

  expect(await browser.whoAmI()).toBe(staff.id)
  expect((await browser.stop()).status).toBe(409)
  expect((await browser.start(owner.id)).status).toBe(200)
})

test('an automatic end is recorded once, with the time it was due', async () => {
  const { world, owner, staff, browser } = await createStory()
  await browser.start(owner.id)
  const over = new Date(world.clock.now().getTime() + 60 * minute)
  world.clock.advance(75 * minute)

  await Promise.all([browser.whoAmI(), browser.whoAmI(), sweepImpersonations(world.services)])
  await sweepImpersonations(world.services)

  expect(await endsOf(world)).toEqual([
    { act: 'impersonation.expired', staffId: staff.id, userId: owner.id, createdAt: over },
  ])
})

test('a sweep ends an expired impersonation without a request', async () => {
  const { world, owner, staff, browser } = await createStory()
  await browser.start(owner.id)
  const over = new Date(world.clock.now().getTime() + 60 * minute)

  world.clock.advance(60 * minute - 1)
  await sweepImpersonations(world.services)
  expect(await endsOf(world)).toEqual([])
  world.clock.advance(1)
  await sweepImpersonations(world.services)

  expect(await endsOf(world)).toEqual([
    { act: 'impersonation.expired', staffId: staff.id, userId: owner.id, createdAt: over },
  ])
  expect(await browser.whoAmI()).toBe(staff.id)
})

test('stopping without a start, and starting twice, are conflicts', async () => {
  const { world, owner, browser } = await createStory()
  const other = await world.user()

  expect((await browser.stop()).status).toBe(409)
  await browser.start(owner.id)
  const again = await browser.start(other.id)

  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ message: 'You’re already impersonating a user.' })
  expect(await browser.whoAmI()).toBe(owner.id)
})

test('staff can’t impersonate staff, an unknown person, or anyone without a reason', async () => {
  const { world, owner, browser } = await createStory()
  const colleague = await world.user({ isStaff: true })

  expect((await browser.start(colleague.id)).status).toBe(403)
  expect((await browser.start(999_999)).status).toBe(404)
  expect((await browser.start(owner.id, ' ')).status).toBe(422)

  const refused = await world.services.db.system
    .select({ userId: staffActs.userId, outcome: staffActs.outcome, refusal: staffActs.refusal })
    .from(staffActs)
    .orderBy(asc(staffActs.id))
  expect(refused).toEqual([
    {
      userId: colleague.id,
      outcome: 'refused',
      refusal: 'Staff accounts can’t be impersonated.',
    },
    { userId: null, outcome: 'refused', refusal: 'User 999999 not found.' },
  ])
})

test('for whoever is not staff the address does not exist', async () => {
  const { world, owner, staff } = await createStory()
  const { fetch } = await world.serve()
  const browser = browserOf(fetch, owner)

  expect((await browser.start(staff.id)).status).toBe(404)
  expect((await browser.stop()).status).toBe(404)
})

test('staff have a second factor, and gave it within two hours', async () => {
  const { world, owner, staff, browser } = await createStory()
  const { db, now } = world.services
  const at = now()
  const give = (ago: number) =>
    db.system
      .update(sessions)
      .set({ secondFactorAt: new Date(at.getTime() - ago) })
      .where(eq(sessions.userId, staff.id))

  await give(121 * minute)
  const late = await browser.start(owner.id)
  expect([late.status, await late.text()]).toEqual([
    422,
    expect.stringContaining('enter a fresh code') as string,
  ])
  await give(119 * minute)
  expect((await browser.start(owner.id)).status).toBe(200)
  await browser.stop()
  await db.system.delete(twoFactors).where(eq(twoFactors.userId, staff.id))

  expect((await browser.start(owner.id)).status).toBe(403)
})

test('a person removed from staff is immediately logged in as themselves', async () => {
  const { world, owner, staff, browser } = await createStory()
  await browser.start(owner.id)

  await world.services.db.system.update(users).set({ isStaff: false }).where(eq(users.id, staff.id))

  expect(await browser.whoAmI()).toBe(staff.id)
  expect(await endsOf(world)).toMatchObject([{ act: 'impersonation.cut-off', userId: owner.id }])
})

test('impersonation ends with the staff session and is recorded', async () => {
  const { world, owner, staff, browser } = await createStory()
  await browser.start(owner.id)

  await endOtherDevices(world.services, { id: staff.id, frameSessionId: null }, '')

  expect(await browser.whoAmI()).toBeNull()
  expect(await endsOf(world)).toMatchObject([
    { act: 'impersonation.cut-off', staffId: staff.id, userId: owner.id },
  ])
})

test('logging out ends both, and is on record', async () => {
  const { world, owner, staff, browser } = await createStory()
  await browser.start(owner.id)
  const during = browser.cookie()

  expect((await browser.ask('/api/logout', {})).status).toBe(200)

  const left = await world.services.db.system
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, staff.id))
  expect(left).toEqual([])
  expect((await actsOf(world)).map(({ act }) => act)).toEqual([
    'impersonation.started',
    'impersonation.logged-out',
  ])
  const { fetch } = await world.serve()
  expect((await fetch('/api/user', { headers: { Cookie: during } })).status).toBe(401)
})

/** Credentials, payment, deletion and export. */
const forbidden: [string, Record<string, string>][] = [
  ['/account/general', { intent: 'email', email: 'new@shop.example', emailPassword: 'x' }],
  ['/account/general', { intent: 'password', currentPassword: 'x', newPassword: 'another horse' }],
  ['/account/devices', { intent: 'end-others' }],
  ['/account/phone', { country: 'PT', phone: '912345678' }],
  ['/account/security', { intent: 'turn-off', password: 'x' }],
  ['/account/security/app', { intent: 'start', password: 'x' }],
  ['/account/security/phone', { intent: 'start', password: 'x' }],
  ['/account/security/new-passkey', { intent: 'ask', password: 'x', passkeyName: 'Key' }],
  ['/account/security/passkeys', { intent: 'remove', id: '1' }],
  ['/account/privacy', { intent: 'delete', password: 'x' }],
  ['/account/export', { password: 'x' }],
  ['/onboarding/token', {}],
  ['/settings/teams/:team/ownership', { intent: 'delete', name: 'x' }],
]

test.each(forbidden)('impersonation refuses %s with %j and says why', async (address, form) => {
  const { owner, site, browser } = await createStory()
  await browser.start(owner.id)

  const path = address.replace(':team', String(site.team.scope.teamId))
  const response = await browser.ask(`${path}.data`, form)

  expect(response.status).toBe(403)
  expect(await response.text()).toContain('You can’t do this while impersonating a user.')
})

test('the log names both', async () => {
  const { world, owner, staff, browser } = await createStory()
  await browser.start(owner.id)

  await browser.ask('/account/general')

  expect(world.logged).toContainEqual(
    expect.objectContaining({ msg: 'asked by staff', userId: owner.id, staffId: staff.id }),
  )
})
