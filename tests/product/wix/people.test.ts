/** People of sites in Wix: how they are found, and what they have without an address. */
import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teamMembers, teams, tenants, tenantStaff, users } from '#app/db/schema/index.ts'
import { eraseUser } from '#app/domain/lifecycle/erase-user.server.ts'
import { bearer, passIn } from '../../support/framed/framed-story.ts'
import { createWixFrame, someone, type WixFrame } from '../../support/wix/wix-frame.ts'

/** The account that a visit opens. */
async function accountOf(frame: WixFrame, id: string, person?: { personId: string }) {
  const { page } = await frame.enter(frame.wix.admin.query(id, person))
  const { token } = passIn(page)
  const { html } = await frame.ask('/api/user', bearer(token))
  const { user } = JSON.parse(html) as { user: { id: number; email: string; provider: string } }
  return { ...user, token }
}

const reasonOf = async (frame: WixFrame, query: string) =>
  (await frame.enter(query)).first.location?.searchParams.get('reason')

test('people are found by Wix’ ID of them, also after they changed their address', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()
  const first = await accountOf(frame, id)
  expect(first.provider).toBe('wix')
  await services.db.system
    .update(users)
    .set({ email: 'ines@linen.example' })
    .where(eq(users.id, first.id))

  expect((await accountOf(frame, id)).id).toBe(first.id)
})

test('an address that the product invented is shown nowhere, and no one is asked to confirm it', async () => {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()
  const { token, email } = await accountOf(frame, id)
  await accountOf(frame, id, someone())
  expect(email).toBe('')
  const link = await frame.linked(id)
  const team = `/settings/teams/${String(link?.teamId)}`

  for (const path of [
    '/account/general',
    '/account/privacy',
    '/account/notifications',
    '/support',
    '/statistics/reports',
    `${team}/members`,
    `${team}/ownership`,
  ]) {
    const page = await frame.ask(path, bearer(token))
    expect([path, page.status]).toEqual([path, 200])
    expect([path, page.html.includes('.invalid')]).toEqual([path, false])
    expect(page.html).not.toContain('We sent a link to')
    expect(page.html).toContain('Add your email address')
  }
})

test('former people of a deleted organization are new to the next one, not refused', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()
  const colleague = someone()
  const before = await accountOf(frame, id)
  await accountOf(frame, id, colleague)
  const link = await frame.linked(id)
  await services.db.system.delete(teams).where(eq(teams.id, link?.teamId ?? 0))

  const after = await accountOf(frame, id)
  expect(after.id).not.toBe(before.id)
  expect((await accountOf(frame, id, colleague)).id).toBeGreaterThan(after.id)
  const again = await frame.linked(id)
  const isOfTeam = eq(teamMembers.teamId, again?.teamId ?? 0)
  expect(await services.db.system.$count(teamMembers, isOfTeam)).toBe(2)
})

test('who erases their account comes back with the least rights, and not at all once removed', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { system } = services.db
  const { id } = wix.install()
  const colleague = someone()
  await accountOf(frame, id)
  await eraseUser(services, (await accountOf(frame, id, colleague)).id)

  const back = await accountOf(frame, id, colleague)
  const ofBack = eq(teamMembers.userId, back.id)
  expect(await system.select().from(teamMembers).where(ofBack)).toMatchObject([
    { role: 'analyst', seesAllSites: false },
  ])
  await system.delete(teamMembers).where(ofBack)
  await eraseUser(services, back.id)
  expect(await reasonOf(frame, wix.admin.query(id, colleague))).toBe('member')
  const link = await frame.linked(id)
  expect(await system.$count(teamMembers, eq(teamMembers.teamId, link?.teamId ?? 0))).toBe(1)
})

test('a full organization takes no colleague, and reads why', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()
  await accountOf(frame, id)
  const link = await frame.linked(id)
  await services.db.system
    .update(teams)
    .set({ memberLimit: 1 })
    .where(eq(teams.id, link?.teamId ?? 0))

  const { page } = await frame.enter(wix.admin.query(id, someone()))
  expect(page.html).toContain('This organization is full')
})

test('an account whose login in Wix ended lets neither its person nor new ones in', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { id } = wix.install()
  await accountOf(frame, id)
  await services.db.system.update(tenantStaff).set({ endedAt: services.now() })

  expect(await reasonOf(frame, wix.admin.query(id))).toBe('ended')
  expect(await reasonOf(frame, wix.admin.query(id, someone()))).toBe('member')
})

test('people whom a node of the release before added after the migration are found, also by that node', async () => {
  const frame = await createWixFrame()
  const { wix, services, clock } = frame
  const { system } = services.db
  const { id } = wix.install()
  const removed = someone()
  const owner = await accountOf(frame, id)
  clock.advance(1_000)
  const out = await accountOf(frame, id, removed)
  const emails = await system.select({ email: users.email }).from(users)
  expect(emails).toContainEqual({ email: `${wix.admin.owner}@${id}.wix.invalid` })
  await system.delete(teamMembers).where(eq(teamMembers.userId, out.id))
  // That release stores no row.
  await system.delete(tenantStaff)

  expect((await accountOf(frame, id)).id).toBe(owner.id)
  expect(await reasonOf(frame, wix.admin.query(id, removed))).toBe('member')
  expect(await system.$count(tenantStaff)).toBe(2)
})

test('accounts that were found by their address are found by their row after the migration', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { system } = services.db
  const { id } = wix.install()
  const [removed, former] = [someone(), someone()]
  const owner = await accountOf(frame, id)
  const out = await accountOf(frame, id, removed)
  await system.delete(teamMembers).where(eq(teamMembers.userId, out.id))
  // As the release before stored them, and one of an organization that was deleted before this one.
  for (const [userId, { personId }] of [
    [owner.id, { personId: wix.admin.owner }],
    [out.id, removed],
  ] as const) {
    await system
      .update(users)
      .set({ email: `${personId}@${id}.wix.invalid` })
      .where(eq(users.id, userId))
  }
  const { id: old } = await frame.user()
  const earlier = new Date(services.now().getTime() - 60_000)
  await system
    .update(users)
    .set({ email: `${former.personId}@${id}.wix.invalid`, passwordHash: null, createdAt: earlier })
    .where(eq(users.id, old))
  await system.delete(tenantStaff)

  const [, statement = ''] = readFileSync('app/db/migrations/0030_frame-proofs.sql', 'utf8').split(
    '--> statement-breakpoint',
  )
  await system.execute(sql.raw(statement))

  expect((await accountOf(frame, id)).id).toBe(owner.id)
  expect(await reasonOf(frame, wix.admin.query(id, removed))).toBe('member')
  expect((await accountOf(frame, id, former)).id).not.toBe(old)
  expect(await system.$count(tenantStaff)).toBe(3)
  expect(await system.$count(tenants, eq(tenants.tenantId, id))).toBe(1)
})
