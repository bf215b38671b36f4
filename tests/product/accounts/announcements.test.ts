/** The bell: announcements by staff, and which of them a person has seen. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import { announcementInput, everyoneNow } from '#app/domain/announcements/announcement.ts'
import { announce, listAnnouncements } from '#app/domain/announcements/announcements.server.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import { action as markRead } from '#app/routes/api/session-calls/announcements-read.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

const read = (
  world: World,
  as: TestUser,
  newest: number,
  headers: Record<string, string> = sameOrigin,
) =>
  markRead(
    world.visit('/api/announcements/read', {
      as,
      headers,
      form: { newest: String(newest), _method: 'PUT' },
    }),
  )

/** Publishes this many announcements, a minute apart. */
async function announceMany(world: World, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    world.clock.advance(60_000)
    ids.push(
      await announce(world.services, null, {
        body: `News ${String(number)}`,
        ...everyoneNow,
      }),
    )
  }
  return ids
}

const readerOf = (userId: number) => ({ userId, shell: 'standalone' as const, teamId: null })

const unreadOf = async (world: World, { id }: TestUser) =>
  (await listAnnouncements(world.services, readerOf(id)))
    .filter(({ isUnread }) => isUnread)
    .map(({ body }) => body)

test('the newest eight are shown, newest first', async () => {
  const world = await createWorld()
  const ann = await world.user()
  await announceMany(world, 9)

  const shown = await listAnnouncements(world.services, readerOf(ann.id))

  expect(shown.map(({ body }) => body)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((number) => `News ${String(number)}`),
  )
})

test('opening marks the listed announcements as read, for this person only', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.user(), await world.user()]
  const [, second = 0] = await announceMany(world, 2)
  await announceMany(world, 1)

  expect(await read(world, ann, second)).toMatchObject({ status: 200 })

  expect(await unreadOf(world, ann)).toEqual(['News 1'])
  expect(await unreadOf(world, bob)).toHaveLength(3)
})

test('a page that was open for long does not make anything unread again', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const [first = 0, second = 0] = await announceMany(world, 2)
  await read(world, ann, second)

  await read(world, ann, first)
  await read(world, ann, 999_999)

  expect(await unreadOf(world, ann)).toEqual([])
})

test.each([
  ['without saying where it comes from', {}],
  ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
])('%s a form can’t speak as PUT', async (_from, headers) => {
  const world = await createWorld()
  const ann = await world.user()
  const [newest = 0] = await announceMany(world, 1)

  await expect(read(world, ann, newest, headers)).rejects.toMatchObject({ status: 405 })

  const [row] = await world.services.db.system
    .select({ at: users.lastReadAnnouncementsAt })
    .from(users)
    .where(eq(users.id, ann.id))
  expect(row).toEqual({ at: null })
})

test('the text is shown as text', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const body = '</script><img src=x onerror=alert(1)>'
  await announce(world.services, null, { body, ...everyoneNow })

  const page = await (await fetch('/', { headers: { Cookie: owner.cookie } })).text()

  expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
  expect(page).not.toContain(body)
})

test.each([
  [{ body: 'News' }, true],
  [{ body: 'News', actionText: 'Look', actionUrl: '/goals' }, true],
  [{ body: 'News', actionText: 'Look', actionUrl: 'https://blog.example/post' }, true],
  [{ body: ' ' }, false],
  [{ body: 'n'.repeat(2_001) }, false],
  [{ body: 'News', actionText: 'Look' }, false],
  [{ body: 'News', actionUrl: '/goals' }, false],
  [{ body: 'News', actionText: 'Look', actionUrl: 'javascript:alert(1)' }, false],
  [{ body: 'News', actionText: 'Look', actionUrl: '//evil.example' }, false],
  [{ body: 'News', actionText: 'Look', actionUrl: 'httpx://evil.example' }, false],
  [{ body: 'News', actionText: 'l'.repeat(256), actionUrl: '/goals' }, false],
])('%j is accepted: %s', (input, expected) => {
  expect(validateInput(announcementInput, input).ok).toBe(expected)
})
