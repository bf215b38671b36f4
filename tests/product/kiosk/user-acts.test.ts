/** Actions of staff on a person's account, over HTTP. Each is one entry of the audit log. */
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, staffActs, twoFactors, users } from '#app/db/schema/index.ts'
import { sendSecurityEmail } from '#app/jobs/account-emails.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { lastActOn } from '../../support/kiosk/last-act.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const reason = 'Ticket 12: locked out'

async function createStory() {
  const world = await createWorld()
  const person = await world.user({ name: 'Ann' })
  const staff = await world.confirmedStaff({ name: 'Sam Staff' })
  const { fetch } = await world.serve()
  const act = async (
    as: TestUser,
    intent: string,
    { lastActId = null as number | null, why = reason, on = person.id } = {},
  ) => {
    const page = `/kiosk/users/${String(on)}`
    const last = lastActId === null ? await lastActOn(world.services, page) : String(lastActId)
    return fetch(`${page}.data`, {
      method: 'POST',
      headers: { Cookie: as.cookie },
      body: new URLSearchParams({ intent, reason: why, lastActId: last }),
    })
  }
  return { world, person, staff, act }
}

const entriesOf = ({ services }: World) =>
  services.db.system
    .select({ act: staffActs.act, outcome: staffActs.outcome, reason: staffActs.reason })
    .from(staffActs)
    .orderBy(asc(staffActs.id))

const giveFactor = ({ services }: World, { id }: TestUser) =>
  services.db.system.insert(twoFactors).values({
    userId: id,
    method: 'phone',
    confirmedAt: services.now(),
    createdAt: services.now(),
  })

test('an email is verified once; the second time is refused, and both are on record', async () => {
  const { world, person, staff, act } = await createStory()
  await world.services.db.system
    .update(users)
    .set({ emailVerifiedAt: null })
    .where(eq(users.id, person.id))

  expect((await act(staff, 'verify')).status).toBe(200)
  expect((await act(staff, 'verify')).status).toBe(409)

  expect(await entriesOf(world)).toEqual([
    { act: 'email.verified', outcome: 'done', reason },
    { act: 'email.verified', outcome: 'refused', reason },
  ])
})

test('all sessions end, and a member of staff who acts second sees what changed', async () => {
  const { world, person, staff, act } = await createStory()

  expect((await act(staff, 'end-sessions')).status).toBe(200)
  const late = await act(staff, 'end-sessions', { lastActId: 0 })

  expect(late.status).toBe(409)
  expect(await late.text()).toContain('Meanwhile, Sam Staff logged the user out everywhere.')
  const left = await world.services.db.system.$count(sessions, eq(sessions.userId, person.id))
  expect(left).toBe(0)
  expect((await entriesOf(world)).map(({ outcome }) => outcome)).toEqual(['done', 'refused'])
})

test('an action that names a later one than the newest is refused, and is on record', async () => {
  const { world, person, staff, act } = await createStory()
  expect((await act(staff, 'end-sessions')).status).toBe(200)
  const newest = Number(await lastActOn(world.services, `/kiosk/users/${String(person.id)}`))

  for (const lastActId of [newest + 1, Number.MAX_SAFE_INTEGER]) {
    const ahead = await act(staff, 'end-sessions', { lastActId })
    expect([ahead.status, await ahead.text()]).toEqual([
      409,
      expect.stringContaining('This page is out of date. Reload it, then try again.'),
    ])
  }

  expect((await entriesOf(world)).map(({ outcome }) => outcome)).toEqual([
    'done',
    'refused',
    'refused',
  ])
})

test('a second factor is reset by two members of staff within a day', async () => {
  const { world, person, staff, act } = await createStory()
  const other = await world.confirmedStaff()
  await world.queue.start([sendSecurityEmail], world.services)
  await giveFactor(world, person)
  const hasFactor = () =>
    world.services.db.system.$count(twoFactors, eq(twoFactors.userId, person.id))

  expect((await act(staff, 'confirm-reset')).status).toBe(409)
  expect((await act(staff, 'ask-reset')).status).toBe(200)
  expect((await act(staff, 'confirm-reset')).status).toBe(409)
  expect(await hasFactor()).toBe(1)
  expect((await act(other, 'confirm-reset')).status).toBe(200)

  expect(await hasFactor()).toBe(0)
  const { outbox } = world.services.mail
  await expect.poll(async () => (await outbox.list()).map(({ to }) => to)).toEqual([person.email])
})

test('a reset that isn’t confirmed within a day has to be requested again', async () => {
  const { world, person, staff, act } = await createStory()
  await giveFactor(world, person)
  await act(staff, 'ask-reset')
  world.clock.advance(dayMillis)
  const other = await world.confirmedStaff()

  expect((await act(other, 'confirm-reset')).status).toBe(409)
})

test('staff can’t act on colleagues, on themselves or without a reason', async () => {
  const { world, staff, act } = await createStory()
  const other = await world.confirmedStaff()

  for (const on of [staff.id, other.id]) {
    expect((await act(staff, 'end-sessions', { on })).status).toBe(409)
  }
  expect((await act(staff, 'end-sessions', { why: '     ' })).status).toBe(422)
  const short = await act(staff, 'end-sessions', { why: 'four' })
  expect([short.status, await short.text()]).toEqual([
    422,
    expect.stringContaining('Enter a reason of at least 5 characters. It’s kept on record.'),
  ])

  expect((await entriesOf(world)).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
})
