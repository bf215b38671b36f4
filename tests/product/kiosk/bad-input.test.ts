/** Mistakes of staff, and actions on outdated data: each is refused and changes nothing. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { announcements, staffActs, teams, users } from '#app/db/schema/index.ts'
import { lastActOn } from '../../support/kiosk/last-act.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld } from '../../support/world.ts'

const reason = 'Ticket 12: nothing shows'

async function createStory() {
  const world = await createWorld()
  const staff = await world.confirmedStaff({ name: 'Sam Staff' })
  const { fetch } = await world.serve()
  const send = async (as: { cookie: string }, address: string, fields: Record<string, string>) => {
    const lastActId = await lastActOn(world.services, address)
    return fetch(`${address}.data`, {
      method: 'POST',
      headers: { Cookie: as.cookie },
      body: new URLSearchParams({ reason, lastActId, ...fields }),
    })
  }
  const entries = () =>
    world.services.db.system
      .select({ act: staffActs.act, outcome: staffActs.outcome })
      .from(staffActs)
      .orderBy(staffActs.id)
  return { world, staff, send, entries }
}

const userPage = ({ id }: { id: number }) => `/kiosk/users/${String(id)}`

test('a form of who is no longer staff is sent to an unknown page', async () => {
  const { world, staff, send, entries } = await createStory()
  const { owner, scope } = await world.team()
  await world.services.db.system.update(users).set({ isStaff: false }).where(eq(users.id, staff.id))

  for (const [address, fields] of [
    [userPage(owner), { intent: 'impersonate' }],
    [userPage(owner), { intent: 'suspend', notice: 'Your payments failed.' }],
    [`/kiosk/teams/${String(scope.teamId)}`, { intent: 'ask-erasure' }],
    [`/kiosk/teams/${String(scope.teamId)}/plan`, { intent: 'plan', plan: 'lite' }],
    ['/kiosk/announcements', { intent: 'publish', body: 'Hello.' }],
  ] as const) {
    expect([address, (await send(staff, address, fields)).status]).toEqual([address, 404])
  }
  expect(await entries()).toEqual([])
})

test('staff can’t impersonate colleagues or themselves, or anyone from another’s account', async () => {
  const { world, staff, send, entries } = await createStory()
  const colleague = await world.confirmedStaff()
  const person = await world.user()
  const impersonate = (as: { cookie: string }, on: TestUser) =>
    send(as, userPage(on), { intent: 'impersonate' })

  expect((await impersonate(staff, colleague)).status).toBe(403)
  expect((await impersonate(staff, staff)).status).toBe(403)
  const refused = { act: 'impersonation.started', outcome: 'refused' }
  expect(await entries()).toEqual([refused, refused])

  const begun = await impersonate(staff, person)
  const token = /^token=[^;]*/.exec(begun.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const other = await world.user()
  expect((await impersonate({ cookie: token }, other)).status).toBe(403)
  expect(await entries()).toEqual([
    refused,
    refused,
    { act: 'impersonation.started', outcome: 'done' },
  ])
})

test('when two members of staff act at the same moment, one succeeds and the other reads what changed', async () => {
  const { world, staff, send, entries } = await createStory()
  const colleague = await world.confirmedStaff({ name: 'Olga Staff' })
  const { scope } = await world.team()
  const fields = { intent: 'suspend', notice: 'Your nudges break our terms.', lastActId: '0' }
  const page = `/kiosk/teams/${String(scope.teamId)}`

  const answers = await Promise.all(
    [staff, colleague].map(async (as) => {
      const answer = await send(as, page, fields)
      return { status: answer.status, text: await answer.text() }
    }),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(late?.text).toMatch(/Meanwhile, (Sam|Olga) Staff suspended the organization\./)
  expect((await entries()).map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
})

test('staff act on no organization of staff', async () => {
  const { world, staff, send, entries } = await createStory()
  const ofStaff = await world.team({ owner: staff })
  const colleagues = await world.team({ owner: await world.confirmedStaff() })

  for (const { scope } of [ofStaff, colleagues]) {
    const fields = { intent: 'suspend', notice: 'Your nudges break our terms.' }
    expect((await send(staff, `/kiosk/teams/${String(scope.teamId)}`, fields)).status).toBe(403)
  }

  expect((await entries()).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
  const rows = await world.services.db.system.select().from(teams)
  expect(rows.map(({ suspendedAt }) => suspendedAt)).toEqual([null, null])
})

test('a suspension needs words for the person, of letters and not of spaces', async () => {
  const { world, staff, send, entries } = await createStory()
  const person = await world.user()

  for (const notice of ['', '       ', 'a'.repeat(301)]) {
    expect((await send(staff, userPage(person), { intent: 'suspend', notice })).status).toBe(422)
  }

  expect(await entries()).toEqual([])
})

test('a reason of a few letters is refused with the length that it needs', async () => {
  const { world, staff, send, entries } = await createStory()
  const person = await world.user()
  const act = { intent: 'suspend', notice: 'Please write to us.', reason: 'spam' }

  const response = await send(staff, userPage(person), act)

  expect(response.status).toBe(422)
  expect(await response.text()).toContain('Enter a reason of at least 5 characters.')
  expect(await entries()).toEqual([])
})

test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,<p>', '//evil.example'])(
  'an announcement can’t lead to %j',
  async (actionUrl) => {
    const { world, staff, send, entries } = await createStory()
    const text = { intent: 'publish', body: 'Hello.', actionText: 'See goals' }

    expect((await send(staff, '/kiosk/announcements', { ...text, actionUrl })).status).toBe(422)

    expect(await entries()).toEqual([])
    expect(await world.services.db.system.$count(announcements)).toBe(0)
  },
)

test.each(['%', '_', '%%', '\\', '_%_'])(
  'the search of %j finds what contains it, not everything',
  async (text) => {
    const { world, staff } = await createStory()
    await world.user({ name: 'Plain Person' })
    await world.user({ name: `Odd ${text} Person` })
    const { fetch } = await world.serve()

    const answer = await fetch(`/kiosk/users?q=${encodeURIComponent(`${text} Per`)}`, {
      headers: { Cookie: staff.cookie },
    })

    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('Odd ')
    expect(html).not.toContain('Plain Person')
  },
)
