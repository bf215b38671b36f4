/** Announcements in the kiosk: who sees them, since when, and the record of who wrote them. */
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffActs } from '#app/db/schema/index.ts'
import type { AnnouncementShell } from '#app/domain/announcements/announcement.ts'
import { listAnnouncements } from '#app/domain/announcements/announcements.server.ts'
import { serve } from '../../support/serve.ts'
import { createWorld } from '../../support/world.ts'

async function createStory() {
  const world = await createWorld()
  const staff = await world.confirmedStaff()
  const { fetch } = await serve(world.services)
  const { owner, team } = await world.site()
  const send = async (fields: Record<string, string>) => {
    const response = await fetch('/kiosk/announcements', {
      method: 'POST',
      headers: { Cookie: staff.cookie },
      body: new URLSearchParams({ intent: 'publish', reason: 'Our new screen.', ...fields }),
      redirect: 'manual',
    })
    return { status: response.status, text: await response.text() }
  }
  const seen = async (shell: AnnouncementShell = 'standalone') =>
    (
      await listAnnouncements(world.services, {
        userId: owner.id,
        shell,
        teamId: team.scope.teamId,
      })
    ).map(({ body }) => body)
  const entries = () =>
    world.services.db.system
      .select({ act: staffActs.act, outcome: staffActs.outcome, staffId: staffActs.staffId })
      .from(staffActs)
      .orderBy(desc(staffActs.id))
  const read = async (address: string) =>
    (await fetch(address, { headers: { Cookie: staff.cookie } })).text()
  return { world, staff, send, seen, entries, read }
}

test('a published announcement is seen immediately, and leaves one entry', async () => {
  const { staff, send, seen, entries, read } = await createStory()
  expect(await read('/kiosk/announcements')).toContain('No announcements yet')

  const { status } = await send({ body: 'Goals are here.', actionText: '', actionUrl: '' })

  expect([200, 302]).toContain(status)
  expect(await seen()).toEqual(['Goals are here.'])
  expect(await entries()).toEqual([
    { act: 'announcement.published', outcome: 'done', staffId: staff.id },
  ])
  expect(await read('/kiosk/announcements')).toContain('Goals are here.')
})

test.each([
  ['without a message', { body: ' ' }, 'Enter a message.'],
  ['with a link text alone', { body: 'News', actionText: 'Look' }, 'Enter both a link text'],
  [
    'with a script',
    { body: 'News', actionText: 'Look', actionUrl: 'javascript:alert(1)' },
    'Use a URL like',
  ],
  [
    'with a link text of 256 characters',
    { body: 'News', actionText: 'l'.repeat(256), actionUrl: '/goals' },
    'Use 255 characters or fewer.',
  ],
  [
    'without a reason',
    { body: 'News', reason: '     ' },
    'Enter a reason of at least 5 characters.',
  ],
  ['for a plan that doesn’t exist', { body: 'News', plan: 'Nope' }, 'plan'],
])('%s, nothing is published or recorded', async (_case, fields, message) => {
  const { send, seen, entries } = await createStory()
  const { status, text } = await send(fields)
  expect(status).toBe(422)
  expect(text).toContain(message)
  expect(await seen()).toEqual([])
  expect(await entries()).toEqual([])
})

test('one for later is seen from its time on; a time that has passed is refused', async () => {
  const { world, send, seen, entries } = await createStory()
  const inAnHour = new Date(world.clock.now().getTime() + 3_600_000)
  const field = (at: Date) => at.toISOString().slice(0, 16)

  await send({ body: 'Later', publishAt: field(inAnHour) })
  expect(await seen()).toEqual([])
  world.clock.advance(3_700_000)
  expect(await seen()).toEqual(['Later'])

  const late = await send({ body: 'Late', publishAt: field(inAnHour) })
  expect(late.status).toBe(422)
  expect(late.text).toContain('Enter a time in the future, or leave this blank.')
  expect((await entries()).map(({ outcome }) => outcome)).toEqual(['refused', 'done'])
})

test('people see what is for their shell and for the plan of their organization', async () => {
  const { send, seen, world } = await createStory()
  for (const fields of [
    { body: 'Web', shell: 'standalone' },
    { body: 'Shopify', shell: 'shopify' },
    { body: 'Free', plan: 'Free' },
    { body: 'Plus', plan: 'Plus' },
  ]) {
    world.clock.advance(60_000)
    await send(fields)
  }
  expect(await seen('standalone')).toEqual(['Free', 'Web'])
  expect(await seen('shopify')).toEqual(['Free', 'Shopify'])
})

test('a withdrawn announcement disappears, and withdrawing it again is refused', async () => {
  const { send, seen, entries, read } = await createStory()
  await send({ body: 'Wrong' })
  const id = /withdraw=(\d+)/.exec(await read('/kiosk/announcements'))?.[1] ?? ''
  expect(await read(`/kiosk/announcements?withdraw=${id}`)).toContain(
    'People will no longer see it',
  )

  await send({ intent: 'withdraw', announcement: id })
  expect(await seen()).toEqual([])
  await send({ intent: 'withdraw', announcement: id })
  expect(await entries()).toMatchObject([
    { act: 'announcement.withdrawn', outcome: 'refused' },
    { act: 'announcement.withdrawn', outcome: 'done' },
    { act: 'announcement.published', outcome: 'done' },
  ])
})
